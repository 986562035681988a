import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../api/call.ts'
import { useSend } from '../api/queries.ts'
import { bearingArea, storeToken } from '../api/tokens.ts'
import { ErrorBox } from '../ui/alerts.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { toast } from '../ui/toasts.tsx'
import { confirmRules, newPasswordRules, strengthOf } from './field-rules.ts'
import { InlineEditForm } from './inline-edit.tsx'

/** Changes the password; the session of this page goes on as a new one. */
export function PasswordForm({ onClose }: { onClose: () => void }) {
  const change = useSend('POST /me/password')
  const form = useForm({ defaultValues: { present: '', password: '', confirm: '' }, mode: 'onTouched' })
  const { errors, isSubmitting } = form.formState
  const [refusal, setRefusal] = useState<{ words: string; count: number }>()
  const save = form.handleSubmit(async ({ present, password }) => {
    const area = bearingArea()
    try {
      const { token } = await change.mutateAsync({ body: { password: present, newPassword: password } })
      toast.success('Password changed. You are signed out everywhere else.')
      onClose()
      if (area !== undefined) storeToken(area, token)
    } catch (error) {
      const words = errorText(error, 'Failed to change the password')
      setRefusal((before) => ({ words, count: (before?.count ?? 0) + 1 }))
      toast.error(words)
    }
  })
  // Once both were typed, changing the first may make them agree.
  const checkConfirm = () => form.getFieldState('confirm').isTouched && form.trigger('confirm')
  return (
    <div className="max-w-form">
      <InlineEditForm isSaving={isSubmitting} onSubmit={save} onCancel={onClose}>
        {refusal !== undefined && <ErrorBox key={refusal.count}>{refusal.words}</ErrorBox>}
        <PasswordField
          label="Present password"
          autoComplete="current-password"
          error={errors.present?.message}
          {...form.register('present', { required: 'Password is required' })}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={strengthOf(form.watch('password'))}
          error={errors.password?.message}
          {...form.register('password', { ...newPasswordRules, onChange: checkConfirm })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirm?.message}
          {...form.register('confirm', confirmRules)}
        />
      </InlineEditForm>
    </div>
  )
}
