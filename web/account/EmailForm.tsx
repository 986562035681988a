import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../api/call.ts'
import { useSend } from '../api/queries.ts'
import { useUser } from '../api/user-context.ts'
import { ErrorBox } from '../ui/alerts.tsx'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { toast } from '../ui/toasts.tsx'
import { emailRules } from './field-rules.ts'
import { InlineEditForm } from './inline-edit.tsx'

/** Changes the email address of the account. */
export function EmailForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { refresh } = useUser()
  const change = useSend('POST /me')
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email, password: '' } })
  const [refusal, setRefusal] = useState<{ words: string; count: number }>()
  const save = handleSubmit(async ({ email: newEmail, password }) => {
    try {
      await change.mutateAsync({ body: { newEmail, password } })
      await refresh()
    } catch (error) {
      const words = errorText(error, 'Failed to update email')
      setRefusal((before) => ({ words, count: (before?.count ?? 0) + 1 }))
      toast.error(words)
      return
    }
    toast.success(`Email updated successfully. Check ${newEmail} to confirm it.`)
    onClose()
  })
  // An empty field is told by the server, in one sentence for both.
  const { pattern, maxLength } = emailRules
  return (
    <InlineEditForm isSaving={formState.isSubmitting} onSubmit={save} onCancel={onClose}>
      {refusal !== undefined && <ErrorBox key={refusal.count}>{refusal.words}</ErrorBox>}
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        hint="We send a letter with a link to it. The address changes when you follow the link, and you sign in again."
        error={formState.errors.email?.message}
        {...register('email', { pattern, maxLength })}
      />
      <PasswordField label="Your password" autoComplete="current-password" {...register('password')} />
    </InlineEditForm>
  )
}
