import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { emailRules } from '../../account/field-rules.ts'
import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { deviceField } from '../../api/tokens.ts'
import { nextAfterLogin, withNext } from '../../frame/next-address.ts'
import { ErrorBox } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import { TextLink } from '../../ui/links.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AccountPage } from './AccountPage.tsx'
import { areaWords } from './area-words.ts'
import { carriedEmail } from './carried.ts'
import { SentLetter } from './SentLetter.tsx'
import { useArea } from './use-area.ts'

/** Asking for a link to set a new password, of either area. What follows is the same whether or not the address has an account. */
export function ForgotPasswordPage() {
  const area = useArea()
  const location = useLocation()
  const [sentTo, setSentTo] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const form = useForm({ defaultValues: { email: carriedEmail(location.state) }, mode: 'onTouched' })
  const { errors, isSubmitting } = form.formState
  const forgot = useSend('POST /forgot-password')

  const ask = async (email: string) => {
    setRefusal(undefined)
    try {
      await forgot.mutateAsync({ body: { email, ...(area === 'portal' && { type: 'portal' }), ...deviceField() } })
      setSentTo(email)
    } catch (error) {
      const words = errorText(error, 'An error occurred')
      setRefusal(words)
      toast.error(words)
    }
  }
  const login = withNext(nextAfterLogin(location.search, area), area)
  const box = refusal !== undefined && <ErrorBox>{refusal}</ErrorBox>
  if (sentTo !== undefined) {
    return (
      <SentLetter email={sentTo} login={login} onAgain={() => ask(sentTo)}>
        {box}
      </SentLetter>
    )
  }
  return (
    <AccountPage
      title="Forgot your password?"
      sentence={`${areaWords[area].title}. Enter the email address of your account, and we send you a link to choose a new password.`}
    >
      {box}
      <form onSubmit={form.handleSubmit(({ email }) => ask(email))} noValidate className="flex flex-col gap-5">
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          required
          error={errors.email?.message}
          {...form.register('email', emailRules)}
        />
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Sending...' : 'Send reset link'}
        </Button>
      </form>
      <TextLink to={login} state={{ email: form.watch('email') }}>
        Return to login
      </TextLink>
    </AccountPage>
  )
}
