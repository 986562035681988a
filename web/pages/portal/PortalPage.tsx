/** My Verifications: the clinician's own requests, what became of them, and who the clinician is. */
import {
  ChevronLeft,
  ChevronRight,
  CircleHelp,
  FileCheck,
  Hourglass,
  LogOut,
  type LucideIcon,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { Verification } from '#contract/verifications'
import { EmailEdit, PhoneEdit } from '../../account/contact-edits.tsx'
import { EmailNotice } from '../../account/EmailNotice.tsx'
import { useLiveKey } from '../../account/use-live-key.ts'
import type { Output } from '../../api/call.ts'
import { signOut, useUser } from '../../api/user.tsx'
import { areaAddresses } from '../../frame/next-address.ts'
import { NoteBox, Notice } from '../../ui/alerts.tsx'
import { TopBar, Wordmark } from '../../ui/bars.tsx'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage, LoadError, Spinner } from '../../ui/placeholders.tsx'
import { RecordList } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { ThemeToggle } from '../../ui/theme.tsx'
import type { RequestStart } from './RequestDialog.tsx'
import { RequestRecord, waitText } from './requests.tsx'
import { SharesPanel } from './SharesPanel.tsx'
import { type RequestList, useRequests } from './use-requests.ts'

// Dialogs weigh as much as the page: each loads when it is opened.
const RequestDialog = lazy(async () => ({ default: (await import('./RequestDialog.tsx')).RequestDialog }))
const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }))
const HelpDialog = lazy(async () => ({ default: (await import('./HelpDialog.tsx')).HelpDialog }))
const Drawer = lazy(async () => ({ default: (await import('../../ui/dialogs.tsx')).Drawer }))
const Dialog = lazy(async () => ({ default: (await import('../../ui/dialogs.tsx')).Dialog }))
const SecurityPanels = lazy(async () => ({
  default: (await import('../../account/security-panels.tsx')).SecurityPanels,
}))

export function PortalPage() {
  const { user } = useUser()
  useLiveKey()
  const [start, setStart] = useState<RequestStart>()
  const [newId, setNewId] = useState<string>()
  const [shared, setShared] = useState<Verification>()
  return (
    <div className="flex min-h-dvh flex-col">
      <PortalHeader />
      <div className="mx-auto flex w-full max-w-landing grow items-start gap-8 px-4 py-8">
        <aside aria-label="Profile" className="w-72 shrink-0 max-md:hidden">
          <Panel title="My Profile">
            <Profile />
          </Panel>
        </aside>
        <main id="main" className="flex min-w-0 grow flex-col gap-6">
          <h1 className="text-2xl font-semibold">My Verifications</h1>
          {user !== null && <EmailNotice user={user} />}
          <RequestsPanel
            list="pending"
            title="Pending Verifications"
            subtitle="Verification requests awaiting review"
            actions={
              <Button disabled={user === null} onClick={() => setStart({})}>
                New Verification
              </Button>
            }
            empty={{
              icon: Hourglass,
              title: 'No pending verifications',
              text: 'Get started by requesting a new verification.',
            }}
            footer={({ usualWaitHours }) => (
              <p className="text-sm wrap-anywhere text-muted">
                Reviewers work through requests oldest first. {waitText(usualWaitHours)} We’ll email{' '}
                {user?.email ?? 'you'} as soon as there’s a decision.
              </p>
            )}
            newId={newId}
            onStart={setStart}
          />
          <RequestsPanel
            list="completed"
            title="Completed Verifications"
            subtitle="Your completed verifications"
            empty={{
              icon: FileCheck,
              title: 'No active verifications',
              text: 'Your approved or rejected verifications will appear here.',
            }}
            onStart={setStart}
            onShare={setShared}
          />
          <SharesPanel />
          {/* Last: it appears once both lists are known to be empty, and would push them down. */}
          <Introduction />
        </main>
      </div>
      <LaterPart>
        {start !== undefined && user !== null && (
          <RequestDialog user={user} start={start} onClose={() => setStart(undefined)} onSubmitted={setNewId} />
        )}
        {shared !== undefined && user !== null && (
          <ShareDialog user={user} request={shared} onClose={() => setShared(undefined)} />
        )}
      </LaterPart>
    </div>
  )
}

