import { type FormEventHandler, type ReactNode, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import { passkeyNameLengthMax } from '#contract/limits'
import { CallError, errorText } from '../api/call.ts'
import { useSend } from '../api/queries.ts'
import { ErrorBox } from '../ui/alerts.tsx'
import { Button } from '../ui/buttons.tsx'
import { CheckField } from '../ui/CheckField.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialogs.tsx'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { InlineCode } from '../ui/text.tsx'
import { toast } from '../ui/toasts.tsx'
import { createPasskey, passkeyFailure } from './passkeys.ts'

export type FactorDialog =
  | { kind: 'app' }
  | { kind: 'passkey' }
  | { kind: 'codes' }
  | { kind: 'remove'; id: string; name: string }

interface FactorDialogsProps {
  dialog: FactorDialog
  onClose: (isChanged: boolean) => void
}

export function FactorDialogs({ dialog, onClose }: FactorDialogsProps) {
  switch (dialog.kind) {
    case 'app':
      return <AppDialog onClose={onClose} />
    case 'passkey':
      return <PasskeyDialog onClose={onClose} />
    case 'codes':
      return <NewCodesDialog onClose={onClose} />
    case 'remove':
      return <RemoveFactorDialog id={dialog.id} name={dialog.name} onClose={onClose} />
  }
}

function AppDialog({ onClose }: { onClose: (isChanged: boolean) => void }) {
  const start = useSend('POST /me/second-factors/totp')
  const confirm = useSend('POST /me/second-factors/totp/confirm')
  const [app, setApp] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  const password = usePasswordForm(async (body) => setApp(await start.mutateAsync({ body })))
  const code = useFactorForm({ code: '' }, async (body) => {
    const { recoveryCodes } = await confirm.mutateAsync({ body })
    toast.success('Your authenticator app is set up.')
    if (recoveryCodes === null) onClose(true)
    else setCodes(recoveryCodes)
  })
  const title = 'Set up an authenticator app'
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />
  if (app === undefined) {
    return (
      <Dialog
        title={title}
        description="You’ll sign in with your password and a six-digit code from an app such as Google Authenticator, 1Password or Bitwarden."
        onClose={() => onClose(false)}
      >
        <FactorForm refusal={password.refusal} confirm="Continue" isBusy={password.isBusy} onSubmit={password.submit}>
          {password.field}
        </FactorForm>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={title}
      description="Scan the QR code with the app, or type the key into it. Then enter the code that it shows."
      onClose={() => onClose(false)}
    >
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={app.uri} label="QR code for the authenticator app" />
        <div className="flex min-w-0 grow basis-40 flex-col items-start gap-2 wrap-anywhere">
          <p className="text-sm text-muted">Key</p>
          <InlineCode>{app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</InlineCode>
          <div className="-ml-2.5">
            <CopyButton text={app.secret} label="Copy key" />
          </div>
        </div>
      </div>
      <FactorForm refusal={code.refusal} confirm="Turn on" isBusy={code.isBusy} onSubmit={code.submit}>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={code.errors.code?.message}
          {...code.form.register('code', { required: 'Enter the six-digit code from the app' })}
        />
      </FactorForm>
    </Dialog>
  )
}

function PasskeyDialog({ onClose }: { onClose: (isChanged: boolean) => void }) {
  const start = useSend('POST /me/second-factors/passkeys/options')
  const add = useSend('POST /me/second-factors/passkeys')
  const [codes, setCodes] = useState<readonly string[]>()
  const { form, refusal, submit, isBusy, errors } = useFactorForm({ name: '', password: '' }, async (values) => {
    const { options } = await start.mutateAsync({ body: { password: values.password } })
    const passkey = await createPasskey(options)
    const { recoveryCodes } = await add.mutateAsync({ body: { name: values.name.trim(), passkey } })
    toast.success('Your passkey was added.')
    if (recoveryCodes === null) onClose(true)
    else setCodes(recoveryCodes)
  })
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />
  return (
    <Dialog
      title="Add a passkey"
      description="Your device or security key confirms it’s you with your fingerprint, face or PIN."
      onClose={() => onClose(false)}
    >
      <FactorForm refusal={refusal} confirm="Continue" isBusy={isBusy} onSubmit={submit}>
        <TextField
          label="Name of the passkey"
          hint="A name you’ll recognize, such as Work laptop."
          maxLength={passkeyNameLengthMax}
          error={errors.name?.message}
          {...form.register('name', { validate: (name) => name.trim() !== '' || 'Name the passkey' })}
        />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', passwordRules)}
        />
      </FactorForm>
    </Dialog>
  )
}

function NewCodesDialog({ onClose }: { onClose: (isChanged: boolean) => void }) {
  const make = useSend('POST /me/second-factors/recovery-codes')
  const [codes, setCodes] = useState<readonly string[]>()
  const { field, refusal, submit, isBusy } = usePasswordForm(async (body) => {
    setCodes((await make.mutateAsync({ body })).recoveryCodes)
  })
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />
  return (
    <Dialog
      title="Generate new recovery codes?"
      description="Your current recovery codes stop working."
      onClose={() => onClose(false)}
    >
      <FactorForm refusal={refusal} confirm="Generate codes" isBusy={isBusy} onSubmit={submit}>
        {field}
      </FactorForm>
    </Dialog>
  )
}

interface RemoveFactorDialogProps {
  id: string
  name: string
  onClose: (isChanged: boolean) => void
}

function RemoveFactorDialog({ id, name, onClose }: RemoveFactorDialogProps) {
  const remove = useSend('POST /me/second-factors/{id}/remove')
  const { field, refusal, submit, isBusy } = usePasswordForm(async (body) => {
    const { message } = await remove.mutateAsync({ params: { id }, body })
    toast.success(message)
    onClose(true)
  })
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description="You can no longer sign in with it. Without another second factor, your password is all it takes."
      confirm="Remove"
      busy="Removing..."
      isBusy={isBusy}
      onConfirm={submit}
      onCancel={() => onClose(false)}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {refusal !== undefined && <ErrorBox key={refusal.count}>{refusal.words}</ErrorBox>}
        {field}
      </form>
    </ConfirmDialog>
  )
}

/** Shows the recovery codes this one time. It closes only once the user has confirmed keeping them. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isKept, setKept] = useState(false)
  return (
    <Dialog
      title="Save your recovery codes"
      description="Each code signs you in once if you don’t have your second factor. You won’t be able to see them again."
      onClose={isKept ? onClose : undefined}
      actions={
        <Button disabled={!isKept} onClick={onClose}>
          Done
        </Button>
      }
    >
      <CodeGrid codes={codes} label="Recovery codes" />
      <div className="-ml-2.5">
        <CopyButton text={codes.join('\n')} label="Copy codes" />
      </div>
      <CheckField
        label="I’ve saved these codes in a safe place"
        checked={isKept}
        onChange={({ target }) => setKept(target.checked)}
      />
    </Dialog>
  )
}

interface FactorFormProps {
  refusal: { words: string; count: number } | undefined
  confirm: string
  isBusy: boolean
  onSubmit: FormEventHandler
  children: ReactNode
}

function FactorForm({ refusal, confirm, isBusy, onSubmit, children }: FactorFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      {refusal !== undefined && <ErrorBox key={refusal.count}>{refusal.words}</ErrorBox>}
      {children}
      <div className="flex justify-end">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'One moment...' : confirm}
        </Button>
      </div>
    </form>
  )
}

function useFactorForm<T extends FieldValues>(defaultValues: DefaultValues<T>, work: (values: T) => Promise<void>) {
  const form = useForm<T>({ defaultValues })
  const [refusal, setRefusal] = useState<{ words: string; count: number }>()
  const submit = form.handleSubmit(async (values) => {
    try {
      await work(values)
      setRefusal(undefined)
    } catch (error) {
      const words =
        error instanceof CallError ? errorText(error, 'Your change wasn’t saved. Try again.') : passkeyFailure(error)
      setRefusal((before) => ({ words, count: (before?.count ?? 0) + 1 }))
    }
  })
  return { form, refusal, submit, isBusy: form.formState.isSubmitting, errors: form.formState.errors }
}

const passwordRules = { required: 'Password is required' }

function usePasswordForm(work: (values: { password: string }) => Promise<void>) {
  const { form, errors, ...rest } = useFactorForm({ password: '' }, work)
  const field = (
    <PasswordField
      label="Your password"
      autoComplete="current-password"
      error={errors.password?.message}
      {...form.register('password', passwordRules)}
    />
  )
  return { field, ...rest }
}

function CodeGrid({ codes, label }: { codes: readonly string[]; label: string }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-control border border-border bg-sunken p-4 sm:grid-cols-2"
    >
      {codes.map((code) => (
        <li key={code} className="font-mono text-sm">
          {code}
        </li>
      ))}
    </ul>
  )
}
