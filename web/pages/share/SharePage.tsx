/**
 * What a clinician shares by a link. The page calls nothing before its reader gives a name and presses Open, since mail
 * scanners and previews in chats open links too, and each opening counts.
 */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { shareRecipientLengthMax } from '#contract/limits'
import type { OpenedShare } from '#contract/share-endpoints'
import { CallError, call, errorText } from '../../api/call.ts'
import { ErrorBox } from '../../ui/alerts.tsx'
import { TopBar, Wordmark } from '../../ui/bars.tsx'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import { TextLink } from '../../ui/links.tsx'
import { ThemeToggle } from '../../ui/theme.tsx'
import { OpenedCredentials } from './OpenedCredentials.tsx'
import { readShareLink, type ShareLink } from './share-link.ts'

export function SharePage() {
  const { hash } = useLocation()
  const link = readShareLink(hash, window.location.origin)
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar>
        <Link to="/" className="flex min-h-10 items-center rounded-control pr-4">
          <Wordmark />
        </Link>
        <div className="ml-auto">
          <ThemeToggle />
        </div>
      </TopBar>
      <main
        id="main"
        className="mx-auto flex w-full max-w-column grow flex-col gap-6 px-4 py-8 md:py-12 print:gap-4 print:py-0"
      >
        {(link.kind === 'token' || link.kind === 'healthLink') && <OpenableShare key={hash} link={link} />}
        {link.kind === 'elsewhere' && (
          <Message title={`This link is from ${link.host}`}>
            It’s a SMART Health Link from another site. Only that site can open it.
          </Message>
        )}
        {link.kind === 'incomplete' && (
          <Message title="This link is incomplete">
            Copy the whole link from the message you received, including its last character.
          </Message>
        )}
      </main>
    </div>
  )
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        {title}
      </h1>
      <p className="max-w-prose text-md text-muted">{children}</p>
      <AboutLink />
    </>
  )
}

function AboutLink() {
  return (
    <p>
      <TextLink to="/documentation/shared-credentials">About shared credentials</TextLink>
    </p>
  )
}

type Outcome = { kind: 'opened'; share: OpenedShare; at: Date } | { kind: 'nothing' } | { kind: 'locked' }

type Openable = Extract<ShareLink, { kind: 'token' | 'healthLink' }>

function OpenableShare({ link }: { link: Openable }) {
  const [outcome, setOutcome] = useState<Outcome>()
  // The form is gone, and the focus with it.
  useEffect(() => {
    if (outcome !== undefined) document.querySelector('h1')?.focus()
  }, [outcome])
  switch (outcome?.kind) {
    case undefined:
      return <OpenForm link={link} onOutcome={setOutcome} />
    case 'opened':
      return <OpenedCredentials share={outcome.share} openedAt={outcome.at} />
    case 'nothing':
      return (
        <Message title="This link can’t be opened">
          It expired, was revoked, reached its limit of views, or never existed. We don’t say which, so that guessing
          reveals nothing about a clinician. Ask the person who sent it for a new one.
        </Message>
      )
    case 'locked':
      return (
        <Message title="This link is locked">
          The wrong passcode was entered too many times, so the link no longer opens. Ask the person who sent it for a
          new one.
        </Message>
      )
  }
}

interface Reader {
  recipient: string
  passcode?: string
}

async function openLink(link: Openable, reader: Reader): Promise<OpenedShare> {
  if (link.kind === 'token') return call('POST /shares/open', { body: { token: link.token, ...reader } })
  const { openHealthLink } = await import('./health-link.ts')
  return openHealthLink(link, reader)
}

interface Problem {
  of: 'recipient' | 'passcode' | 'link'
  words: string
}

function OpenForm({ link, onOutcome }: { link: Openable; onOutcome: (outcome: Outcome) => void }) {
  const open = useMutation({ mutationFn: (reader: Reader) => openLink(link, reader) })
  const [recipient, setRecipient] = useState('')
  /** Undefined until the server has asked for one, which costs no try. */
  const [passcode, setPasscode] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (recipient.trim() === '') return setProblem({ of: 'recipient', words: 'Enter your name or organization' })
    if (passcode === '') return setProblem({ of: 'passcode', words: 'Enter the passcode' })
    setProblem(undefined)
    try {
      const reader = { recipient: recipient.trim(), ...(passcode !== undefined && { passcode }) }
      onOutcome({ kind: 'opened', share: await open.mutateAsync(reader), at: new Date() })
    } catch (error) {
      const code = error instanceof CallError ? error.code : undefined
      const words = errorText(error, 'The link didn’t open. Check your connection and try again.')
      if (code === 'share_not_found') onOutcome({ kind: 'nothing' })
      else if (code === 'passcode_required') setPasscode('')
      else if (code !== 'passcode_wrong') setProblem({ of: 'link', words })
      else if (triesLeft(error) > 0) setProblem({ of: 'passcode', words })
      else onOutcome({ kind: 'locked' })
    }
  }
  const errorOf = (of: Problem['of']) => (problem?.of === of ? problem.words : undefined)
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        A clinician shared a verified credential with you
      </h1>
      <p className="max-w-prose text-md text-muted">
        It hasn’t been opened yet. Opening it counts as a view, and the clinician sees the name you enter here.
      </p>
      <form ref={form} onSubmit={submit} noValidate className="flex w-full max-w-form flex-col gap-5">
        {problem?.of === 'link' && <ErrorBox>{problem.words}</ErrorBox>}
        <TextField
          label="Your name or organization"
          autoComplete="organization"
          required
          maxLength={shareRecipientLengthMax}
          value={recipient}
          onChange={({ target }) => setRecipient(target.value)}
          error={errorOf('recipient')}
        />
        {passcode !== undefined && (
          <TextField
            ref={focus}
            label="Passcode"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint="The clinician protected this link with a passcode and sends it separately. If you don’t have it, ask for it."
            value={passcode}
            onChange={({ target }) => setPasscode(target.value)}
            error={errorOf('passcode')}
          />
        )}
        <Button type="submit" disabled={open.isPending} className="self-start">
          {open.isPending ? 'Opening...' : 'Open'}
        </Button>
      </form>
      <AboutLink />
    </>
  )
}

function focus(field: HTMLInputElement | null): void {
  field?.focus()
}

function triesLeft(error: unknown): number {
  const body = error instanceof CallError ? error.body : undefined
  return Number(body === undefined ? 1 : Reflect.get(body, 'remainingAttempts'))
}
