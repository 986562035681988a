import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { CallError, call, errorText, type Output } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { currentArea, deviceField, tokenOf, useToken } from '../../api/tokens.ts'
import { areaAddresses } from '../../frame/next-address.ts'
import { ErrorBox, NoteBox } from '../../ui/alerts.tsx'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AccountPage } from './account-page.tsx'
import { useLinkToken } from './carried.ts'

/** Where the link of the email leads. Opening it changes nothing, since programs that scan emails open links too. */
export function VerifyEmailPage() {
  const token = useLinkToken()
  if (token === null) return <FailedVerification words="Invalid verification link" />
  return <Verification token={token} />
}

/** Errors of what the user typed or of the session, rather than of the link: the form stays. */
const formErrors: readonly string[] = ['session_invalid', 'password_wrong', 'sign_in_stopped', 'too_many_attempts']

function Verification({ token }: { token: string }) {
  const client = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (password: string) => verify(token, password),
    onSuccess: () => client.invalidateQueries({ queryKey: ['GET /me'] }),
    onError: (failure) => toast.error(failureWords(failure)),
  })
  const isReady = !isPending && data === undefined
  const isBackToForm = error instanceof CallError && formErrors.includes(error.code)
  // The form and its focused button are gone: the focus goes to the heading of the outcome.
  useEffect(() => {
    if (!isReady) document.querySelector('h1')?.focus()
  }, [isReady])

  if (isPending) {
    return (
      <AccountPage title="Verify your email address">
        <p role="status">Verifying your email address...</p>
      </AccountPage>
    )
  }
  if (data !== undefined) return <Verified answer={data} />
  if (error !== null && !isBackToForm) return <FailedVerification words={failureWords(error)} />
  return <ReadyForm refusal={error === null ? undefined : failureWords(error)} onConfirm={mutate} />
}

/** The form has a password where no session proves whose the account is. */
function ReadyForm({ refusal, onConfirm }: { refusal: string | undefined; onConfirm: (password: string) => void }) {
  const [password, setPassword] = useState('')
  const tokens = [useToken('api'), useToken('portal')]
  const isSignedIn = tokens.some((token) => token !== null)
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    onConfirm(isSignedIn ? '' : password)
  }
  return (
    <AccountPage title="Verify your email address" sentence="Confirm that this address is yours.">
      {refusal !== undefined && <ErrorBox>{refusal}</ErrorBox>}
      <form onSubmit={confirm} className="flex flex-col gap-5">
        {!isSignedIn && (
          <PasswordField
            label="Password (optional)"
            autoComplete="current-password"
            hint="With your password, a later password reset keeps your API key and your requests."
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
        <Button type="submit">Confirm email address</Button>
      </form>
    </AccountPage>
  )
}

function Verified({ answer: { message, email } }: { answer: Output<'POST /verify-email'> }) {
  const area = currentArea()
  const title = 'Your email address is verified'
  return (
    <AccountPage title={title} {...(message !== `${title}.` && { sentence: <p role="status">{message}</p> })}>
      {area === undefined ? (
        <SignInLinks email={email} />
      ) : (
        <LinkButton to={areaAddresses[area].home}>Continue</LinkButton>
      )}
    </AccountPage>
  )
}

/** Sends the session of either area, and the other one if the first belongs to another account. */
async function verify(token: string, password: string): Promise<Output<'POST /verify-email'>> {
  const body = { token, ...(password !== '' && { password }) }
  const held = (['api', 'portal'] as const).filter((area) => tokenOf(area) !== null)
  const [area, other] = held
  const send = (from: typeof area) => call('POST /verify-email', { body }, from === undefined ? {} : { area: from })
  return send(area).catch((error: unknown) => {
    const isOthers = error instanceof CallError && error.code === 'verification_session_needed'
    if (isOthers && other !== undefined) return send(other)
    throw error
  })
}

function failureWords(error: Error): string {
  const isAnswer = 'status' in error && error.status !== 0
  return errorText(error, isAnswer ? 'Failed to verify email' : 'An error occurred while verifying your email')
}

function FailedVerification({ words }: { words: string }) {
  return (
    <AccountPage title="Verify your email address">
      <ErrorBox>{words}</ErrorBox>
      <ResendVerification />
    </AccountPage>
  )
}

/** The new link goes to the address of the account, so users sign in first. */
function ResendVerification() {
  const resend = useSend('POST /verify-email/resend')
  const area = currentArea()
  if (area === undefined) {
    return (
      <>
        <p>Sign in to get a new link by email.</p>
        <SignInLinks query="?next=/verify-email" />
      </>
    )
  }
  return (
    <>
      {resend.data !== undefined && <NoteBox>{resend.data.message}</NoteBox>}
      {resend.error !== null && <ErrorBox>{errorText(resend.error, 'Failed to send a new link')}</ErrorBox>}
      <Button onClick={() => resend.mutate({ body: deviceField() })} disabled={resend.isPending}>
        {resend.isPending ? 'Sending...' : 'Send a new link'}
      </Button>
      <LinkButton to={areaAddresses[area].home} look="plain">
        Skip for now
      </LinkButton>
    </>
  )
}

function SignInLinks({ query = '', email }: { query?: string; email?: string }) {
  return (
    <>
      <LinkButton to={areaAddresses.api.login + query} state={{ email }}>
        Sign in
      </LinkButton>
      <LinkButton to={areaAddresses.portal.login + query} state={{ email }} look="plain">
        Sign in to My Verifications
      </LinkButton>
    </>
  )
}
