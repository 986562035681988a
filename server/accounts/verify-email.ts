/**
 * Takes an emailed link as proof of an address, by POST alone, since mail scanners open pages and run scripts. The
 * proof has two halves: the mailbox (the link) and the account (session or password). With both the account is its
 * owner's; the mailbox alone verifies the address and nothing else (docs/decisions/0043-proof-of-an-address.md).
 */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import { noteCustomerChange } from '../billing/customer-changes.ts'
import type { Verb, VerbRequest } from '../http/verb.ts'
import { addressChanged } from '../mail/emails/account-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isTaken } from '../platform/error-code.ts'
import { emailIndex, lockById, setOwned, setVerifiedEmail } from './account-store.ts'
import { replaceAdminKey } from './admin-role.ts'
import { type AttemptParts, linkUses, networkOf, takeAttempt } from './attempts.ts'
import { type Checked, checkPassword, confirmPassword, type PasswordParts } from './check-password.ts'
import { consumeProof, findUsableProof, findVerified, voidProofs } from './email-proof-store.ts'
import type { ProofParts } from './email-proofs.ts'
import { dropResetTokens } from './reset-store.ts'
import { endSessions, type SessionChecker } from './sessions.ts'
import { emailHashOf } from './sign-in-failures.ts'
import { hashOfToken } from './tokens.ts'

type VerifyParts = { sessions: SessionChecker } & PasswordParts & ProofParts & AttemptParts
type VerifyRequest = VerbRequest<Api['verifyEmail']>

/** `stranger`: signed in to another account. */
type AccountHalf =
  | { kind: 'session' }
  | { kind: 'password'; checked: Checked }
  | { kind: 'stranger' }
  | { kind: 'nothing' }

/**
 * Fails with `verification_link_invalid`, `verification_session_needed`, `email_taken`, `password_wrong`, and limits.
 */
export function verifyEmail(parts: VerifyParts): Verb<Api['verifyEmail']> {
  const { database } = parts
  return async (request) => {
    const { body, client, fail } = request
    await takeAttempt(parts, linkUses, networkOf(client.ip), fail)
    const tokenHash = hashOfToken(body.token)
    const link = await findUsableProof(database.db, tokenHash)
    if (link === undefined) return alreadyVerified(parts, request, tokenHash)

    const { accountId, email, present } = link
    const half = await accountHalfOf(parts, request, { accountId, email: present })
    const isChange = email !== present
    if (half.kind === 'stranger' || (isChange && half.kind !== 'session')) {
      return fail('verification_session_needed', undefined)
    }
    const isDone = await inTransaction(database, (trx) => prove(trx, parts, { ...link, tokenHash, half })).catch(
      (error) => {
        if (isTaken(error, emailIndex)) return fail('email_taken', undefined)
        throw error
      },
    )
    // A concurrent call was first.
    return isDone ? answer('Your email address is verified.', email) : alreadyVerified(parts, request, tokenHash)
  }
}

/** The address may be verified all the same. */
async function alreadyVerified(parts: VerifyParts, request: VerifyRequest, tokenHash: Buffer) {
  const { database } = parts
  const verified = await findVerified(database.db, tokenHash)
  if (verified === undefined) return request.fail('verification_link_invalid', undefined)
  const { accountId, email, isByThis } = verified
  // The second half may come later, while the link works.
  if (isByThis) {
    const half = await accountHalfOf(parts, request, { accountId, email })
    await inTransaction(database, (trx) => noteOwner(trx, accountId, half))
  }
  return answer(isByThis ? 'Your email address is verified.' : 'Your email address is already verified.', email)
}

function answer(message: string, email: string) {
  return { output: { message, email } }
}

async function accountHalfOf(
  parts: VerifyParts,
  { headers, body: { password }, client, fail }: VerifyRequest,
  { accountId, email }: { accountId: string; email: string },
): Promise<AccountHalf> {
  if (password !== undefined) {
    const failures = emailHashOf(parts.secrets, email)
    const checked = await checkPassword(parts, { email, password, failures, network: networkOf(client.ip) }, fail)
    return checked === undefined || checked.id !== accountId
      ? fail('password_wrong', undefined)
      : { kind: 'password', checked }
  }
  const session = await parts.sessions.check(headers.Authorization)
  if (session.ok) return { kind: session.accountId === accountId ? 'session' : 'stranger' }
  return session.code === 'session_missing' ? { kind: 'nothing' } : fail(session.code, undefined)
}

async function prove(
  trx: Transaction<Tables>,
  parts: VerifyParts,
  { accountId, present, tokenHash, half }: { accountId: string; present: string; tokenHash: Buffer; half: AccountHalf },
): Promise<boolean> {
  // Locked before its links: two may be used at once, and each voids the other.
  if ((await lockById(trx, accountId)) !== present) return false
  const email = await consumeProof(trx, tokenHash)
  if (email === undefined) return false
  await voidProofs(trx, accountId)
  await setVerifiedEmail(trx, accountId, email)
  await noteOwner(trx, accountId, half)
  if (present === email) {
    await recordEvent(trx, { actor: accountId, action: 'account.email_verified', subject: accountId })
  } else {
    await finishChange(trx, parts, { accountId, before: present, email })
  }
  return true
}

async function noteOwner(trx: Transaction<Tables>, accountId: string, half: AccountHalf): Promise<void> {
  if (half.kind === 'session' || (half.kind === 'password' && (await confirmPassword(trx, half.checked)))) {
    await setOwned(trx, accountId)
  }
}

async function finishChange(
  trx: Transaction<Tables>,
  { secrets, settings: { publicUrl } }: ProofParts,
  { accountId, before, email }: { accountId: string; before: string; email: string },
): Promise<void> {
  await endSessions(trx, accountId)
  await dropResetTokens(trx, accountId)
  await replaceAdminKey(trx, { secrets, publicUrl }, accountId)
  await noteCustomerChange(trx, accountId)
  for (const to of [before, email]) {
    await queueEmail(trx, { to, accountId }, addressChanged({ publicUrl, isOld: to === before }))
  }
  await recordEvent(trx, { actor: accountId, action: 'account.email_changed', subject: accountId })
}
