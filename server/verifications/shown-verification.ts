/** Turns a stored verification into what its viewer sees of it. */
import { endOfDayText } from '#contract/days'
import { verificationStatuses } from '#contract/verification-words'
import type { Check, Verification } from '#contract/verifications'
import { linkTo } from '../images/image-link.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { VerificationRow } from './verification-store.ts'

export interface Viewer {
  viewerId: string
  /** Screens have states in lower case. */
  isFirstParty: boolean
  /** Admins see what concerns other accounts. */
  isForAdmin?: boolean
  linkedAtMs?: number
}

/** `publicUrl` is without a slash at its end. */
export function verificationShower({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) {
  return (row: VerificationRow, { viewerId, isFirstParty, isForAdmin = false, linkedAtMs }: Viewer): Verification => {
    const status = row.status === 'revoked' || row.status === 'withdrawn' ? 'rejected' : row.status
    return {
      id: row.id,
      npi: row.npi,
      credentials: [row.credential],
      status: isFirstParty ? status : verificationStatuses[status],
      createdAt: row.createdAt.toISOString(),
      ...(row.decidedAt !== null && { approvedAt: row.decidedAt.toISOString() }),
      ...(row.status === 'approved' &&
        row.expiresAt !== null && { expiresAt: endOfDayText(row.expiresAt), isExpired: row.isExpired }),
      ...(row.rejectionReason !== null && { rejectionReason: row.rejectionReason }),
      ...(row.status === 'revoked' && { isRevoked: true }),
      ...(row.status === 'withdrawn' && { isWithdrawn: true }),
      ...(row.note !== null && { note: row.note }),
      ...(row.hasImage && { imageUrl: linkTo(publicUrl, secrets, { imageId: row.imageId, viewerId }, linkedAtMs) }),
      ...(row.license !== null && { license: row.license }),
      ...(row.needsReview !== null &&
        !row.isExpired && {
          needsReview: { since: row.needsReview.since.toISOString(), checks: row.needsReview.checks },
        }),
      ...(row.isPersonal && { type: 'personal' as const }),
      ...(isForAdmin && row.provider !== null && { provider: row.provider }),
      ...(isForAdmin && row.claim !== null && { claim: { by: row.claim.by, until: row.claim.until.toISOString() } }),
      checks: isForAdmin ? row.checks : row.checks.map(forSubmitter),
      isReading: row.isReading,
    }
  }
}

/** Submitters do not learn whether another account sent the same image. */
function forSubmitter(check: Check): Check {
  if (check.code !== 'image.seen_before') return check
  return { ...check, result: 'unknown', sentence: 'Only reviewers see whether the image was sent before.' }
}

export type ShowVerification = ReturnType<typeof verificationShower>
