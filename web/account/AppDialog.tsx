import { useState } from 'react'
import { useSend } from '../api/queries.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialogs.tsx'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { InlineCode } from '../ui/text.tsx'
import { toast } from '../ui/toasts.tsx'
import { FactorForm } from './FactorForm.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { passwordRules, useFactorForm } from './use-factor-form.ts'

/** Sets up an authenticator app: the password, the QR code and a first code, then the recovery codes. */
export function AppDialog({ onClose }: { onClose: (isChanged: boolean) => void }) {
  const start = useSend('POST /me/second-factors/totp')
  const confirm = useSend('POST /me/second-factors/totp/confirm')
  const [app, setApp] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  const password = useFactorForm({ password: '' }, async (body) => setApp(await start.mutateAsync({ body })))
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
        description="With an app such as Google Authenticator, 1Password or Bitwarden, signing in also takes the six digits that it shows."
        onClose={() => onClose(false)}
      >
        <FactorForm refusal={password.refusal} confirm="Continue" isBusy={password.isBusy} onSubmit={password.submit}>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            error={password.errors.password?.message}
            {...password.form.register('password', passwordRules)}
          />
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
          <CopyButton text={app.secret} label="Copy key" />
        </div>
      </div>
      <FactorForm refusal={code.refusal} confirm="Turn on" isBusy={code.isBusy} onSubmit={code.submit}>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={code.errors.code?.message}
          {...code.form.register('code', { required: 'Enter the six digits that the app shows' })}
        />
      </FactorForm>
    </Dialog>
  )
}
