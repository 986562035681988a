import { type ComponentProps, type FormEventHandler, type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ApiKey } from '#contract/api-keys'
import { apiKeyNameLengthMax } from '#contract/limits'
import { type Scope, scopes } from '#contract/scopes'
import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { ErrorBox } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialogs.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures } from './failures.tsx'

export type KeyDialog = { kind: 'make' } | { kind: 'edit' | 'rotate' | 'revoke'; key: ApiKey }

interface Closing {
  /** Once something has changed. */
  onChanged: () => Promise<void>
  onClose: () => void
}

export function KeyDialogs({ dialog, ...closing }: Closing & { dialog: KeyDialog }) {
  switch (dialog.kind) {
    case 'make':
      return <MakeDialog {...closing} />
    case 'edit':
      return <EditDialog apiKey={dialog.key} {...closing} />
    case 'rotate':
      return <RotateDialog apiKey={dialog.key} {...closing} />
    case 'revoke':
      return <RevokeDialog apiKey={dialog.key} {...closing} />
  }
}

const dayMs = 86_400_000
const lives = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

function MakeDialog({ onChanged, onClose }: Closing) {
  const make = useSend('POST /me/api-keys')
  const [key, setKey] = useState<string>()
  const [days, setDays] = useState('')
  const limits = useLimitsForm({ name: '', scopes: null, networks: null }, async (values) => {
    const expiresAt = days === '' ? {} : { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() }
    setKey((await make.mutateAsync({ body: { ...values, ...expiresAt, mode: 'live' } })).key)
    await onChanged()
  })
  if (key !== undefined) return <NewKey apiKey={key} onClose={onClose} />
  return (
    <Dialog title="New API key" onClose={onClose}>
      <KeyForm {...limits} confirm="Make key">
        {limits.fields}
        <SelectField label="Expires" options={lives} value={days} onChange={({ target }) => setDays(target.value)} />
      </KeyForm>
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
    <Dialog title={`Edit ${apiKey.name}`} onClose={onClose}>
      <KeyForm {...limits} confirm="Save">
        {limits.fields}
      </KeyForm>
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
  })
  if (key !== undefined) return <NewKey apiKey={key} onClose={onClose} />
  return (
    <Dialog
      title={`Rotate ${apiKey.name}`}
      description="You get a new key with the same name and limits. Until the old one ends, both work, so that you can put the new one in place."
      onClose={onClose}
    >
      <KeyForm
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
      </KeyForm>
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
  })
  const next = apiKey.isDefault ? ' A new Default key takes its place.' : ''
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}?`}
      description={`The key ${apiKey.prefix}… stops working at once. Every program that uses it is refused.${next}`}
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

/** The only time that the key is shown. */
function NewKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const copied = () => {
    setCopied(true)
    toast.success('API key copied to clipboard')
  }
  // A press beside the dialog must not lose a key that is nowhere else.
  const closeCopied = () => {
    if (isCopied) onClose()
  }
  return (
    <Dialog
      title="Your new API key"
      description="Copy it now and keep it with the secrets of your program: it is not shown again."
      onClose={closeCopied}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <TextField label="API key" readOnly value={apiKey} onFocus={({ target }) => target.select()} />
      <div>
        <CopyButton text={apiKey} label="Copy API key" failure={failures.copy} onCopied={copied} />
      </div>
    </Dialog>
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
  const { refusal, isBusy, submit } = useRefusal(save)
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
        hint="The program that uses it, such as Scheduling, production."
        maxLength={apiKeyNameLengthMax}
        error={formState.errors.name?.message}
        {...register('name', { validate: (name) => name.trim() !== '' || 'Name the key' })}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1.5 font-semibold">Scopes</legend>
        <CheckField label="All, and those added later" {...register('isWhole')} />
        {!isWhole && scopes.map((scope) => <ScopeField key={scope} scope={scope} {...register('chosen', someScope)} />)}
        {formState.errors.chosen !== undefined && <ErrorBox>{someScopeWords}</ErrorBox>}
      </fieldset>
      <TextAreaField
        label="Networks"
        hint="From where the key may be used, one a line, such as 203.0.113.0/24. Empty for anywhere."
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

/** Does something once at a time, and has the words of its failure. */
function useRefusal<A extends unknown[]>(act: (...args: A) => Promise<void>) {
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (...args: A) => {
    setBusy(true)
    try {
      await act(...args)
    } catch (error) {
      const words = errorText(error, failures.changeKey)
      setRefusal(words)
      toast.error(words)
    } finally {
      setBusy(false)
    }
  }
  return { refusal, isBusy, submit }
}

interface KeyFormProps {
  refusal: string | undefined
  isBusy: boolean
  confirm: string
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

function KeyForm({ refusal, isBusy, confirm, onSubmit, children }: KeyFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {refusal !== undefined && <ErrorBox>{refusal}</ErrorBox>}
      {children}
      <div className="flex justify-end">
        <Button type="submit" disabled={isBusy}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}
