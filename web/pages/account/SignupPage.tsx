import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { confirmRules, emailRules, newPasswordRules, phoneRules, strengthOf } from '../../account/field-rules.ts'
import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { nextAfterLogin, withNext } from '../../frame/next-address.ts'
import { ErrorBox, ErrorSummary } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { TextLink } from '../../ui/links.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AccountPage, areaWords, OtherAreaLink, useArea, useLogIn } from './account-page.tsx'
import { carriedEmail } from './carried.ts'

const fieldNames = ['email', 'phone', 'password', 'confirm'] as const

export function SignupPage() {
  const area = useArea()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const form = useForm({
    defaultValues: { email: carriedEmail(state), phone: '', password: '', confirm: '' },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = form.formState
  const [refusal, setRefusal] = useState<string>()
  const signup = useSend('POST /signup')
  const logIn = useLogIn(area)
  const login = withNext(nextAfterLogin(search, area), area)

  // Once both were typed, changing the first may make them agree.
  const checkConfirm = () => form.getFieldState('confirm').isTouched && form.trigger('confirm')
  const submit = form.handleSubmit(async ({ email, phone, password }) => {
    setRefusal(undefined)
    try {
      await signup.mutateAsync({ body: { email, phone, password } })
    } catch (error) {
      const words = errorText(error, 'Signup failed')
      setRefusal(words)
      toast.error(words)
      return
    }
    const note = 'Your account is ready. Sign in.'
    await logIn(email, password).catch(() => navigate(login, { replace: true, state: { email, note } }))
  })
  const field = (name: (typeof fieldNames)[number]) => ({ error: errors[name]?.message, required: true })
  const problems = fieldNames.flatMap((name) => {
    const message = errors[name]?.message
    return message === undefined ? [] : [{ name, message }]
  })
  return (
    <AccountPage title="Create an account" sentence={`${areaWords[area].title}. ${areaWords[area].who}`}>
      {refusal !== undefined && <ErrorBox>{refusal}</ErrorBox>}
      {submitCount > 0 && problems.length > 0 && (
        <ErrorSummary
          key={submitCount}
          problems={problems}
          onChoose={(name) => form.setFocus(fieldNames.find((known) => known === name) ?? 'email')}
        />
      )}
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          {...field('email')}
          {...form.register('email', emailRules)}
        />
        <TextField
          label="Phone number"
          type="tel"
          autoComplete="tel"
          {...field('phone')}
          {...form.register('phone', phoneRules)}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={strengthOf(form.watch('password'))}
          {...field('password')}
          {...form.register('password', { ...newPasswordRules, onChange: checkConfirm })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...field('confirm')}
          {...form.register('confirm', confirmRules)}
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Creating your account...' : 'Create account'}
        </Button>
      </form>
      <p>
        Already have an account?{' '}
        <TextLink to={login} state={{ email: form.watch('email') }}>
          Sign in
        </TextLink>
      </p>
      <p className="text-sm text-muted">
        <TextLink to="/privacy">Privacy</TextLink>: what we keep about you, and for how long.
      </p>
      <OtherAreaLink area={area} page="signup" />
    </AccountPage>
  )
}
