/**
 * What is remembered of the answer to a submission, for the same call made again: all but what would work for whoever reads the table,
 * the link to the image and the secret of callbacks.
 */
import { z } from 'zod'
import { type Verification, verification } from '#contract/verifications'
import { clockSkewSecondsMax, linkSecondsMax } from '../images/image-link.ts'
import type { Database } from '../platform/database/database.ts'
import type { ShowVerification } from './shown-verification.ts'
import { findVerification } from './verification-store.ts'

/** `linkedAtMs` is when the link was made that the first answer had. */
export const rememberedSubmission = verification.omit({ imageUrl: true }).extend({ linkedAtMs: z.int().default(0) })

export type RememberedSubmission = z.output<typeof rememberedSubmission>

/** What to remember of an answer whose link was made at that moment. */
export function toRemember({ imageUrl: _, ...answer }: Verification, linkedAtMs: number): RememberedSubmission {
  return { ...answer, linkedAtMs }
}

/**
 * The answer once more, for the account that had it: with the same link as long as that works, so that calls made at once are answered
 * in the same bytes, and with a new one after that; with none once the image is gone.
 */
export async function submissionAgain(
  { database, show }: { database: Database; show: ShowVerification },
  accountId: string,
  { linkedAtMs, ...answer }: RememberedSubmission,
): Promise<Verification> {
  const row = await findVerification(database.db, answer.id, accountId)
  if (row === undefined) return answer
  // It is shown by a process whose clock may be ahead of the one by which the link was made.
  const doesLinkWork = Math.abs(Date.now() - linkedAtMs) < (linkSecondsMax - clockSkewSecondsMax) * 1000
  const { imageUrl } = show(row, {
    viewerId: accountId,
    isOfScreens: row.isPersonal,
    linkedAtMs: doesLinkWork ? linkedAtMs : Date.now(),
  })
  return imageUrl === undefined ? answer : { ...answer, imageUrl }
}
