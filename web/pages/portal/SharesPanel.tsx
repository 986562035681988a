import { useQueryClient } from '@tanstack/react-query'
import { Link as LinkIcon } from 'lucide-react'
import { useState } from 'react'
import { statusListSeconds } from '#contract/limits'
import type { OpeningWay, Share, ShareStatus } from '#contract/share-endpoints'
import { errorText } from '../../api/call.ts'
import { useAnswer, useSend } from '../../api/queries.ts'
import { InlineAlert } from '../../ui/alerts.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { dayText, timesText } from '../../ui/format.ts'
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx'
import { LocalTime } from '../../ui/LocalTime.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage, LoadError, Spinner } from '../../ui/placeholders.tsx'
import { PlainRecord, RecordList, RowAction, RowActions } from '../../ui/rows.tsx'
import { toast } from '../../ui/toasts.tsx'

/** The links that the clinician made, who opened each, and how to end it. */
export function SharesPanel() {
  const { data, error, isPending, refetch } = useAnswer('GET /me/shares', {})
  const active = data?.shares.filter(({ status }) => status === 'active') ?? []
  const ended = data?.shares.filter(({ status }) => status !== 'active') ?? []
  return (
    <Panel title="Shared credentials" subtitle="Links to your approved credentials" isBusy={isPending}>
      {data?.shares.length === 0 && (
        <EmptyMessage
          icon={LinkIcon}
          title="No shared credentials"
          text="Choose Share on an approved verification to create a link that expires when you choose."
        />
      )}
      {active.length > 0 && <ShareList shares={active} />}
      {ended.length > 0 && <EndedShares shares={ended} />}
      {data !== undefined && data.shares.length > 0 && <OpeningEmails isOn={data.isEmailedOnOpening} />}
      {data === undefined && isPending && <Spinner label="Loading shared credentials..." />}
      {data === undefined && error !== null && (
        <LoadError
          title="Error loading shared credentials"
          text={errorText(error, 'Failed to load shared credentials. Please try again later.')}
          onRetry={refetch}
        />
      )}
    </Panel>
  )
}

function ShareList({ shares }: { shares: readonly Share[] }) {
  return (
    <RecordList>
      {shares.map((share) => (
        <ShareRecord key={share.id} share={share} />
      ))}
    </RecordList>
  )
}

function EndedShares({ shares }: { shares: readonly Share[] }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <RowActions>
        <RowAction aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'} ended links ({shares.length})
        </RowAction>
      </RowActions>
      {isShown && <ShareList shares={shares} />}
    </div>
  )
}

const statuses: Record<ShareStatus, { words: string; tone: BadgeTone }> = {
  active: { words: 'Active', tone: 'success' },
  expired: { words: 'Ended', tone: 'plain' },
  revoked: { words: 'Revoked', tone: 'plain' },
  used_up: { words: 'Used up', tone: 'plain' },
  locked: { words: 'Locked', tone: 'warning' },
}

function ShareRecord({ share }: { share: Share }) {
  const { recipient, status, views } = share
  const { words, tone } = statuses[status]
  const [isAsking, setAsking] = useState(false)
  return (
    <PlainRecord title={recipient ?? 'Link without a name'} facts={factsOf(share)}>
      <div className="flex items-center gap-2">
        <Badge tone={tone}>{words}</Badge>
        {isRevocable(share) && (
          <RowAction aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Revoke
          </RowAction>
        )}
      </div>
      <div className="w-full text-sm text-muted">
        {views === 0 ? <p>Not opened yet</p> : <Openings share={share} />}
      </div>
      {isAsking && <RevokeQuestion share={share} onClose={() => setAsking(false)} />}
    </PlainRecord>
  )
}

/** Also one that no longer opens: signed copies of it are valid until it ends. */
function isRevocable({ status }: Share): boolean {
  return status === 'active' || status === 'used_up' || status === 'locked'
}

