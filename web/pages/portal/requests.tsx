/** A clinician's request, as both lists show it. */
import { Circle, CircleCheck, CircleDot, type LucideIcon, Share2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { daysLeft, expiryText } from '#contract/days'
import { reminderDays } from '#contract/limits'
import { credentialTypes, primarySourceGap, rejectionReasons } from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { classes } from '../../ui/classes.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { dayText, lastDayText } from '../../ui/format.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { RowAction, RowActions, StatusRecord } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { CheckLines, countsOf } from '../share/check-lines.tsx'
import { PlainChecks } from './plain-checks.tsx'
import { Withdraw } from './withdraw.tsx'

const FullScreenDialog = lazy(async () => ({
  default: (await import('../../ui/dialogs.tsx')).FullScreenDialog,
}))
const LinkedImage = lazy(async () => ({ default: (await import('../../ui/LinkedImage.tsx')).LinkedImage }))

interface RequestProps {
  request: Verification
  /** Reads the request again, with a link to its image that works. */
  reload: () => Promise<Verification | undefined>
}

interface RequestRecordProps extends RequestProps {
  onAgain: () => void
  onShare?: ((request: Verification) => void) | undefined
}

export function RequestRecord({ request, reload, onAgain, onShare }: RequestRecordProps) {
  const { credentials, npi, createdAt } = request
  const isPending = request.status === 'pending'
  const isApproved = request.status === 'approved'
  const long = credentials.flatMap((credential) => names[credential] ?? [])
  return (
    <StatusRecord
      status={isPending ? 'pending' : isApproved ? 'approved' : 'rejected'}
      title={
        <>
          <span>{credentials.join(', ')}</span>{' '}
          {long.length > 0 && <span className="font-normal text-muted">{long.join(', ')}</span>}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-col gap-1">
          <p>
            NPI: <NpiDigits npi={npi} />
          </p>
          <p>Submitted on: {dayText(createdAt)}</p>
          {!isPending && <p>{`${isApproved ? 'Approved' : 'Reviewed'}: ${decisionDay(request)}`}</p>}
        </div>
        <RequestSteps request={request} isPending={isPending} />
        {request.needsReview !== undefined && (
          <div className="flex flex-col items-start gap-2 rounded-control border border-warning bg-warning-soft p-3 text-base wrap-anywhere text-text">
            <p className="font-semibold">A reviewer will look at this verification again.</p>
            <p>A public list was updated and now says something different. Your verification stays valid until then.</p>
            <CheckLines checks={request.needsReview.checks} />
          </div>
        )}
        {isApproved && <Expiry request={request} onRenew={onAgain} onShare={onShare} />}
        {!isPending && !isApproved && <Rejection request={request} onAgain={onAgain} />}
        {isPending && <PlainChecks request={request} />}
        <RequestChecks request={request} />
        {(isPending || request.imageUrl !== undefined) && (
          <RowActions>
            <RequestImage request={request} reload={reload} />
            {isPending && <Withdraw request={request} />}
          </RowActions>
        )}
      </div>
    </StatusRecord>
  )
}

const names: Readonly<Record<string, string>> = credentialTypes

function decisionDay({ approvedAt }: Verification): string {
  return approvedAt === undefined ? 'N/A' : dayText(approvedAt)
}

type StepState = 'done' | 'now' | 'ahead'

const stepLooks: Record<StepState, { Icon: LucideIcon; color: string; words: string }> = {
  done: { Icon: CircleCheck, color: 'text-success', words: 'Done:' },
  now: { Icon: CircleDot, color: 'text-brand', words: 'Now:' },
  ahead: { Icon: Circle, color: 'text-subtle', words: 'To come:' },
}

function RequestSteps({ request, isPending }: { request: Verification; isPending: boolean }) {
  const review = request.isReading ? 'Reading the document' : 'Waiting for a reviewer'
  const steps: { name: string; text: string; state: StepState }[] = [
    { name: 'Submitted', text: dayText(request.createdAt), state: 'done' },
    { name: 'In review', text: isPending ? review : 'By a reviewer', state: isPending ? 'now' : 'done' },
    {
      name: 'Decided',
      text: isPending ? 'We email you' : decisionDay(request),
      state: isPending ? 'ahead' : 'done',
    },
  ]
  return (
    <ol aria-label="Progress of this request" className="flex flex-col gap-3 border-t border-border pt-3 sm:flex-row">
      {steps.map(({ name, text, state }) => {
        const { Icon, color, words } = stepLooks[state]
        return (
          <li
            key={name}
            aria-current={state === 'now' ? 'step' : undefined}
            className="flex min-w-0 grow basis-0 items-start gap-2"
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={classes('shrink-0', color)} />
            <div className="flex min-w-0 flex-col">
              <p className={state === 'ahead' ? 'text-subtle' : 'font-semibold text-text'}>
                <span className="sr-only">{words} </span>
                {name}
              </p>
              <p>{text}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** It is time to renew when the first reminder is sent. */
const renewDays = Math.max(...reminderDays)

interface ExpiryProps extends Pick<RequestRecordProps, 'request' | 'onShare'> {
  onRenew: () => void
}

function Expiry({ request, onRenew, onShare }: ExpiryProps) {
  const { expiresAt, isExpired = false } = request
  if (expiresAt === undefined) return null
  const days = daysLeft(expiresAt, new Date())
  const isDue = isExpired || days <= renewDays
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p>Expires: {lastDayText(expiresAt)}</p>
      <Badge tone={isExpired ? 'danger' : isDue ? 'warning' : 'plain'}>{expiryText(days, isExpired)}</Badge>
      {isDue && (
        <Button look="plain" onClick={onRenew}>
          Renew
        </Button>
      )}
      {!isExpired && onShare !== undefined && (
        <Button look="plain" aria-haspopup="dialog" onClick={() => onShare(request)}>
          <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
          Share
        </Button>
      )}
    </div>
  )
}

/** How long a decision takes, as the latest ones did. */
export function waitText(hours: number | undefined): string {
  if (hours === undefined) return 'We can’t promise a date yet.'
  if (hours === 1) return 'Most recent decisions took less than an hour.'
  const [count, unit] = hours < 24 ? [hours, 'hours'] : [Math.ceil(hours / 24), 'days']
  return `Most recent decisions took ${count === 1 ? 'less than a day' : `less than ${count} ${unit}`}.`
}

function Rejection({ request, onAgain }: { request: Verification; onAgain: () => void }) {
  const { rejectionReason, isRevoked, note } = request
  if (rejectionReason === undefined) return null
  const known = rejectionReasons.find(({ value }) => value === rejectionReason)
  return (
    <div className="flex flex-col items-start gap-2 rounded-control border border-danger bg-danger-soft p-3 text-base wrap-anywhere text-text">
      <p className="text-danger">
        <strong className="font-semibold">Rejection Reason:</strong> {rejectionReason}
      </p>
      {isRevoked === true && <p>This request was approved, and the approval was later revoked.</p>}
      {note !== undefined && <p>Note from the reviewer: {note}</p>}
      {known !== undefined && <p>{nextSteps[known.value]}</p>}
      <Button look="plain" onClick={onAgain}>
        Submit again
      </Button>
    </div>
  )
}

const nextSteps: Record<(typeof rejectionReasons)[number]['value'], string> = {
  'Image is not clear':
    'We couldn’t read the photo. Lay the document flat in good light, include all four corners, and upload a sharper one.',
  'Credentials expired': 'This document has expired. Renew your license with your board, then upload the new one.',
  'Information does not match':
    'The name or number on the document doesn’t match what you entered or what the registry has. Check both. If the registry is out of date, correct it at nppes.cms.hhs.gov first.',
  'Document appears altered': 'Upload a photo of the original document, without crops, filters or markings.',
  'Wrong credential type':
    'The document shows a different credential from the one you chose. Choose the one it shows, or upload the right document.',
}

function RequestChecks({ request: { checks, isReading } }: { request: Verification }) {
  return (
    <Disclosure summary={`All checks: ${countsOf(checks)}`}>
      <p>{primarySourceGap(checks) ?? 'We looked up your license with your state’s board.'}</p>
      <CheckLines checks={checks} />
      <p role="status">
        {isReading
          ? 'We’re reading your document. The results appear here within seconds.'
          : 'These checks assist the reviewer, who makes the decision.'}
      </p>
    </Disclosure>
  )
}

function RequestImage({ request: { imageUrl, credentials, npi }, reload }: RequestProps) {
  const [isOpen, setOpen] = useState(false)
  if (imageUrl === undefined) return null
  return (
    <>
      <RowAction aria-haspopup="dialog" onClick={() => setOpen(true)}>
        View your image
      </RowAction>
      <LaterPart>
        {isOpen && (
          <FullScreenDialog title="Credential Image" onClose={() => setOpen(false)}>
            <LinkedImage
              src={imageUrl}
              alt={`What you sent for ${credentials.join(', ')}, NPI ${npi}`}
              renew={async () => (await reload())?.imageUrl}
            />
          </FullScreenDialog>
        )}
      </LaterPart>
    </>
  )
}
