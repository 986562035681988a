import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { bearingArea } from '../../api/tokens.ts'
import { wordsOf } from '../../api/words.ts'
import { areaAddresses } from '../../frame/area-addresses.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountPage } from './AccountPage.tsx'
import { ResendVerification } from './ResendVerification.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of the letter leads: it proves the address by being opened. */
export function VerifyEmailPage() {
  const token = useLinkToken()
  if (token === null) return <FailedVerification words="Invalid verification link" />
  return <Verification token={token} />
}

function Verification({ token }: { token: string }) {
  const client = useQueryClient()
  // A query rather than a change made by an effect: however often the page renders, the call is made once.
  const { data, error } = useQuery({
    queryKey: ['POST /verify-email', { body: { token } }],
    queryFn: () => call('POST /verify-email', { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const words = error === null ? undefined : failureWords(error)
  useEffect(() => {
    if (words !== undefined) toast.error(words)
    if (data !== undefined) client.invalidateQueries({ queryKey: ['GET /me'] })
  }, [words, data, client])

  if (words !== undefined) return <FailedVerification words={words} />
  if (data === undefined) {
    return (
      <AccountPage title="Verify your email address">
        <p role="status">Verifying your email address...</p>
      </AccountPage>
    )
  }
  const area = bearingArea()
  return (
    <AccountPage title="Your email address is verified" sentence={<p role="status">{data.message}</p>}>
      {area === undefined ? (
        <>
          <LinkButton to={areaAddresses.api.login} state={{ email: data.email }}>
            Sign in
          </LinkButton>
          <LinkButton to={areaAddresses.portal.login} state={{ email: data.email }} look="plain">
            Sign in to My Verifications
          </LinkButton>
        </>
      ) : (
        <LinkButton to={areaAddresses[area].home}>Continue</LinkButton>
      )}
    </AccountPage>
  )
}

function failureWords(error: Error): string {
  const isAnswer = 'status' in error && error.status !== 0
  return wordsOf(error, isAnswer ? 'Failed to verify email' : 'An error occurred while verifying your email')
}

function FailedVerification({ words }: { words: string }) {
  return (
    <AccountPage title="Verify your email address">
      <ErrorBox>{words}</ErrorBox>
      <ResendVerification />
    </AccountPage>
  )
}
