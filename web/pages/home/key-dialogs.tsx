import { type ComponentProps, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ApiKey } from '#contract/api-keys'
import type { KeyMode } from '#contract/key-modes'
import { apiKeyNameLengthMax } from '#contract/limits'
import { npiRegistryAddress } from '#contract/npi-registry'
import { type Scope, scopes } from '#contract/scopes'
import { useSend } from '../../api/queries.ts'
import { ErrorBox } from '../../ui/alerts.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialogs.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DialogForm, SecretDialog, useRefusal } from './dialog-form.tsx'
import { failures } from './failures.tsx'

export type KeyDialog =
  | { kind: 'make'; mode: KeyMode }
  | { kind: 'edit' | 'rotate' | 'revoke'; key: ApiKey }
  | { kind: 'address'; key: string }

interface Closing {
  /** Once something has changed. */
  onChanged: () => Promise<void>
  onClose: () => void
}

export function KeyDialogs({ dialog, ...closing }: Closing & { dialog: KeyDialog }) {
  switch (dialog.kind) {
    case 'make':
      return <MakeDialog mode={dialog.mode} {...closing} />
    case 'edit':
      return <EditDialog apiKey={dialog.key} {...closing} />
    case 'rotate':
      return <RotateDialog apiKey={dialog.key} {...closing} />
    case 'revoke':
      return <RevokeDialog apiKey={dialog.key} {...closing} />
    case 'address':
      return (
        <SecretDialog
          title="Your address for NPI Registry clients"
          description="Put it in place of https://npiregistry.cms.hhs.gov/api/ and change nothing else. Copy it now: it contains a new API key, and you won’t be able to see it again."
          label="Address"
          secret={npiRegistryAddress(window.location.origin, dialog.key)}
          onClose={closing.onClose}
        />
      )
  }
}

const dayMs = 86_400_000
const lives = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

function MakeDialog({ mode, onChanged, onClose }: Closing & { mode: KeyMode }) {
  const make = useSend('POST /me/api-keys')
  const [key, setKey] = useState<string>()
  const [days, setDays] = useState('')
  const limits = useLimitsForm({ name: '', scopes: null, networks: null }, async (values) => {
    const expiresAt = days === '' ? {} : { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() }
    setKey((await make.mutateAsync({ body: { ...values, ...expiresAt, mode } })).key)
    await onChanged()
  })
  if (key !== undefined) return <NewKey apiKey={key} onClose={onClose} />
  return (
    <Dialog title={mode === 'test' ? 'New test key' : 'New API key'} onClose={onClose}>
      <DialogForm {...limits} confirm="Create key">
        {limits.fields}
        <SelectField label="Expires" options={lives} value={days} onChange={({ target }) => setDays(target.value)} />
      </DialogForm>
    </Dialog>
  )
}

function EditDialog({ apiKey, onChanged, onClose }: Closing & { apiKey: ApiKey }) {
  const change = useSend('PUT /me/api-keys/{id}')
  const limits = useLimitsForm(apiKey, async (body) => {
    await change.mutateAsync({ params: { id: apiKey.id }, body })
    toast.success('API key changed')
    onClose()
    await onChanged()
  })
  return (
    <Dialog title={`Edit “${apiKey.name}”`} onClose={onClose}>
      <DialogForm {...limits} confirm="Save">
        {limits.fields}
      </DialogForm>
    </Dialog>
  )
}

const overlaps = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'In 1 hour' },
  { value: '24', label: 'In 24 hours' },
  { value: '72', label: 'In 3 days' },
  { value: '168', label: 'In 7 days' },
]

