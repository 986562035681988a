/** A clinician's requests, waiting or decided, as the two lists show them. */
import { lazy, useState } from 'react'
import { reminderDays } from '#contract/limits'
import { type CheckResult, checkCodes, credentialTypes, rejectionReasons } from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { dayText, lastDayText, numberText } from '../../ui/format.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { RowAction, RowActions, StatusRecord } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { Findings, ReasonBox, Steps, Subtitle } from './pieces.tsx'

// The viewer loads when an image is opened.
const FullScreenDialog = lazy(async () => ({
  default: (await import('../../ui/dialogs.tsx')).FullScreenDialog,
}))
const LinkedImage = lazy(async () => ({ default: (await import('../../ui/LinkedImage.tsx')).LinkedImage }))

interface RequestProps {
  request: Verification
  /** Reads the request again, with a link to its image that works. */
  reload: () => Promise<Verification | undefined>
}

/** `isNew` opens the checks. */
export function PendingRequest({ request, reload, isNew }: RequestProps & { isNew: boolean }) {
  return (
    <StatusRecord status="pending" title={<RequestTitle credentials={request.credentials} />}>
      <p>
        NPI: <NpiDigits npi={request.npi} />
      </p>
      <p>Submitted on: {dayText(request.createdAt)}</p>
      <RequestSteps request={request} />
      <RequestChecks request={request} isOpen={isNew} />
      <RequestImage request={request} reload={reload} />
    </StatusRecord>
  )
}

/** Until when an approval lasts, or why the request was rejected and what to do next: `onAgain` submits the same once more. */
export function CompletedRequest({ request, reload, onAgain }: RequestProps & { onAgain: () => void }) {
  const { status, npi, createdAt, rejectionReason, isRevoked, note } = request
  const isApproved = status === 'approved'
  const step = rejectionReason === undefined ? undefined : nextStep(rejectionReason)
  return (
    <StatusRecord
      status={isApproved ? 'approved' : 'rejected'}
      title={<RequestTitle credentials={request.credentials} />}
    >
      <p>
        NPI: <NpiDigits npi={npi} />
      </p>
      <p>Submitted on: {dayText(createdAt)}</p>
      <p>{`${isApproved ? 'Approved' : 'Reviewed'}: ${decisionDay(request)}`}</p>
      <RequestSteps request={request} />
      {isApproved && <Expiry request={request} onRenew={onAgain} />}
      {!isApproved && rejectionReason !== undefined && (
        <ReasonBox label="Rejection Reason:" reason={rejectionReason}>
          {isRevoked === true && <p>This was approved before; the approval was revoked.</p>}
          {note !== undefined && <p>The reviewer writes: {note}</p>}
          {step !== undefined && <p>{step}</p>}
          <Button look="plain" onClick={onAgain}>
            Submit again
          </Button>
        </ReasonBox>
      )}
      <RequestChecks request={request} isOpen={false} />
      <RequestImage request={request} reload={reload} />
    </StatusRecord>
  )
}

const names: Readonly<Record<string, string>> = credentialTypes

/** The credentials, and their names written out. */
function RequestTitle({ credentials }: { credentials: readonly string[] }) {
  const long = credentials.flatMap((credential) => names[credential] ?? [])
  return (
    <>
      <span>{credentials.join(', ')}</span> {long.length > 0 && <Subtitle>{long.join(', ')}</Subtitle>}
    </>
  )
}

function decisionDay({ approvedAt }: Verification): string {
  return approvedAt === undefined ? 'N/A' : dayText(approvedAt)
}

/** How far a request has come. */
function RequestSteps({ request }: { request: Verification }) {
  const isPending = request.status === 'pending'
  return (
    <Steps
      label="Progress of this request"
      items={[
        { name: 'Submitted', text: dayText(request.createdAt), state: 'done' },
        {
          name: 'In review',
          text: isPending ? (request.isReading ? 'Reading the document' : 'Waiting for a reviewer') : 'By a reviewer',
          state: isPending ? 'now' : 'done',
        },
        {
          name: 'Decided',
          text: isPending ? 'We email you' : decisionDay(request),
          state: isPending ? 'ahead' : 'done',
        },
      ]}
    />
  )
}

/** It is time to renew when the first reminder is sent. */
const renewDays = Math.max(...reminderDays)

/** How long an approval lasts, with a button for a new one when it is time. */
function Expiry({ request, onRenew }: { request: Verification; onRenew: () => void }) {
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
    </div>
  )
}

const dayMs = 86_400_000

/** Whole days from `now` to the end of a day; 0 on that day itself, negative once it is over. */
export function daysLeft(end: string, now: Date): number {
  return Math.floor((Date.parse(end) - now.getTime()) / dayMs)
}

/** As in expires in 58 days. */
export function expiryText(days: number, isExpired: boolean): string {
  if (isExpired) return 'expired'
  if (days <= 0) return 'expires today'
  return days === 1 ? 'expires in 1 day' : `expires in ${numberText(days)} days`
}

type Reason = (typeof rejectionReasons)[number]['value']

const nextSteps: Record<Reason, string> = {
  'Image is not clear':
    'The photo could not be read. Lay the document flat in good light, include all four corners, and upload a sharper one.',
  'Credentials expired': 'The document has expired. Renew it with your board, then upload the new one.',
  'Information does not match':
    'The name or number on the document is not what you entered or what the registry has. Check both, and have the registry corrected first if it is out of date.',
  'Document appears altered': 'Upload a photo of the document itself, without crops, filters or marks.',
  'Wrong credential type':
    'The document shows another credential than you chose. Choose the one it shows, or upload the document of the other.',
}

/** What to do after a rejection; undefined for a reason that the contract does not know. */
function nextStep(reason: string): string | undefined {
  const known = rejectionReasons.find(({ value }) => value === reason)
  return known && nextSteps[known.value]
}

const countWords: Record<CheckResult, string> = {
  passed: 'in order',
  failed: 'not in order',
  warning: 'to be looked at',
  unknown: 'not known',
}

/** What was checked, and the result. */
function RequestChecks({ request: { checks, isReading }, isOpen }: { request: Verification; isOpen: boolean }) {
  return (
    <Disclosure summary={`Checks: ${countsOf(checks)}`} isOpen={isOpen}>
      <Findings
        items={checks.map(({ code, result, sentence, source: { name, date } }) => ({
          result,
          question: checkCodes[code],
          sentence,
          source: date === null ? `Source: ${name}` : `Source: ${name}, ${dayText(date)}`,
        }))}
      />
      <p role="status">
        {isReading
          ? 'Your document is being read now. The results appear here within seconds.'
          : 'None of these decides anything by itself: a reviewer does.'}
      </p>
    </Disclosure>
  )
}

/** As in 7 in order, 1 to be looked at. */
function countsOf(checks: Verification['checks']): string {
  return (['passed', 'failed', 'warning', 'unknown'] as const)
    .map((result) => ({ result, count: checks.filter((check) => check.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => `${count} ${countWords[result]}`)
    .join(', ')
}

/** Opens the image of a request, as long as it is kept. */
function RequestImage({ request: { imageUrl, credentials, npi }, reload }: RequestProps) {
  const [isOpen, setOpen] = useState(false)
  if (imageUrl === undefined) return null
  return (
    <RowActions>
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
    </RowActions>
  )
}
