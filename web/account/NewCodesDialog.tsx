import { useState } from 'react'
import { useSend } from '../api/queries.ts'
import { Dialog } from '../ui/dialogs.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { FactorForm } from './FactorForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { passwordRules, useFactorForm } from './use-factor-form.ts'

/** Makes recovery codes again. */
export function NewCodesDialog({ onClose }: { onClose: (isChanged: boolean) => void }) {
  const make = useSend('POST /me/second-factors/recovery-codes')
  const [codes, setCodes] = useState<readonly string[]>()
  const { form, refusal, submit, isBusy, errors } = useFactorForm({ password: '' }, async (body) => {
    setCodes((await make.mutateAsync({ body })).recoveryCodes)
  })
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />
  return (
    <Dialog
      title="Make new recovery codes?"
      description="The recovery codes that you have now stop working."
      onClose={() => onClose(false)}
    >
      <FactorForm refusal={refusal} confirm="Make new codes" isBusy={isBusy} onSubmit={submit}>
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
