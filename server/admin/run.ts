/**
 * The operator's commands, answered in plain text without terminal escapes. A mistake is an Error with one sentence.
 */
import { auditYears } from '#contract/limits'
import type { Tier } from '#contract/plans'
import { findAccount, listAccounts } from '../accounts/account-list.ts'
import { setAdmin } from '../accounts/admin-role.ts'
import { deleteByOperator } from '../accounts/delete-account.ts'
import { factorsLine, resetFactors } from '../accounts/second-factor/manage.ts'
import { countSessions } from '../accounts/sessions.ts'
import { anchorText } from '../audit/chain.ts'
import { findEvents } from '../audit/history.ts'
import { sealAll } from '../audit/seal.ts'
import { verifyAudit } from '../audit/verify.ts'
import { setPlan } from '../billing/set-plan.ts'
import { subscriptionOf } from '../billing/subscription.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { printable } from '../platform/shown.ts'
import { closeRequest, listOpenRequests } from '../support/requests.ts'
import type { Command } from './command.ts'
import { rewrap } from './rewrap.ts'

interface Parts {
  database: Database
  secrets: Secrets
  publicUrl: string
}

const accountsMax = 100

const requestsMax = 100

const eventsShown = 10

export async function runCommand(command: Command, parts: Parts): Promise<string[]> {
  const lines = await linesOf(command, parts)
  return lines.map(printable)
}

function linesOf(command: Command, parts: Parts): Promise<string[]> {
  switch (command.kind) {
    case 'set-admin':
      return changeAdmin(command, parts)
    case 'plan':
      return changePlan(command, parts)
    case 'delete':
      return deleteOne(command.email, parts)
    case 'reset-factors':
      return resetFactorsOf(command.email, parts)
    case 'users':
      return users(command.search, parts)
    case 'show':
      return show(command.email, parts)
    case 'support':
      return support(command.close, parts)
    case 'audit-list':
      return auditList(command, parts)
    case 'audit-verify':
      return auditVerify(command, parts)
    case 'rewrap':
      return reseal(parts)
  }
}

async function changeAdmin(change: { email: string; isAdmin: boolean }, parts: Parts): Promise<string[]> {
  const { email, isAdmin } = change
  const outcome = await setAdmin(parts, change)
  if (outcome === 'unknown') throw unknownAccount(email)
  const warning = isAdmin ? await unverifiedWarning(email, parts) : []
  if (outcome === 'unchanged') {
    return [`${email} is ${isAdmin ? 'already an admin' : 'not an admin'}; nothing was changed.`, ...warning]
  }
  // The last admin.
  await sealAll(parts, () => {})
  return [
    `${email} is ${isAdmin ? 'now an admin' : 'no longer an admin'}. The account was signed out everywhere and has a new API key; the old one no longer works.`,
    ...warning,
  ]
}

/** A warning that an admin's address is not proved: signing up takes no proof. */
async function unverifiedWarning(email: string, { database }: Parts): Promise<string[]> {
  const account = await findAccount(database.db, email)
  if (account === undefined || account.emailVerifiedAt !== null) return []
  return [
    `Warning: ${email} was never verified, so someone else may have signed up with it, and can now decide requests. Unless that was you, have its owner reset the password with “Forgot your password?”, which removes everything others have in the account, or undo this with revoke.`,
  ]
}

async function changePlan({ email, tier }: { email: string; tier: Tier }, parts: Parts): Promise<string[]> {
  const { database, publicUrl } = parts
  const account = await findAccount(database.db, email)
  if (account === undefined) throw unknownAccount(email)
  const held = await inTransaction(database, (trx) => setPlan(trx, account.id, tier, { actor: 'operator', publicUrl }))
  await sealAll(parts, () => {})
  if (held === tier) return [`${email} is now on the ${tier} plan.`]
  return [`${email} is still on the ${held} plan, which is paid for; cancel it with the payment provider.`]
}

async function deleteOne(email: string, parts: Parts): Promise<string[]> {
  const outcome = await deleteByOperator(parts, email)
  if (outcome === 'unknown') throw unknownAccount(email)
  if (outcome === 'held')
    throw new Error(`An image of ${email} is on legal hold, so nothing was deleted; release it first.`)
  await sealAll(parts, () => {})
  return [
    `The account of ${email} is deleted. The running server, or the next one to start, emails its owner, removes the images and ends the subscription.`,
  ]
}

async function resetFactorsOf(email: string, parts: Parts): Promise<string[]> {
  const outcome = await resetFactors(parts, email)
  if (outcome === 'unknown') throw unknownAccount(email)
  if (outcome === 'none') return [`${email} has no second factor; nothing was changed.`]
  await sealAll(parts, () => {})
  return [`The second factors of ${email} are removed, and it is signed out everywhere. Its owner gets an email.`]
}

