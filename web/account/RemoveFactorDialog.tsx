import { useSend } from '../api/queries.ts'
import { ErrorBox } from '../ui/alerts.tsx'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { toast } from '../ui/toasts.tsx'
import { passwordRules, useFactorForm } from './use-factor-form.ts'

interface RemoveFactorDialogProps {
  id: string
  name: string
  onClose: (isChanged: boolean) => void
}

/** Asks for the password before a factor goes. */
export function RemoveFactorDialog({ id, name, onClose }: RemoveFactorDialogProps) {
  const remove = useSend('POST /me/second-factors/{id}/remove')
  const { form, refusal, submit, isBusy, errors } = useFactorForm({ password: '' }, async (body) => {
    const { message } = await remove.mutateAsync({ params: { id }, body })
    toast.success(message)
    onClose(true)
  })
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description="It can no longer sign you in. Without another second factor, your password alone does."
      confirm="Remove"
      busy="Removing..."
      isBusy={isBusy}
      onConfirm={submit}
      onCancel={() => onClose(false)}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {refusal !== undefined && <ErrorBox key={refusal.count}>{refusal.words}</ErrorBox>}
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', passwordRules)}
        />
      </form>
    </ConfirmDialog>
  )
}
