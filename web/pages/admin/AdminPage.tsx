/** Admin Dashboard: the desk on which requests for verification are decided. */
import { Search, X } from 'lucide-react'
import { type FormEvent, lazy, useEffect, useId, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { adminIdleMinutesMax, textLengthMax } from '#contract/limits'
import { useLiveKey } from '../../account/use-live-key.ts'
import { call } from '../../api/call.ts'
import { signOut, useUser } from '../../api/user.tsx'
import { areaAddresses } from '../../frame/next-address.ts'
import { Wordmark } from '../../ui/bars.tsx'
import { Button, IconButton, LinkButton } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import type { ImageViewerHandle } from '../../ui/image-viewer.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { ThreePanes } from '../../ui/ThreePanes.tsx'
import { ThemeToggle } from '../../ui/theme.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { pressInList, pressOnImage, useKeySwitch } from './desk-keys.ts'
import { Evidence } from './evidence.tsx'
import { noNarrowing } from './place.ts'
import { RequestList } from './request-list.tsx'
import { Subject } from './subject.tsx'
import { type Desk, useDesk, useFocusWhen } from './use-desk.ts'

// Dialogs weigh as much as the desk: they load when one is opened.
const DeskDialogs = lazy(async () => ({ default: (await import('./desk-dialogs.tsx')).DeskDialogs }))

/** For admins who have the second factor that they need; the others set it up in their profile. */
export function AdminPage() {
  const { user } = useUser()
  return user?.secondFactor === 'required' ? <Navigate to={areaAddresses.api.home} replace /> : <ReviewDesk />
}

function ReviewDesk() {
  const desk = useDesk()
  useSessionPulse()
  useLiveKey()
  const headingId = useId()
  const image = useRef<ImageViewerHandle>(null)
  const [areKeysOn, switchKeys] = useKeySwitch()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = () => setHelpOpen(true)
  const help = isHelpOpen ? { isOn: areKeysOn, onSwitch: switchKeys, onClose: () => setHelpOpen(false) } : undefined
  return (
    <div className="flex min-h-dvh flex-col md:h-dvh">
      <header className="flex h-14 shrink-0 items-center gap-2 border-b border-border px-2 sm:px-4">
        <Link to="/" className="mr-auto flex min-h-10 items-center rounded-control">
          <Wordmark />
        </Link>
        <ThemeToggle />
        <LinkButton to={areaAddresses.api.home} look="quiet">
          Dashboard
        </LinkButton>
        <Button look="plain" onClick={() => signOut('api')}>
          Log Out
        </Button>
      </header>
      <main id="main" className="flex min-h-0 grow flex-col">
        <section aria-labelledby={headingId} className="flex min-h-0 grow flex-col">
          <DeskHeading desk={desk} headingId={headingId} />
          <ThreePanes
            isSubjectOpen={desk.openId !== undefined}
            list={
              <section
                aria-label="Verification requests"
                onKeyDown={(event) =>
                  pressInList(event, { desk, image: image.current, isSwitchedOn: areKeysOn, openHelp })
                }
              >
                <RequestList desk={desk} onOpenKeys={openHelp} />
              </section>
            }
            subject={
              <Subject
                desk={desk}
                image={image}
                onKeyDown={(event) => {
                  if (areKeysOn) pressOnImage(event, image.current)
                }}
              />
            }
            details={<Evidence desk={desk} />}
            detailsLabel="Evidence"
            actions={desk.openId !== undefined && <DecisionBar desk={desk} />}
          />
        </section>
      </main>
      <LaterPart>
        {(isHelpOpen || desk.asking !== undefined || desk.place.isPreviewOpen) && (
          <DeskDialogs desk={desk} help={help} />
        )}
      </LaterPart>
    </div>
  )
}

function DeskHeading({ desk: { place, go, focusing }, headingId }: { desk: Desk; headingId: string }) {
  const heading = useFocusWhen<HTMLHeadingElement>(focusing?.id === undefined ? focusing : undefined)
  return (
    <div className="flex flex-col gap-3 px-4 py-4 md:flex-row md:items-end md:justify-between">
      <div className="flex min-w-0 flex-col gap-0.5">
        <h1 className="text-xl font-semibold">Admin Dashboard</h1>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 ref={heading} id={headingId} tabIndex={-1} className="font-semibold">
            Verifications Management
          </h2>
          <p className="text-sm text-muted">Review and manage verification requests from users</p>
        </div>
      </div>
      <RequestSearch
        npi={place.npi}
        search={place.search}
        onSearch={(sought) =>
          go(
            {
              ...noNarrowing,
              npi: sought?.npi,
              search: sought?.search,
              id: undefined,
              status: sought === undefined ? 'pending' : 'all',
            },
            { isNewEntry: true },
          )
        }
      />
    </div>
  )
}

interface RequestSearchProps {
  npi: string | undefined
  search: string | undefined
  onSearch: (sought: { npi?: string; search?: string } | undefined) => void
}

/** Ten digits are an NPI; anything else is looked for in names and email addresses. */
function RequestSearch({ npi, search, onSearch }: RequestSearchProps) {
  const sought = npi ?? search ?? ''
  const [typed, setTyped] = useState(sought)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // The text follows the list in the same field: a new one would not have the focus.
  const [shown, setShown] = useState(sought)
  if (shown !== sought) {
    setShown(sought)
    setTyped(sought)
    setError(undefined)
  }
  const find = (event: FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    const digits = text.replace(/[\s-]/g, '')
    const isNumber = /^\d+$/.test(digits)
    const problem = text === '' ? 'Enter a name, an email address or an NPI.' : 'An NPI has ten digits.'
    const isWrong = text === '' || (isNumber && digits.length !== 10)
    setError(isWrong ? problem : undefined)
    if (!isWrong) onSearch(isNumber ? { npi: digits } : { search: text })
  }
  const showAll = () => {
    onSearch(undefined)
    field.current?.focus()
  }
  return (
    <search className="flex min-w-0 flex-col gap-1">
      <form onSubmit={find} noValidate className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <TextField
            ref={field}
            label="Search by name, email or NPI"
            autoComplete="off"
            spellCheck={false}
            maxLength={textLengthMax}
            value={typed}
            error={error}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" look="plain">
          <Search size={18} strokeWidth={1.75} aria-hidden="true" />
          Find
        </Button>
        {sought !== '' && <IconButton icon={X} label="Clear search" onClick={showAll} />}
      </form>
    </search>
  )
}

const minuteMs = 60_000

/** Between two reports of work; well below the length of an idle session. */
const pulseMs = 5 * minuteMs

/** The server knows the last use to the minute; after two more the session is surely over. */
const overMs = (adminIdleMinutesMax + 2) * minuteMs

/**
 * Keeps an admin's session alive while they work, and no longer. The desk's calls carry a key, which the session does
 * not see; so `GET /me` reports work now and then. After an idle time as long as a session, the same call finds the
 * session over and leads to the login.
 */
function useSessionPulse(): void {
  useEffect(() => {
    // A session that is over is signed out by the call; a server that is unreachable is not reported here.
    const report = () => call('GET /me', {}).catch(() => undefined)
    let reportedAt = Date.now()
    let workedAt = Date.now()
    const work = () => {
      workedAt = Date.now()
      if (workedAt - reportedAt < pulseMs) return
      reportedAt = workedAt
      report()
    }
    const timer = setInterval(() => {
      if (Date.now() - workedAt < overMs) return
      workedAt = Date.now()
      report()
    }, minuteMs)
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, work)
    return () => {
      clearInterval(timer)
      for (const event of events) window.removeEventListener(event, work)
    }
  }, [])
}
