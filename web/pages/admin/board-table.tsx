import { type CheckCode, licenseOrigins } from '#contract/verification-words'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { dayText } from '../../ui/format.ts'
import type { Review } from './desk-data.ts'
import { documentText, statusOf } from './words.ts'

const verdictLooks: Record<NonNullable<Review['board']>['verdict'], { words: string; tone: BadgeTone }> = {
  match: { words: 'Same person', tone: 'success' },
  possible: { words: 'Possibly the same person', tone: 'warning' },
  no_match: { words: 'Another person', tone: 'danger' },
}

const none = '–'

/** The row of the board's list as it is now, beside what the document says. */
export function BoardTable({ review: { board, verification } }: { review: Review }) {
  if (board === null) return <p className="text-sm text-muted">{absenceText(verification)}</p>
  const { license, list, date, verdict, basis, name, number, profession, status, expiresOn, discipline } = board
  const said = (code: CheckCode) => documentText(verification, code)
  const rows = [
    { what: 'Name', document: said('document.name'), board: name },
    { what: 'License', document: said('document.license'), board: `${number}, ${profession}` },
    { what: 'Expires', document: said('document.expiry'), board: expiresOn === null ? none : dayText(expiresOn) },
    { what: 'Status', document: none, board: status || none },
    { what: 'Action', document: none, board: discipline ?? 'None' },
  ]
  return (
    <>
      <div className="flex flex-col items-start gap-1 text-sm">
        <Badge tone={verdictLooks[verdict].tone}>{verdictLooks[verdict].words}</Badge>
        <p className="break-words">
          {list}, {dayText(date)}: {basis}.
        </p>
        <p className="break-words text-muted">
          Looked up {license.number} ({license.state}), from {licenseOrigins[license.from]}.
        </p>
      </div>
      <table aria-label="Board and document" className="w-full table-fixed border-collapse text-left text-sm">
        <thead className="text-muted">
          <tr className="border-b border-border">
            <th scope="col" className="w-1/4 py-1.5 pr-2 font-normal">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className="py-1.5 pr-2 font-normal">
              Document
            </th>
            <th scope="col" className="py-1.5 pr-2 font-normal">
              Board
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, document, board: listed }) => (
            <tr key={what} className="border-b border-border align-top">
              <th scope="row" className="py-2 pr-2 font-semibold">
                {what}
              </th>
              <td className="py-2 pr-2 break-words">{document}</td>
              <td className="py-2 pr-2 break-words">{listed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** No list was asked where the check of the license has none for its source. */
function absenceText({ checks, ...verification }: Review['verification']): string {
  const check = checks.find(({ code }) => code === 'license.active')
  if (check === undefined || check.source.date !== null) return 'No board’s list has this license.'
  const isPending = statusOf(verification) === 'pending'
  return `${isPending ? 'Not looked up.' : 'Not looked up at the decision.'} ${check.sentence}`
}
