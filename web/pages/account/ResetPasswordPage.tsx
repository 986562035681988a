import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { confirmRules, newPasswordRules, strengthOf } from '../../account/field-rules.ts'
import { CallError, errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import type { Area } from '../../api/tokens.ts'
import { areaAddresses } from '../../frame/next-address.ts'
import { ErrorBox } from '../../ui/alerts.tsx'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { TextLink } from '../../ui/links.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AccountPage, areaWords, useArea } from './account-page.tsx'
import { useLinkToken } from './carried.ts'

export function ResetPasswordPage() {
  const area = useArea()
  const token = useLinkToken()
  const { forgotPassword, login } = areaAddresses[area]
  if (token !== null) return <NewPasswordForm area={area} token={token} />
  return (
    <AccountPage
      title="Invalid Reset Link"
      sentence="This link is incomplete. Open it from your email again, or request a new one."
    >
      <LinkButton to={forgotPassword}>Request New Reset Link</LinkButton>
      <TextLink to={login}>Return to login</TextLink>
    </AccountPage>
  )
}

function NewPasswordForm({ area, token }: { area: Area; token: string }) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<{ words: string; isLinkOver: boolean }>()
  const form = useForm({ defaultValues: { password: '', confirm: '' }, mode: 'onTouched' })
  const { errors, isSubmitting } = form.formState
  const reset = useSend('POST /reset-password')
  const { login, forgotPassword } = areaAddresses[area]

  // Once both were typed, changing the first may make them agree.
  const checkConfirm = () => form.getFieldState('confirm').isTouched && form.trigger('confirm')
  const submit = form.handleSubmit(async ({ password }) => {
    setRefusal(undefined)
    try {
      const { message, email } = await reset.mutateAsync({ body: { token, newPassword: password } })
      navigate(login, { replace: true, state: { note: message, email } })
    } catch (error) {
      const words = errorText(error, 'An error occurred')
      setRefusal({ words, isLinkOver: error instanceof CallError && error.code === 'reset_link_invalid' })
      toast.error(words)
    }
  })
  return (
    <AccountPage
      title="Choose a new password"
      sentence={`${areaWords[area].title}. You’ll use it the next time you sign in.`}
    >
      {refusal !== undefined && (
        <ErrorBox>
          {refusal.words}
          {refusal.isLinkOver && <TextLink to={forgotPassword}>Request New Reset Link</TextLink>}
        </ErrorBox>
      )}
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          required
          hint={strengthOf(form.watch('password'))}
          error={errors.password?.message}
          {...form.register('password', { ...newPasswordRules, onChange: checkConfirm })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          required
          error={errors.confirm?.message}
          {...form.register('confirm', confirmRules)}
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Reset password'}
        </Button>
      </form>
      <TextLink to={login}>Return to login</TextLink>
    </AccountPage>
  )
}
