import { type ReactNode, useEffect, useState } from 'react'
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
import { AccountPage, areaWords, useArea } from './account-page.tsx'
import { carriedEmail } from './carried.ts'

/** Requests a link to set a new password. What follows is the same whether or not the address has an account. */
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
      <SentEmail email={sentTo} login={login} onAgain={() => ask(sentTo)}>
        {box}
      </SentEmail>
    )
  }
  return (
    <AccountPage
      title="Forgot your password?"
      sentence={`${areaWords[area].title}. Enter your email and we’ll send you a link to reset your password.`}
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

/** Seconds before another email can be requested: about as long as one may take to arrive. */
const waitSeconds = 30

interface SentEmailProps {
  email: string
  login: string
  onAgain: () => Promise<void>
  children: ReactNode
}

function SentEmail({ email, login, onAgain, children }: SentEmailProps) {
  const [secondsLeft, setSecondsLeft] = useState(waitSeconds)
  const [hasAskedAgain, setAskedAgain] = useState(false)
  useEffect(() => {
    document.querySelector('h1')?.focus()
  }, [])
  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000)
    return () => clearTimeout(timer)
  }, [secondsLeft])

  const again = async () => {
    setAskedAgain(false)
    setSecondsLeft(waitSeconds)
    await onAgain()
    setAskedAgain(true)
  }
  return (
    <AccountPage
      title="Check your email"
      sentence={
        <>
          If an account exists for <strong className="break-words text-text">{email}</strong>, we’ve sent a reset link.
          It works once, for 30 minutes.
        </>
      }
    >
      {children}
      <div className="flex flex-col items-start gap-2">
        <Button look="plain" disabled={secondsLeft > 0} onClick={again} aria-describedby="again-hint">
          Send it again
        </Button>
        <p id="again-hint" className="text-sm text-muted">
          {secondsLeft > 0
            ? `Didn’t get it? Check your spam folder, or resend in ${secondsLeft} s.`
            : 'Didn’t get it? Check your spam folder, or resend.'}
        </p>
        <p role="status" className="text-sm text-muted">
          {hasAskedAgain && !children && 'Sent. Check your inbox.'}
        </p>
      </div>
      <TextLink to={login} state={{ email }}>
        Return to login
      </TextLink>
    </AccountPage>
  )
}