function PortalHeader() {
  const [isOpen, setOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const help = (
    <>
      <CircleHelp size={18} strokeWidth={1.75} aria-hidden="true" />
      Help
    </>
  )
  return (
    <TopBar>
      <Link to={areaAddresses.portal.home} className="flex min-h-10 items-center rounded-control pr-4">
        <Wordmark />
      </Link>
      <div className="ml-auto flex items-center gap-1">
        <ThemeToggle />
        <div className="md:hidden">
          <IconButton icon={UserRound} label="My Profile" aria-haspopup="dialog" onClick={() => setOpen(true)} />
          <LaterPart>
            {isOpen && (
              <Drawer title="My Profile" onClose={() => setOpen(false)}>
                <Profile />
                <Button look="plain" aria-haspopup="dialog" className="md:hidden" onClick={() => setHelpOpen(true)}>
                  {help}
                </Button>
              </Drawer>
            )}
          </LaterPart>
        </div>
        <Button look="quiet" aria-haspopup="dialog" className="max-md:hidden" onClick={() => setHelpOpen(true)}>
          {help}
        </Button>
        <LaterPart>{isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}</LaterPart>
        <Button look="plain" onClick={() => signOut('portal')}>
          <LogOut size={18} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden" />
          Log Out
        </Button>
      </div>
    </TopBar>
  )
}

function Profile() {
  const { user, isLoading, error, refresh } = useUser()
  const [isOpen, setOpen] = useState(false)
  if (isLoading) {
    return (
      <div aria-busy="true" className="flex animate-late flex-col gap-4">
        <Skeleton size="h-11 w-full" />
        <Skeleton size="h-11 w-full" />
        <Skeleton size="h-40 w-full" />
      </div>
    )
  }
  if (user === null) return <LoadError title={error ?? 'No user data available'} onRetry={refresh} />
  const { _id, email, phone, npi, credentials } = user
  return (
    <div className="flex flex-col gap-4">
      <EmailEdit email={email} />
      <PhoneEdit phone={phone} />
      <dl className="flex flex-col gap-3">
        <Fact name="NPI">{npi === null ? 'Pending' : <NpiDigits npi={npi} />}</Fact>
        <Fact name="Credentials">{credentials.length === 0 ? 'None yet' : credentials.join(', ')}</Fact>
        <Fact name="Account ID" isCode>
          {_id}
        </Fact>
      </dl>
      <Button look="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Sign-in and security
      </Button>
      <LaterPart>
        {isOpen && (
          <Dialog title="Sign-in and security" onClose={() => setOpen(false)}>
            <SecurityPanels />
          </Dialog>
        )}
      </LaterPart>
    </div>
  )
}

function Fact({ name, isCode, children }: { name: string; isCode?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={isCode ? 'font-mono text-sm break-all' : 'break-words'}>{children}</dd>
    </div>
  )
}

interface RequestsPanelProps {
  list: RequestList
  title: string
  subtitle: string
  actions?: ReactNode
  empty: { icon: LucideIcon; title: string; text: string }
  footer?: (answer: Output<'GET /api/verifications'>) => ReactNode
  /** The request that was just submitted. */
  newId?: string | undefined
  onStart: (start: RequestStart) => void
  onShare?: (request: Verification) => void
}

/** One list of requests, independent of the other: loading, failed, empty or full. The address names the page. */
function RequestsPanel(props: RequestsPanelProps) {
  const { list, title, subtitle, actions, empty, footer, newId, onStart, onShare } = props
  const [search, setSearch] = useSearchParams()
  const page = pageIn(search.get(list))
  const { data, isLoading, isTurning, failure, pages, retry, reload } = useRequests(list, page)
  const searchOf = (next: number) => {
    const changed = new URLSearchParams(search)
    if (next > 1) changed.set(list, String(next))
    else changed.delete(list)
    return changed
  }
  // Requests leave a list when they are decided, and the last page may go with them.
  const isBeyond = data !== undefined && !isTurning && page > pages
  return (
    <Panel title={title} subtitle={subtitle} actions={actions} isBusy={isLoading || isTurning}>
      {isBeyond && <Navigate to={{ search: searchOf(pages).toString() }} replace />}
      {data !== undefined && data.total > 0 && (
        <>
          {data.verifications.some(({ id }) => id === newId) && <Submitted />}
          <RecordList>
            {data.verifications.map((request) => (
              <li key={request.id}>
                <RequestRecord
                  request={request}
                  reload={() => reload(request.id)}
                  onShare={onShare}
                  onAgain={() => onStart({ npi: request.npi, credential: request.credentials[0] })}
                />
              </li>
            ))}
          </RecordList>
          <Pager label={title} page={page} pages={pages} onPage={(next) => setSearch(searchOf(next))} />
          {footer?.(data)}
        </>
      )}
      {data?.total === 0 && <EmptyMessage {...empty} />}
      {data === undefined && isLoading && <Spinner label="Loading verifications..." />}
      {data === undefined && !isLoading && (
        <LoadError title="Error loading verifications" text={failure} onRetry={retry} />
      )}
    </Panel>
  )
}

function Submitted() {
  return (
    <NoteBox>
      <p className="font-semibold">Your request was submitted.</p>
      <p className="text-text">
        Next, a reviewer compares your document with the national registry and approves or rejects the request. You
        don’t need to do anything until then.
      </p>
    </NoteBox>
  )
}

function pageIn(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
}

interface PagerProps {
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}

function Pager({ label, page, pages, onPage }: PagerProps) {
  if (pages <= 1 && page <= 1) return null
  return (
    <nav aria-label={`Pages of ${label}`} className="flex flex-wrap items-center justify-between gap-3">
      <Turn isEnd={page <= 1} onTurn={() => onPage(page - 1)}>
        <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        Previous
      </Turn>
      <p role="status" className="text-sm text-muted tabular-nums">
        Page {page} of {pages}
      </p>
      <Turn isEnd={page >= pages} onTurn={() => onPage(page + 1)}>
        Next
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
      </Turn>
    </nav>
  )
}

/** At the end it keeps its focus, which a disabled button would lose. */
function Turn({ isEnd, onTurn, children }: { isEnd: boolean; onTurn: () => void; children: ReactNode }) {
  return (
    <Button
      look="plain"
      aria-disabled={isEnd}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
      onClick={isEnd ? undefined : onTurn}
    >
      {children}
    </Button>
  )
}

/** For clinicians without any request: what happens to one, and who sees the image. */
function Introduction() {
  const pending = useRequests('pending', 1)
  const completed = useRequests('completed', 1)
  if (pending.data?.total !== 0 || completed.data?.total !== 0) return null
  return (
    <Notice icon={ShieldCheck} title="How a verification works" tone="info">
      <p>
        Submit your NPI and a photo of your license or diploma, and see right away what the national registry says. A
        reviewer then compares the document and approves or rejects the request, and we email you the decision. Only you
        and our reviewers ever see the image, which is stored encrypted and deleted after the decision.
      </p>
    </Notice>
  )
}