async function users(search: string | undefined, { database: { db } }: Parts): Promise<string[]> {
  const { accounts, total } = await listAccounts(db, search, accountsMax)
  const lines = accounts.map(
    ({ id, email, isAdmin, createdAt }) => `${timeText(createdAt)}  ${id}  ${email}${isAdmin ? '  admin' : ''}`,
  )
  const all = `${total} ${total === 1 ? 'account' : 'accounts'}${search === undefined ? '' : ' with this in the address'}`
  return [...lines, total > accounts.length ? `The newest ${accounts.length} of ${all}.` : `${all}.`]
}

async function show(email: string, { database: { db } }: Parts): Promise<string[]> {
  const account = await findAccount(db, email)
  if (account === undefined) throw unknownAccount(email)
  const { id, phone, npi, credentials, isAdmin, emailVerifiedAt, createdAt } = account
  const events = await findEvents(db, id, eventsShown)
  return [
    `account      ${id}`,
    `email        ${account.email} (${emailVerifiedAt === null ? 'not verified' : `verified ${timeText(emailVerifiedAt)}`})`,
    `phone        ${phone}`,
    `npi          ${npi ?? 'none verified'}`,
    `credentials  ${credentials.join(', ') || 'none approved'}`,
    `plan         ${(await subscriptionOf(db, id)).tier}`,
    `role         ${isAdmin ? 'admin' : 'user'}`,
    `signed up    ${timeText(createdAt)}`,
    `factors      ${await factorsLine(db, id)}`,
    `sessions     ${await countSessions(db, id)} running`,
    'The latest of the audit log:',
    ...events.map(eventLine),
  ]
}

async function support(close: string | undefined, { database: { db } }: Parts): Promise<string[]> {
  if (close !== undefined) {
    if (await closeRequest(db, close)) return [`Request ${close} is closed.`]
    throw new Error(`No open request has the number ${close}; npm run admin -- support lists them.`)
  }
  const open = await listOpenRequests(db, requestsMax)
  if (open.length === 0) return ['No request to support is open.']
  return open.map(
    ({ number, category, email, createdAt }) => `${timeText(createdAt)}  ${number}  ${category}  ${email}`,
  )
}

async function auditList({ email, count }: { email: string | undefined; count: number }, parts: Parts) {
  const { db } = parts.database
  if (email === undefined) return (await findEvents(db, undefined, count)).map(eventLine)
  const account = await findAccount(db, email)
  if (account === undefined) throw unknownAccount(email)
  return (await findEvents(db, account.id, count)).map(eventLine)
}

async function auditVerify({ anchors }: Extract<Command, { kind: 'audit-verify' }>, parts: Parts): Promise<string[]> {
  const verdict = await verifyAudit(parts, anchors)
  if (verdict.kind === 'broken') throw new Error(verdict.sentence)
  const { sealed, waiting, end, cutTo, anchorsBefore } = verdict
  const compared = verdict.anchors === 1 ? '1 anchor' : `${verdict.anchors} anchors`
  return [
    `The audit log is intact: ${sealed} sealed rows, compared with ${compared}; ${waiting === 1 ? '1 newer one waits' : `${waiting} newer ones wait`} to be sealed.`,
    ...(cutTo > 0 ? [`It begins with row ${cutTo + 1}: those before it were over ${auditYears} years old.`] : []),
    ...(anchorsBefore > 0 ? [`Anchors from before that were not compared: ${anchorsBefore}.`] : []),
    `To find out later whether it was cut short, keep this elsewhere: ${anchorText(end)}`,
  ]
}

async function reseal(parts: Parts): Promise<string[]> {
  const { counts, chainFrom, isChanged } = await rewrap(parts)
  if (!isChanged) return ['Everything is already sealed with the current secret; nothing was changed.']
  const counted = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  return [
    `Resealed with the current secret: ${counted.join(', ')}.`,
    ...(chainFrom === undefined ? [] : [`From row ${chainFrom} on the chain of the audit log has its key.`]),
    'The previous secret is no longer needed once another run finds nothing to do.',
  ]
}

type Event = Awaited<ReturnType<typeof findEvents>>[number]

function eventLine({ time, actor, action, subject, details }: Event): string {
  const more = Object.keys(details).length > 0 ? `  ${JSON.stringify(details)}` : ''
  return `${time.slice(0, 19)}Z  ${action}  ${subject}  by ${actor ?? 'unknown'}${more}`
}

/** To the second, UTC. */
function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}

function unknownAccount(email: string): Error {
  return new Error(`No account has the address ${email}; npm run admin -- users lists them.`)
}
