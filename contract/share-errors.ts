/** Errors of shares, part of the table in errors.ts. */
import { sharesActiveMax } from './limits.ts'

export const shareErrors = {
  share_not_found: {
    status: 404,
    sentence: () => 'This link doesn’t exist or can no longer be opened; ask the clinician for a new one.',
  },
  passcode_required: {
    status: 401,
    sentence: () => 'This share needs a passcode; ask the clinician for it.',
  },
  passcode_wrong: {
    status: 401,
    sentence: ({ remainingAttempts }: { remainingAttempts: number }) =>
      remainingAttempts === 0
        ? 'The passcode is wrong, and the share is now locked; ask the clinician for a new link.'
        : `The passcode is wrong; ${remainingAttempts} ${remainingAttempts === 1 ? 'try is' : 'tries are'} left.`,
    members: ({ remainingAttempts }: { remainingAttempts: number }) => ({ remainingAttempts }),
  },
  verification_not_shareable: {
    status: 409,
    sentence: (d: { id: string }) =>
      `verificationIds: expected ids of approved verifications of your own that have not expired; got ${d.id}.`,
  },
  shares_full: {
    status: 409,
    sentence: () => `You can have ${sharesActiveMax} active shares; revoke one first.`,
  },
  shares_busy: {
    status: 503,
    retryAfterSeconds: 5,
    sentence: () => 'Too many shares are being opened; try again in a few seconds.',
  },
} as const
