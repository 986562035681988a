import { useForm } from 'react-hook-form'
import { errorText } from '../api/call.ts'
import { useSend } from '../api/queries.ts'
import { useUser } from '../api/user-context.ts'
import { TextField } from '../ui/fields.tsx'
import { toast } from '../ui/toasts.tsx'
import { phoneRules } from './field-rules.ts'
import { InlineEditForm } from './inline-edit.tsx'

/** Changes the phone number of the account. */
export function PhoneForm({ phone, onClose }: { phone: string; onClose: () => void }) {
  const { refresh } = useUser()
  const change = useSend('POST /me')
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { phone } })
  const save = handleSubmit(async ({ phone: newPhone }) => {
    try {
      await change.mutateAsync({ body: { newPhone } })
      await refresh()
    } catch (error) {
      const words = errorText(error, 'Failed to update phone number')
      setError('phone', { message: words }, { shouldFocus: true })
      toast.error(words)
      return
    }
    toast.success('Phone number updated successfully')
    onClose()
  })
  return (
    <InlineEditForm isSaving={formState.isSubmitting} onSubmit={save} onCancel={onClose}>
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="tel"
        error={formState.errors.phone?.message}
        {...register('phone', phoneRules)}
      />
    </InlineEditForm>
  )
}
