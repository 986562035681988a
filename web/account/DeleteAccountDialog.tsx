import { useForm } from 'react-hook-form'
import { errorText } from '../api/call.ts'
import { useSend } from '../api/queries.ts'
import { bearingArea, clearToken } from '../api/tokens.ts'
import { ErrorBox } from '../ui/alerts.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { LazyConfirmDialog } from '../ui/LazyConfirmDialog.tsx'
import { toast } from '../ui/toasts.tsx'

const failure = 'Failed to delete the account'

/** Asks for the password before the account goes; the guard then leads to the login. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { password: '' } })
  const { errors } = form.formState
  const remove = useSend('POST /me/delete')
  const submit = form.handleSubmit(async (body) => {
    if (remove.isPending) return
    const area = bearingArea()
    try {
      const { message } = await remove.mutateAsync({ body })
      toast.success(message)
      // The server has ended the session already.
      if (area !== undefined) clearToken(area, { isWanted: true })
    } catch (error) {
      toast.error(errorText(error, failure))
    }
  })
  return (
    <LazyConfirmDialog
      title="Delete your account?"
      description="This cannot be undone. Your API key stops working at once."
      confirm="Delete account"
      busy="Deleting..."
      isBusy={remove.isPending}
      onConfirm={submit}
      onCancel={onClose}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {remove.error !== null && <ErrorBox>{errorText(remove.error, failure)}</ErrorBox>}
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password', { required: 'Password is required' })}
        />
      </form>
    </LazyConfirmDialog>
  )
}
