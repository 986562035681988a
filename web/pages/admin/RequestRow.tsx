import { Link } from 'react-router'
import type { Verification } from '#contract/verifications'
import { InlineAlert } from '../../ui/alerts.tsx'
import { dayText } from '../../ui/format.ts'
import { RowAction, RowActions, RowLink, StatusRecord } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { ExpiryLine } from './ExpiryLine.tsx'
import type { Desk } from './use-desk.ts'
import { useFocusWhen } from './use-focus-when.ts'
import { credentialsText, statusOf } from './words.ts'

/** One request in the list. */
export function RequestRow({ request, desk }: { request: Verification; desk: Desk }) {
  const { id, npi, createdAt, approvedAt, expiresAt, isExpired = false, rejectionReason, note, imageUrl } = request
  const status = statusOf(request)
  const isCurrent = id === desk.openId
  const failure = desk.failureIn('row', id)
  const link = useFocusWhen<HTMLAnchorElement>(desk.focusing?.id === id ? desk.focusing : undefined)
  return (
    <StatusRecord
      status={status}
      isCurrent={isCurrent}
      onDrawn={desk.drawnId === id ? desk.endDrawing : undefined}
      title={
        <Link
          ref={link}
          to={desk.addressOf({ id })}
          replace={desk.isWide}
          aria-current={isCurrent}
          className="rounded-badge underline-offset-3 hover:underline"
        >
          {credentialsText(request)}
        </Link>
      }
    >
      <p>
        NPI: <NpiDigits npi={npi} />
      </p>
      <p>Submitted: {dayText(createdAt)}</p>
      {status !== 'pending' && (
        <p>
          {status === 'approved' ? 'Approved' : 'Reviewed'}: {approvedAt === undefined ? 'N/A' : dayText(approvedAt)}
        </p>
      )}
      {status === 'approved' && expiresAt !== undefined && <ExpiryLine expiresAt={expiresAt} isExpired={isExpired} />}
      {rejectionReason !== undefined && <p className="text-danger">Rejection Reason: {rejectionReason}</p>}
      {note !== undefined && <p className="break-words">Note: {note}</p>}
      {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
      <RowActions>
        {imageUrl !== undefined && (
          <RowLink to={desk.addressOf({ id, isPreviewOpen: true })} state={{ isFromDesk: true }}>
            View Credentials
          </RowLink>
        )}
        {status === 'pending' && (
          <>
            <RowAction disabled={!desk.mayApprove(request)} onClick={() => desk.ask('approve', request)}>
              Approve
            </RowAction>
            <RowAction disabled={desk.isProcessing} onClick={() => desk.ask('reject', request)}>
              Reject
            </RowAction>
          </>
        )}
      </RowActions>
    </StatusRecord>
  )
}