function RotateDialog({ apiKey, onChanged, onClose }: Closing & { apiKey: ApiKey }) {
  const rotate = useSend('POST /me/api-keys/{id}/rotate')
  const [key, setKey] = useState<string>()
  const [hours, setHours] = useState('24')
  const { refusal, isBusy, submit } = useRefusal(async () => {
    const answer = await rotate.mutateAsync({ params: { id: apiKey.id }, body: { overlapHours: Number(hours) } })
    setKey(answer.key)
    await onChanged()
  }, failures.changeKey)
  if (key !== undefined) return <NewKey apiKey={key} onClose={onClose} />
  return (
    <Dialog
      title={`Rotate “${apiKey.name}”`}
      description="You get a new key with the same name and limits. Both keys work until the old one ends, so you can switch without downtime."
      onClose={onClose}
    >
      <DialogForm
        refusal={refusal}
        isBusy={isBusy}
        confirm="Rotate key"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <SelectField
          label="The old key ends"
          options={overlaps}
          value={hours}
          onChange={({ target }) => setHours(target.value)}
        />
      </DialogForm>
    </Dialog>
  )
}

function RevokeDialog({ apiKey, onChanged, onClose }: Closing & { apiKey: ApiKey }) {
  const revoke = useSend('POST /me/api-keys/{id}/revoke')
  const { refusal, isBusy, submit } = useRefusal(async () => {
    const { message } = await revoke.mutateAsync({ params: { id: apiKey.id } })
    toast.success(message)
    onClose()
    await onChanged()
  }, failures.changeKey)
  const next = apiKey.isDefault ? ' A new Default key takes its place.' : ''
  return (
    <ConfirmDialog
      title={`Revoke “${apiKey.name}”?`}
      description={`The key ${apiKey.prefix}… stops working immediately, and programs that use it start to fail.${next}`}
      confirm="Revoke key"
      busy="Revoking..."
      isBusy={isBusy}
      onConfirm={() => void submit()}
      onCancel={onClose}
    >
      {refusal !== undefined && <ErrorBox>{refusal}</ErrorBox>}
    </ConfirmDialog>
  )
}

function NewKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <SecretDialog
      title="Your new API key"
      description="Copy it now and store it with your app’s secrets. You won’t be able to see it again."
      label="API key"
      secret={apiKey}
      onClose={onClose}
    />
  )
}

type Limits = Pick<ApiKey, 'name' | 'scopes' | 'networks'>

/** Fields of what a key is called and limited to. */
function useLimitsForm(before: Limits, save: (limits: Limits) => Promise<void>) {
  const { register, watch, handleSubmit, formState } = useForm({
    defaultValues: {
      name: before.name,
      isWhole: before.scopes === null,
      chosen: [...(before.scopes ?? [])],
      networks: before.networks?.join('\n') ?? '',
    },
  })
  const { refusal, isBusy, submit } = useRefusal(save, failures.changeKey)
  const onSubmit = handleSubmit(async ({ name, isWhole, chosen, networks }) => {
    const given = networks.split(/[\s,]+/).filter((network) => network !== '')
    await submit({
      name,
      scopes: isWhole ? null : scopes.filter((scope) => chosen.includes(scope)),
      networks: given.length === 0 ? null : given,
    })
  })
  const isWhole = watch('isWhole')
  const fields = (
    <>
      <TextField
        label="Name"
        hint="The app that uses it, such as “Scheduling, production”."
        maxLength={apiKeyNameLengthMax}
        error={formState.errors.name?.message}
        {...register('name', { validate: (name) => name.trim() !== '' || 'Name the key' })}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1.5 font-semibold">Scopes</legend>
        <CheckField label="All, including future ones" {...register('isWhole')} />
        {!isWhole && scopes.map((scope) => <ScopeField key={scope} scope={scope} {...register('chosen', someScope)} />)}
        {formState.errors.chosen !== undefined && <ErrorBox>{someScopeWords}</ErrorBox>}
      </fieldset>
      <TextAreaField
        label="Networks"
        hint="Where the key can be used from, one network per line, such as 203.0.113.0/24. Leave empty for anywhere."
        spellCheck={false}
        {...register('networks')}
      />
    </>
  )
  return { fields, refusal, isBusy, onSubmit }
}

const someScopeWords = 'Choose at least one scope, or all'
const someScope = {
  validate: (chosen: readonly Scope[], { isWhole }: { isWhole: boolean }) =>
    isWhole || chosen.length > 0 || someScopeWords,
}

function ScopeField({ scope, ...rest }: { scope: Scope } & Omit<ComponentProps<typeof CheckField>, 'label'>) {
  return <CheckField label={scope} value={scope} {...rest} />
}
