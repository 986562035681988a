/**
 * Letters on their way: written down in the transaction that gives cause for them, so that there is a letter exactly when the
 * change took place, and sent from there by server/mail/delivery.ts. Whoever writes one never waits for a mail server.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { Letter } from './email.ts'

/** Where a letter goes, and the account it is about, with which it goes if it waits then; undefined where it stays all the same. */
export interface Addressee {
  to: string
  accountId: string | undefined
}

/** How long letters that were given up are kept to be seen. */
const givenUpKept = sql`interval '30 days'`

/**
 * Queues a letter to one address. `secret` is what belongs where the letter has `secretPlace`; the database keeps it sealed.
 */
export async function queueLetter(
  trx: Transaction<Tables>,
  { to, accountId }: Addressee,
  letter: Letter,
  secret?: { value: string; secrets: Secrets },
): Promise<void> {
  const id = uuidv7()
  const { kind, subject, text, html, attachment = null, replyTo = null } = letter
  await trx
    .insertInto('letters')
    .values({
      id,
      account_id: accountId ?? null,
      recipient: to,
      kind,
      subject,
      body_text: text,
      body_html: html,
      attachment,
      reply_to: replyTo,
      sealed_secret: secret?.secrets.seal(secret.value, secretOwner(id)) ?? null,
    })
    .execute()
}

/**
 * Forgets the letters about this account, given up or not. An address says nothing of whose a letter is: an account may ask for
 * anybody's as its new one.
 */
export async function forgetLettersOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('letters').where('account_id', '=', accountId).execute()
}

/** Forgets letters that were given up long ago. */
export async function forgetGivenUpLetters(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`given_up_at < ${now} - ${givenUpKept}`
  await deleteInBatches(db, { table: 'letters', key: ['id'], condition })
}

/** Binds a sealed secret to its row. */
export function secretOwner(letterId: string): string {
  return `letter|${letterId}`
}