function factsOf({ credentials, createdAt, expiresAt, status, isPasscodeSet, viewsMax }: Share): string {
  const isOver = status === 'expired' || Date.parse(expiresAt) <= Date.now()
  return [
    credentials.join(', '),
    `shared ${dayText(createdAt)}`,
    `${isOver ? 'ended' : 'until'} ${dayText(expiresAt)}`,
    isPasscodeSet ? 'passcode' : 'no passcode',
    ...(viewsMax === null ? [] : [viewsMax === 1 ? '1 view at most' : `up to ${viewsMax} views`]),
  ].join(' · ')
}

const ways: Record<OpeningWay, string> = {
  page: 'on the web',
  health_link: 'as a SMART Health Link',
  api: 'by a program',
}

/** How often a share was opened and by whom last; unfolded, every opening. */
function Openings({ share: { id, views, lastOpenedAt, lastOpenedBy } }: { share: Share }) {
  const [isOpen, setOpen] = useState(false)
  const by = lastOpenedBy === null ? '' : `${views > 1 ? ' last' : ''} by ${lastOpenedBy},`
  return (
    <Disclosure summary={`Opened ${timesText(views)},${by} ${dayText(lastOpenedAt ?? '')}`} onToggle={setOpen}>
      {isOpen && <OpeningList id={id} />}
    </Disclosure>
  )
}

function OpeningList({ id }: { id: string }) {
  const { data, error, refetch } = useAnswer('GET /me/shares/{id}/views', { params: { id } }, { keepsPrevious: true })
  if (data === undefined) {
    return error === null ? (
      <Spinner label="Loading openings..." />
    ) : (
      <LoadError
        title="Error loading openings"
        text={errorText(error, 'Failed to load openings. Please try again later.')}
        onRetry={refetch}
      />
    )
  }
  return (
    <ul aria-label="Openings" className="flex flex-col gap-2">
      {data.views.map(({ openedAt, recipient, way, browser, network }) => (
        <li key={`${openedAt} ${recipient}`} className="wrap-anywhere">
          <span className="text-text">{recipient}</span>
          {', '}
          <LocalTime iso={openedAt} />
          {`, ${[ways[way], browser, network].filter((part) => part !== null).join(', ')}`}
        </li>
      ))}
    </ul>
  )
}

function RevokeQuestion({ share: { id, recipient }, onClose }: { share: Share; onClose: () => void }) {
  const client = useQueryClient()
  const revoke = useSend('POST /me/shares/{id}/revoke')
  const confirm = async () => {
    try {
      await revoke.mutateAsync({ params: { id } })
      toast.success('The link was revoked.')
      onClose()
    } catch {
      // The question shows the failure.
    }
    await client.invalidateQueries({ queryKey: ['GET /me/shares'] })
  }
  return (
    <LazyConfirmDialog
      title="Revoke this link?"
      description={`${recipient ?? 'Anyone who has it'} can no longer open it. Signed copies show as revoked within ${statusListSeconds / 60} minutes. Anything already read or printed stays with its reader.`}
      confirm="Revoke"
      busy="Revoking..."
      isBusy={revoke.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {revoke.error !== null && (
        <InlineAlert>{errorText(revoke.error, 'Failed to revoke the link. Try again.')}</InlineAlert>
      )}
    </LazyConfirmDialog>
  )
}

function OpeningEmails({ isOn }: { isOn: boolean }) {
  const client = useQueryClient()
  const change = useSend('POST /me/shares/emails')
  const set = async (isEmailedOnOpening: boolean) => {
    try {
      await change.mutateAsync({ body: { isEmailedOnOpening } })
    } catch (error) {
      toast.error(errorText(error, 'Failed to change email settings'))
    }
    await client.invalidateQueries({ queryKey: ['GET /me/shares'] })
  }
  return (
    <CheckField
      label="Email me when a link is opened for the first time"
      checked={change.isPending ? change.variables.body.isEmailedOnOpening : isOn}
      disabled={change.isPending}
      onChange={({ target }) => set(target.checked)}
    />
  )
}
