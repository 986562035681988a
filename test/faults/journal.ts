/**
 * What clients were told, held against what the database has. Each client writes down before a call what it is about
 * to ask for and afterwards what came of it: done, when the answer said so; not done, when the connection was
 * refused; open, when the answer was lost on the way or said that the database does not answer. An open call may have
 * been done wholly or not at all.
 */

import { createHash } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables'
import type { Secrets } from '#server/platform/secrets'

/** How often something was done for certain, and how often perhaps. */
interface Tally {
  done: number
  open: number
}

export interface JournalAccount {
  readonly email: string
  signUp: 'done' | 'open'
  signIns: Tally
  rotations: Tally
  phones: Tally
  resets: Tally
  /** What it may be now: one value when the last change is certain. */
  passwords: string[]
  phone: string[]
  /** The key that was answered last, unless another may have come after it. */
  apiKey: string | undefined
  /** Tokens of sessions that must be running. */
  tokens: Set<string>
  /** Whether a letter with a link to reset the password was promised. */
  isLetterPromised: boolean
}

export interface Journal {
  readonly accounts: JournalAccount[]
  /** Answers that no fault explains. */
  readonly surprises: string[]
}

export interface Findings {
  lost: string[]
  duplicated: string[]
  half: string[]
}

/** How many calls were answered as done. */
export function doneCalls({ accounts }: Journal): number {
  return accounts.reduce(
    (sum, { signUp, signIns, rotations, phones, resets }) =>
      sum + (signUp === 'done' ? 1 : 0) + signIns.done + rotations.done + phones.done + resets.done,
    0,
  )
}

/** How many calls nobody knows the end of. */
export function openCalls({ accounts }: Journal): number {
  return accounts.reduce(
    (sum, { signUp, signIns, rotations, phones, resets }) =>
      sum + (signUp === 'open' ? 1 : 0) + signIns.open + rotations.open + phones.open + resets.open,
    0,
  )
}

/** Holds every account of the journal against the database. */
export async function findLosses(db: Kysely<Tables>, secrets: Secrets, journal: Journal): Promise<Findings> {
  const findings: Findings = { lost: [], duplicated: [], half: [] }
  for (const account of journal.accounts) await findLossesOf(db, secrets, account, findings)
  return findings
}

async function findLossesOf(db: Kysely<Tables>, secrets: Secrets, account: JournalAccount, findings: Findings) {
  const { email } = account
  const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
  if (row === undefined) {
    if (account.signUp === 'done') findings.lost.push(`${email}: the account`)
    return
  }
  const keys = await db.selectFrom('api_keys').selectAll().where('account_id', '=', row.id).execute()
  const sessions = await db.selectFrom('sessions').select('token_hash').where('account_id', '=', row.id).execute()
  const events = await db.selectFrom('audit_events').select('action').where('subject', '=', row.id).execute()
  const recorded = (action: string) => events.filter((event) => event.action === action).length

  const working = keys.filter(({ revoked_at }) => revoked_at === null)
  if (working.length !== 1) findings.half.push(`${email}: ${working.length} working keys`)
  if (recorded('account.signed_up') !== 1)
    findings.half.push(`${email}: ${recorded('account.signed_up')} sign-ups recorded`)
  if (recorded('key.replaced') !== keys.length - 1) {
    findings.half.push(`${email}: ${keys.length} keys, ${recorded('key.replaced')} rotations recorded`)
  }
  const tallies: [what: string, count: number, tally: Tally][] = [
    ['rotations', recorded('key.replaced'), account.rotations],
    ['sign-ins', recorded('account.signed_in'), account.signIns],
    ['phone numbers', recorded('account.phone_changed'), account.phones],
    ['resets', recorded('account.password_reset'), account.resets],
  ]
  for (const [what, count, { done, open }] of tallies) {
    if (count < done) findings.lost.push(`${email}: ${done} ${what} done, ${count} recorded`)
    if (count > done + open) findings.duplicated.push(`${email}: ${done} ${what} done, ${open} open, ${count} recorded`)
  }
  const key = account.apiKey
  if (key !== undefined && !working.some(({ lookup_hash }) => lookup_hash.equals(secrets.lookupHash(key)))) {
    findings.lost.push(`${email}: the key that was answered last`)
  }
  if (!account.phone.includes(row.phone)) findings.lost.push(`${email}: the phone number`)
  if (!(await isOneOf(row.password_hash, account.passwords))) findings.lost.push(`${email}: the password`)
  for (const token of account.tokens) {
    const hash = createHash('sha256').update(token).digest()
    if (!sessions.some(({ token_hash }) => token_hash.equals(hash))) findings.lost.push(`${email}: a session`)
  }
}

async function isOneOf(hash: string, passwords: readonly string[]): Promise<boolean> {
  // Hashing is slow on purpose, and most accounts never changed theirs.
  for (const password of passwords) if (await verify(hash, password)) return true
  return false
}
