import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { TextLink } from '../../ui/links.tsx'
import { AccountPage } from './AccountPage.tsx'

/** Seconds before a letter can be asked for again: about as long as one may take to arrive. */
const waitSeconds = 30

interface SentLetterProps {
  email: string
  login: string
  onAgain: () => Promise<void>
  /** What went wrong with asking again. */
  children: ReactNode
}

/** Says that the letter is on its way, if there is somebody to send it to. */
export function SentLetter({ email, login, onAgain, children }: SentLetterProps) {
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
          If <strong className="break-words text-text">{email}</strong> has an account, a letter with a link is on its
          way. The link works once, for 30 minutes.
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
            ? `Nothing there? Look among the junk, or send it again in ${secondsLeft} s.`
            : 'Nothing there? Look among the junk, or send it again.'}
        </p>
        {/* Where it went wrong, that is said above. */}
        <p role="status" className="text-sm text-muted">
          {hasAskedAgain && !children && 'Sent again.'}
        </p>
      </div>
      <TextLink to={login} state={{ email }}>
        Return to login
      </TextLink>
    </AccountPage>
  )
}
