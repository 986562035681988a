/**
 * Sends the letters that wait in the database. It promises that each is sent at least once, also when a process dies or mail is
 * away for days, that two processes do not send the same letter at the same time, and that the same letter, should it be sent
 * twice, bears the same Message-ID. A letter that fails is tried again after pauses that grow; after days, or when the mail
 * server has refused it for good, it is given up with an alarm in the log. While mail is away one letter at a time is tried.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { reasonOf } from '../platform/error-code.ts'
import type { Mail, Message } from '../platform/mail/mail.ts'
import { MessageRefusedError } from '../platform/mail/message.ts'
import { messageTimeoutMs } from '../platform/mail/smtp.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Secrets } from '../platform/secrets.ts'
import { secretPlace } from './letter.ts'
import { claimDue, deleteLetter, giveUp, postpone, type WaitingLetter } from './letter-store.ts'
import { secretOwner } from './queue.ts'

export interface DeliveryParts {
  database: { db: Kysely<Tables> }
  mail: Mail
  secrets: Secrets
  /** Something the operator should read in the log. No sentence holds an address or a word of a letter. */
  warn(sentence: string): void
}

/** How often to look for letters, in milliseconds. */
const intervalMs = 1_000

/** Letters in hand at a time. */
const sendingMax = 4

/** How long the letters in hand are kept from other processes: longer than a mail server may take over one. */
const leaseSeconds = (2 * messageTimeoutMs) / 1_000

/** The pause after the first failure, doubled by each further one up to the longest. */
const pauseSecondsMin = 15
const pauseSecondsMax = 600

/** How long a letter is tried: a mail server that is away over a long weekend loses none (RFC 5321, 4.5.4.1: 4 to 5 days). */
const triedDays = 5

/** Begins to send, until it is closed. The mail part stays the caller's to close. */
export function startDelivery(parts: DeliveryParts, { everyMs = intervalMs } = {}): Repeating {
  const round = openRounds(parts)
  return keepDoing(async () => (await round()) === sendingMax, {
    everyMs,
    onAway: (reason) => parts.warn(`Letters wait: ${reason}.`),
  })
}

/** What became of one try. */
type Outcome = { kind: 'sent' } | { kind: 'refused'; reason: string } | { kind: 'failed'; reason: string }

/** A function that tries the letters that are due, once each, and answers how many it tried. */
export function openRounds(parts: DeliveryParts): () => Promise<number> {
  let isMailAway = false
  return async () => {
    const letters = await claimDue(parts.database.db, isMailAway ? 1 : sendingMax, leaseSeconds)
    const tries = await Promise.all(letters.map(async (letter) => ({ letter, outcome: await send(parts, letter) })))
    const outcomes = tries.map(({ outcome }) => outcome)
    const isSome = outcomes.some(({ kind }) => kind === 'sent')
    const failed = outcomes.find((outcome) => outcome.kind === 'failed')
    if (failed !== undefined && !isSome && !isMailAway) {
      parts.warn(`Mail cannot be sent, and is tried again: ${failed.reason}.`)
      isMailAway = true
    } else if (isSome && isMailAway) {
      parts.warn('Mail is sent again.')
      isMailAway = false
    }
    for (const { letter, outcome } of tries) await note(parts, letter, outcome)
    return letters.length
  }
}

async function send({ mail, secrets }: DeliveryParts, letter: WaitingLetter): Promise<Outcome> {
  let message: Message
  try {
    message = messageOf(letter, secrets)
  } catch (error) {
    return { kind: 'refused', reason: reasonOf(error) }
  }
  try {
    await mail.send(message)
    return { kind: 'sent' }
  } catch (error) {
    // A mail server may repeat the address; the log does not.
    const reason = reasonOf(error).replace(/\S+@\S+/g, '…')
    return { kind: error instanceof MessageRefusedError ? 'refused' : 'failed', reason }
  }
}

function messageOf(letter: WaitingLetter, secrets: Secrets): Message {
  const { id, recipient, subject, body_text, body_html, attachment, reply_to, sealed_secret, created_at } = letter
  const secret = sealed_secret === null ? undefined : secrets.unseal(sealed_secret, secretOwner(id))
  const withSecret = (words: string) => (secret === undefined ? words : words.replaceAll(secretPlace, secret))
  return {
    id,
    to: recipient,
    subject,
    text: withSecret(body_text),
    html: withSecret(body_html),
    attachment,
    replyTo: reply_to,
    writtenAt: created_at,
  }
}

async function note({ database: { db }, warn }: DeliveryParts, letter: WaitingLetter, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'sent') return deleteLetter(db, letter.id)
  const isTooOld = letter.ageSeconds > triedDays * 86_400
  if (outcome.kind === 'refused' || isTooOld) {
    warn(`Letter ${letter.id} (${letter.kind}) was given up after ${letter.attempts} tries: ${outcome.reason}.`)
    return giveUp(db, letter.id)
  }
  return postpone(db, letter.id, Math.min(pauseSecondsMax, pauseSecondsMin * 2 ** (letter.attempts - 1)))
}
