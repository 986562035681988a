/** Everything that the open request is decided by, beside its image. */
import { type ReactNode, useId } from 'react'
import { type CheckCode, checkNames, primarySourceGap } from '#contract/verification-words'
import type { Check, Verification } from '#contract/verifications'
import { Badge } from '../../ui/Badge.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { dayText, readableDays } from '../../ui/format.ts'
import { LocalTime } from '../../ui/LocalTime.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { StatusBadge } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { BoardTable } from './board-table.tsx'
import type { Review } from './desk-data.ts'
import { ExpiryLine } from './request-list.tsx'
import type { Desk } from './use-desk.ts'
import { countsText, credentialsInFull, credentialsText, documentText, resultWords, statusOf } from './words.ts'

export function Evidence({ desk }: { desk: Desk }) {
  const { data, error } = desk.review
  if (desk.openId === undefined && desk.list.data !== undefined) {
    return <p className="p-4 text-sm text-muted">The checks and history of an open request appear here.</p>
  }
  if (desk.openId === undefined || (data === undefined && error !== null)) return null
  if (data === undefined) {
    return (
      <div aria-busy="true" className="flex animate-late flex-col gap-4 p-4">
        {['h-7 w-48', 'h-5 w-64', 'h-40 w-full', 'h-64 w-full'].map((size) => (
          <Skeleton key={size} size={size} />
        ))}
      </div>
    )
  }
  const { verification, submitter, image, earlier, history } = data
  const decision = lastOf(history, /^verification\.(approved|rejected|revoked|kept)$/)
  return (
    <>
      <SubPanel title={credentialsInFull(verification)}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>
            NPI: <NpiDigits npi={verification.npi} />
          </p>
          <StatusBadge status={statusOf(verification)} />
        </div>
        <p className="text-sm break-words text-muted">
          Submitted by {submitter.email}, {dayText(verification.createdAt)}
        </p>
        {statusOf(verification) !== 'pending' && <DecisionMade review={data} />}
      </SubPanel>
      {verification.needsReview !== undefined && (
        <SubPanel title="Why it needs a review">
          <p className="text-sm text-muted">A list was updated, and these checks have changed:</p>
          <CheckList checks={verification.needsReview.checks} before={verification.checks} />
        </SubPanel>
      )}
      <SubPanel title={decision === undefined ? 'Checks' : `Checks as of ${dayText(decision.at)}`}>
        <p className="text-sm">
          {primarySourceGap(verification.checks) ?? 'The license was looked up with the state board.'}
        </p>
        <CheckList checks={verification.checks} isReading={verification.isReading} />
      </SubPanel>
      <SubPanel title="Board and document">
        <BoardTable review={data} />
      </SubPanel>
      <SubPanel title="Submitted and registry">
        <ComparisonTable review={data} />
      </SubPanel>
      <SubPanel title="Other requests">
        <OtherRequests request={verification} earlier={earlier} desk={desk} />
      </SubPanel>
      <SubPanel title="Image">
        <ImageFacts image={image} />
      </SubPanel>
      <SubPanel title="History">
        <HistoryList history={history} />
      </SubPanel>
    </>
  )
}

