import type { ComponentProps } from 'react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type EventType, eventSummaries } from '#contract/event-words'
import {
  callbackUrlLengthMax,
  webhookDescriptionLengthMax,
  webhookOverlapHours,
  webhookSecondsMax,
} from '#contract/limits'
import { useSend } from '../../api/queries.ts'
import { ErrorBox } from '../../ui/alerts.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialogs.tsx'
import { TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DialogForm, SecretDialog, useRefusal } from './dialog-form.tsx'
import { failures } from './failures.tsx'
import { nameOf, type Webhook } from './webhook-deliveries.tsx'

export type WebhookDialog = { kind: 'add' } | { kind: 'edit' | 'rotate' | 'delete'; webhook: Webhook }

interface Closing {
  /** Once something has changed. */
  onChanged: () => Promise<void>
  onClose: () => void
}

export function WebhookDialogs({ dialog, ...closing }: Closing & { dialog: WebhookDialog }) {
  switch (dialog.kind) {
    case 'add':
      return <AddDialog {...closing} />
    case 'edit':
      return <EditDialog webhook={dialog.webhook} {...closing} />
    case 'rotate':
      return <RotateDialog webhook={dialog.webhook} {...closing} />
    case 'delete':
      return <DeleteDialog webhook={dialog.webhook} {...closing} />
  }
}

function AddDialog({ onChanged, onClose }: Closing) {
  const add = useSend('POST /me/webhooks')
  const [secret, setSecret] = useState<string>()
  const form = useWebhookForm({ url: '', events: null, description: null }, async (body) => {
    setSecret((await add.mutateAsync({ body })).secret)
    await onChanged()
  })
  if (secret !== undefined) return <NewSecret secret={secret} onClose={onClose} />
  return (
    <Dialog title="Add endpoint" onClose={onClose}>
      <DialogForm {...form} confirm="Add endpoint">
        {form.fields}
      </DialogForm>
    </Dialog>
  )
}

function EditDialog({ webhook, onChanged, onClose }: Closing & { webhook: Webhook }) {
  const change = useSend('PUT /me/webhooks/{id}')
  const form = useWebhookForm(webhook, async (body) => {
    await change.mutateAsync({ params: { id: webhook.id }, body })
    toast.success('Endpoint changed')
    onClose()
    await onChanged()
  })
  return (
    <Dialog title={`Edit ${nameOf(webhook)}`} onClose={onClose}>
      <DialogForm {...form} confirm="Save">
        {form.fields}
      </DialogForm>
    </Dialog>
  )
}

function RotateDialog({ webhook, onChanged, onClose }: Closing & { webhook: Webhook }) {
  const rotate = useSend('POST /me/webhooks/{id}/rotate-secret')
  const [secret, setSecret] = useState<string>()
  const { refusal, isBusy, submit } = useRefusal(async () => {
    setSecret((await rotate.mutateAsync({ params: { id: webhook.id } })).secret)
    await onChanged()
  }, failures.changeWebhook)
  if (secret !== undefined) return <NewSecret secret={secret} onClose={onClose} />
  return (
    <ConfirmDialog
      title={`Rotate the secret of ${nameOf(webhook)}?`}
      description={`You get a new secret. For ${webhookOverlapHours} hours we sign with both, so you can switch without downtime.`}
      confirm="Rotate secret"
      busy="Rotating..."
      look="primary"
      isBusy={isBusy}
      onConfirm={() => void submit()}
      onCancel={onClose}
    >
      {refusal !== undefined && <ErrorBox>{refusal}</ErrorBox>}
    </ConfirmDialog>
  )
}

function DeleteDialog({ webhook, onChanged, onClose }: Closing & { webhook: Webhook }) {
  const remove = useSend('DELETE /me/webhooks/{id}')
  const { refusal, isBusy, submit } = useRefusal(async () => {
    const { message } = await remove.mutateAsync({ params: { id: webhook.id } })
    toast.success(message)
    onClose()
    await onChanged()
  }, failures.changeWebhook)
  return (
    <ConfirmDialog
      title={`Delete ${nameOf(webhook)}?`}
      description="It gets no more events, and its delivery log is deleted."
      confirm="Delete endpoint"
      busy="Deleting..."
      isBusy={isBusy}
      onConfirm={() => void submit()}
      onCancel={onClose}
    >
      {refusal !== undefined && <ErrorBox>{refusal}</ErrorBox>}
    </ConfirmDialog>
  )
}

function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog
      title="Your signing secret"
      description="Verify the signature of each delivery with it. Copy it now and store it with your app’s secrets. You won’t be able to see it again."
      label="Signing secret"
      secret={secret}
      onClose={onClose}
    />
  )
}

const types = Object.keys(eventSummaries).filter(isEventType)

function isEventType(name: string): name is EventType {
  return Object.hasOwn(eventSummaries, name)
}

type WebhookValues = Pick<Webhook, 'url' | 'events' | 'description'>

/** Fields of where events go and which. */
function useWebhookForm(before: WebhookValues, save: (values: WebhookValues) => Promise<void>) {
  const { register, watch, handleSubmit, formState } = useForm({
    defaultValues: {
      url: before.url,
      description: before.description ?? '',
      isAll: before.events === null,
      chosen: [...(before.events ?? [])],
    },
  })
  const { refusal, isBusy, submit } = useRefusal(save, failures.changeWebhook)
  const onSubmit = handleSubmit(async ({ url, description, isAll, chosen }) => {
    await submit({
      url: url.trim(),
      events: isAll ? null : types.filter((type) => chosen.includes(type)),
      description: description.trim() === '' ? null : description.trim(),
    })
  })
  const fields = (
    <>
      <TextField
        label="URL"
        type="url"
        hint={`An https URL. Your server has ${webhookSecondsMax} seconds to respond with a 2xx status.`}
        maxLength={callbackUrlLengthMax}
        spellCheck={false}
        error={formState.errors.url?.message}
        {...register('url', { validate: (url) => url.trim() !== '' || 'Enter the URL' })}
      />
      <TextField
        label="Description (optional)"
        hint="A name you’ll recognize, such as Roster sync."
        maxLength={webhookDescriptionLengthMax}
        {...register('description')}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1.5 font-semibold">Events</legend>
        <CheckField label="All, including future ones" {...register('isAll')} />
        {!watch('isAll') && types.map((type) => <TypeField key={type} type={type} {...register('chosen', someType)} />)}
        {formState.errors.chosen !== undefined && <ErrorBox>{someTypeWords}</ErrorBox>}
      </fieldset>
    </>
  )
  return { fields, refusal, isBusy, onSubmit }
}

const someTypeWords = 'Choose at least one event type, or all'
const someType = {
  validate: (chosen: readonly EventType[], { isAll }: { isAll: boolean }) =>
    isAll || chosen.length > 0 || someTypeWords,
}

function TypeField({ type, ...rest }: { type: EventType } & Omit<ComponentProps<typeof CheckField>, 'label' | 'type'>) {
  return <CheckField label={type} hint={eventSummaries[type]} value={type} {...rest} />
}
