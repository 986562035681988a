import { useState } from 'react'
import { passkeyNameLengthMax } from '#contract/limits'
import { useSend } from '../api/queries.ts'
import { Dialog } from '../ui/dialogs.tsx'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { toast } from '../ui/toasts.tsx'
import { FactorForm } from './FactorForm.tsx'
import { createPasskey } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { passwordRules, useFactorForm } from './use-factor-form.ts'

/** Adds a passkey; with the first factor come the recovery codes. */
export function PasskeyDialog({ onClose }: { onClose: (isChanged: boolean) => void }) {
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
      description="Your device or a security key then confirms that it is you, by your fingerprint, your face or a PIN."
      onClose={() => onClose(false)}
    >
      <FactorForm refusal={refusal} confirm="Continue" isBusy={isBusy} onSubmit={submit}>
        <TextField
          label="Name of the passkey"
          hint="So that you know it again, such as Work laptop."
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