function SubPanel({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 border-b border-border px-4 py-5">
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}

type Event = Review['history'][number]

function lastOf(history: readonly Event[], actions: RegExp): Event | undefined {
  return history.findLast(({ action }) => actions.test(action))
}

function DecisionMade({ review: { verification, history } }: { review: Review }) {
  const decision = lastOf(history, /^verification\.(approved|rejected|revoked|withdrawn)$/)
  const { rejectionReason, note } = verification
  return (
    <div className="flex flex-col gap-1 text-sm break-words">
      {decision !== undefined && (
        <p>
          {actionText(decision.action)} by {decision.by ?? 'an unknown admin'}, {dayText(decision.at)}
        </p>
      )}
      <ExpiryLine request={verification} />
      {rejectionReason !== undefined && <p>Rejection Reason: {rejectionReason}</p>}
      {note !== undefined && <p>Note: {note}</p>}
    </div>
  )
}

const actionWords: Readonly<Record<string, string>> = {
  'verification.submitted': 'Submitted',
  'verification.approved': 'Approved',
  'verification.rejected': 'Rejected',
  'verification.revoked': 'Approval revoked',
  'verification.withdrawn': 'Withdrawn',
  'verification.marked': 'Needs a review: a list was updated',
  'verification.unmarked': 'No longer needs a review',
  'verification.kept': 'Approval kept',
  'image.viewed': 'Image viewed',
}

function actionText(action: string): string {
  return actionWords[action] ?? action
}

interface CheckListProps {
  checks: readonly Check[]
  /** What the same checks said when the approval was given. */
  before?: readonly Check[]
  isReading?: boolean
}

/** What failed comes first; what passed is a click away. */
function CheckList({ checks, before = [], isReading = false }: CheckListProps) {
  const open = (['failed', 'warning', 'unknown'] as const).flatMap((result) =>
    checks.filter((check) => check.result === result),
  )
  const passed = checks.filter(({ result }) => result === 'passed')
  return (
    <>
      <p className="text-sm font-semibold">{countsText(checks)}</p>
      {open.length > 0 && <CheckItems checks={open} before={before} />}
      {passed.length > 0 && (
        <Disclosure summary={`${passed.length} passed`}>
          <CheckItems checks={passed} before={before} />
        </Disclosure>
      )}
      {isReading && (
        <p role="status" className="text-sm text-muted">
          We’re reading the document. More checks appear here within seconds.
        </p>
      )}
    </>
  )
}

function CheckItems({ checks, before }: { checks: readonly Check[]; before: readonly Check[] }) {
  const earlier = (code: CheckCode) => before.find((check) => check.code === code)?.sentence
  return (
    <ul className="flex flex-col gap-3">
      {checks.map(({ code, result, sentence, source }) => (
        <li key={code} className="flex flex-col items-start gap-1 text-sm">
          <div className="flex w-full items-start justify-between gap-3">
            <p className="font-semibold">{checkNames[code]}</p>
            <Badge tone={resultWords[result].tone}>{resultWords[result].words}</Badge>
          </div>
          <p className="break-words">{readableDays(sentence)}</p>
          <p className="text-subtle">
            {source.name}
            {source.date !== null && `, ${dayText(source.date)}`}
          </p>
          {earlier(code) !== undefined && <p className="text-muted">Before: {readableDays(earlier(code) ?? '')}</p>}
        </li>
      ))}
    </ul>
  )
}

function ComparisonTable({ review }: { review: Review }) {
  return (
    <table aria-label="Submitted and registry" className="w-full table-fixed border-collapse text-left text-sm">
      <thead className="text-muted">
        <tr className="border-b border-border">
          <th scope="col" className="w-1/3 py-1.5 pr-2 font-normal">
            <span className="sr-only">What</span>
          </th>
          {['Submitted', 'Registry'].map((column) => (
            <th key={column} scope="col" className="py-1.5 pr-2 font-normal">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {compare(review).map(({ name, submitted, found, verdict }) => (
          <tr key={name} className="border-b border-border align-top">
            <th scope="row" className="py-2 pr-2 font-semibold">
              <span className="flex flex-col items-start gap-1">
                {name}
                <Badge tone={verdict.tone}>{verdict.words}</Badge>
              </span>
            </th>
            <td className="py-2 pr-2 break-words">{submitted}</td>
            <td className="py-2 pr-2 break-words">{found}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const verdictWords: typeof resultWords = {
  ...resultWords,
  passed: { words: 'Agrees', tone: 'success' },
  failed: { words: 'Differs', tone: 'danger' },
  unknown: { words: 'Can’t tell', tone: 'plain' },
}

/** Of rows that say what the registry has, with nothing submitted that could agree. */
const standingWords: typeof resultWords = { ...verdictWords, passed: resultWords.passed, failed: resultWords.failed }

const nothing = '–'

const kindWords = { individual: 'A person', organization: 'An organization', deactivated: 'Deactivated' } as const

/** The verdict of a row is the worst result of its checks; one that was not made is unknown. */
function compare({ verification, registry }: Review) {
  const { checks } = verification
  const row = (name: string, codes: readonly CheckCode[], submitted: string, found: string, words = verdictWords) => {
    const results = codes.map((code) => checks.find((check) => check.code === code)?.result ?? 'unknown')
    const worst = (['failed', 'warning', 'unknown'] as const).find((result) => results.includes(result))
    return { name, submitted, found, verdict: words[worst ?? 'passed'] }
  }
  const said = (code: CheckCode) => documentText(verification, code)
  const list = (values: readonly (string | null)[] = []) =>
    [...new Set(values.filter((value) => value !== null))].join(', ') || nothing
  const numbers = registry?.licenses.map(({ number, state }) => (state === null ? number : `${number} (${state})`))
  const standing = (end: string | null) => (end === null ? 'Active' : `Deactivated ${dayText(end)}`)
  return [
    row(
      'NPI',
      ['npi.check_digit', 'npi.found', 'npi.individual'],
      verification.npi,
      registry === null ? 'No such NPI' : kindWords[registry.kind],
      standingWords,
    ),
    row(
      'Name',
      ['document.name'],
      said('document.name'),
      list(registry === null ? [] : [registry.name, registry.city, registry.state]),
    ),
    row(
      'Credential',
      ['credential.agrees'],
      credentialsInFull(verification),
      `${list(registry?.credentials)}; ${list(registry?.specialties)}`,
    ),
    row('License', ['document.license'], said('document.license'), list(numbers)),
    row(
      'Standing',
      ['npi.active', 'document.expiry'],
      said('document.expiry'),
      registry === null ? nothing : standing(registry.deactivatedOn),
      standingWords,
    ),
  ]
}

interface OtherRequestsProps {
  request: Verification
  earlier: readonly Verification[]
  desk: Desk
}

function OtherRequests({ request, earlier, desk: { addressOf, entryState } }: OtherRequestsProps) {
  if (earlier.length === 0) return <p className="text-sm text-muted">None from this account or for this NPI.</p>
  return (
    <ul className="flex flex-col gap-3">
      {earlier.map((other) => (
        <li key={other.id} className="flex flex-col items-start gap-1 text-sm">
          <div className="flex w-full items-start justify-between gap-3">
            <TextLink to={addressOf({ id: other.id })} state={entryState}>
              {credentialsText(other)}, submitted {dayText(other.createdAt)}
            </TextLink>
            <StatusBadge status={statusOf(other)} />
          </div>
          <p className="text-muted">
            {other.npi === request.npi ? 'For the same NPI' : 'From the same account, for NPI '}
            {other.npi !== request.npi && <NpiDigits npi={other.npi} />}
          </p>
          {other.rejectionReason !== undefined && <p>Rejection Reason: {other.rejectionReason}</p>}
        </li>
      ))}
    </ul>
  )
}

function ImageFacts({ image }: { image: Review['image'] }) {
  if (image === null) {
    return <p className="text-sm text-muted">The image was deleted at the end of its retention period.</p>
  }
  const { width, height, bytes, hasExif, software } = image
  return (
    <FactLines
      items={[
        { name: 'Size', value: `${width} × ${height} pixels, ${Math.ceil(bytes / 1024)} KB` },
        { name: 'Metadata (Exif)', value: hasExif ? 'Present' : 'None' },
        { name: 'Software', value: software ?? 'Unknown' },
      ]}
    />
  )
}

function HistoryList({ history }: { history: readonly Event[] }) {
  return (
    <ol className="flex flex-col gap-3 text-sm">
      {runsOf(history).map(({ last: { at, action, by }, count }) => (
        <li key={`${at} ${action}`} className="flex flex-col">
          <p>
            <span className="font-semibold">{actionText(action)}</span>
            {count > 1 && `, ${count} times`}
          </p>
          <p className="break-words text-muted">
            {by === null ? '' : `${by}, `}
            <LocalTime iso={at} />
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Repetitions by the same person are one entry. */
function runsOf(history: readonly Event[]): { last: Event; count: number }[] {
  const runs: { last: Event; count: number }[] = []
  for (const event of history) {
    const before = runs.at(-1)
    if (before !== undefined && before.last.action === event.action && before.last.by === event.by) {
      before.last = event
      before.count += 1
    } else runs.push({ last: event, count: 1 })
  }
  return runs
}
