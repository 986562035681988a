/**
 * Sends waiting emails at least once, with one Message-ID for all tries. Failures are retried with growing pauses;
 * after days, or when refused for good, an email is given up with an alarm. While mail is away, one email at a time is
 * tried.
 */
import { type Kysely, sql } from 'kysely'
import { claim, type Outcome, type RetryJob, retryQueue, settle } from '../jobs/queue.ts'
import type { Tables } from '../platform/database/tables.ts'
import { reasonOf } from '../platform/error-code.ts'
import type { Mail, Message, MessageFile } from '../platform/mail/mail.ts'
import { MessageRefusedError } from '../platform/mail/message.ts'
import { messageTimeoutMs } from '../platform/mail/smtp.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { type Secrets, unsealBytes } from '../platform/secrets.ts'
import { daySeconds } from '../platform/times.ts'
import { secretPlace } from './email.ts'
import { secretOwner } from './queue.ts'

export interface DeliveryParts {
  database: { db: Kysely<Tables> }
  mail: Mail
  secrets: Secrets
  /** For the log. No sentence holds an address or a word of an email. */
  warn(sentence: string): void
}

const intervalMs = 1_000
const sendingMax = 4

const queue = retryQueue({
  table: 'letters',
  key: ['id'],
  // Longer than a mail server may take over one.
  leaseSeconds: (2 * messageTimeoutMs) / 1_000,
  pauseSecondsMin: 15,
  pauseSecondsMax: 600,
  // A mail server that is away over a long weekend loses none (RFC 5321, 4.5.4.1: 4 to 5 days).
  triedSeconds: 5 * daySeconds,
  onGiveUp: sql`sealed_secret = null, sealed_file = null`,
  givenUp: ({ id, kind, attempts }, reason) => `Email ${id} (${kind}) was given up after ${attempts} tries: ${reason}.`,
})

type WaitingEmail = RetryJob<'letters'>

export function startDelivery(parts: DeliveryParts, { everyMs = intervalMs } = {}): Repeating {
  const round = openRounds(parts)
  return keepDoing(async () => (await round()) === sendingMax, {
    name: 'emails',
    everyMs,
    onAway: (reason) => parts.warn(`Emails wait: ${reason}.`),
  })
}

export function openRounds(parts: DeliveryParts): () => Promise<number> {
  const { database, warn } = parts
  let isMailAway = false
  return async () => {
    const { db } = database
    const emails = await claim(db, queue, isMailAway ? 1 : sendingMax)
    const tries = await Promise.all(emails.map(async (email) => ({ email, outcome: await send(parts, email) })))
    const outcomes = tries.map(({ outcome }) => outcome)
    const isSome = outcomes.some(({ kind }) => kind === 'done')
    const failed = outcomes.find((outcome) => outcome.kind === 'failed')
    if (failed !== undefined && !isSome && !isMailAway) {
      warn(`Mail cannot be sent, and is tried again: ${failed.reason}.`)
      isMailAway = true
    } else if (isSome && isMailAway) {
      warn('Mail is sent again.')
      isMailAway = false
    }
    for (const { email, outcome } of tries) await settle({ db, warn }, queue, email, outcome)
    return emails.length
  }
}

async function send({ mail, secrets }: DeliveryParts, email: WaitingEmail): Promise<Outcome> {
  let message: Message
  try {
    message = messageOf(email, secrets)
  } catch (error) {
    return { kind: 'refused', reason: reasonOf(error) }
  }
  try {
    await mail.send(message)
    return { kind: 'done' }
  } catch (error) {
    // A mail server may repeat the address; the log does not.
    const reason = reasonOf(error).replace(/\S+@\S+/g, '…')
    return error instanceof MessageRefusedError ? { kind: 'refused', reason } : { kind: 'failed', reason }
  }
}

function messageOf(email: WaitingEmail, secrets: Secrets): Message {
  const { id, recipient, subject, body_text, body_html, attachment, reply_to, created_at, ...rest } = email
  const secret = rest.sealed_secret === null ? undefined : secrets.unseal(rest.sealed_secret, secretOwner(id))
  const file = secret === undefined ? null : fileOf(email, secret)
  const withSecret = (words: string) =>
    secret === undefined || file !== null ? words : words.replaceAll(secretPlace, secret)
  return {
    id,
    to: recipient,
    subject,
    text: withSecret(body_text),
    html: withSecret(body_html),
    attachment,
    file,
    replyTo: reply_to,
    unsubscribeUrl: rest.unsubscribe_url === null ? null : withSecret(rest.unsubscribe_url),
    writtenAt: created_at,
  }
}

function fileOf({ id, file_type: type, sealed_file: sealed }: WaitingEmail, key: string): MessageFile | null {
  if (type === null || sealed === null) return null
  return { type, bytes: unsealBytes(Buffer.from(key, 'base64url'), sealed, secretOwner(id)) }
}
