/** Emails queued in the transaction of the change they report. No request waits for a mail server (delivery.ts). */
import { randomBytes } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { MessageFile } from '../platform/mail/mail.ts'
import { type Secrets, sealBytes, sealKeyBytes } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { Email } from './email.ts'

/** An email about an account is deleted with it while it waits; one without is sent all the same. */
export interface Addressee {
  to: string
  accountId: string | undefined
}

const givenUpKept = sql`interval '30 days'`

/** What the database keeps sealed: a text in the place of `secretPlace`, or a file, whose key is the email's secret. */
type SealedPart = { secrets: Secrets } & ({ value: string } | { file: MessageFile })

export async function queueEmail(
  trx: Transaction<Tables>,
  { to, accountId }: Addressee,
  email: Email,
  part?: SealedPart,
): Promise<void> {
  const id = uuidv7()
  const { kind, subject, text, html, attachment = null, replyTo = null, unsubscribeUrl = null } = email
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
      unsubscribe_url: unsubscribeUrl,
      ...(part !== undefined && sealed(part, secretOwner(id))),
    })
    .execute()
}

function sealed(part: SealedPart, owner: string) {
  if ('value' in part) return { sealed_secret: part.secrets.seal(part.value, owner) }
  const key = randomBytes(sealKeyBytes)
  return {
    sealed_secret: part.secrets.seal(key.toString('base64url'), owner),
    file_type: part.file.type,
    sealed_file: sealBytes(key, part.file.bytes, owner),
  }
}

/** By account, not by address: an account may ask for any address as its new one. */
export async function forgetEmailsOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('letters').where('account_id', '=', accountId).execute()
}

export async function forgetGivenUpEmails(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`given_up_at < ${now} - ${givenUpKept}`
  await deleteInBatches(db, { table: 'letters', key: ['id'], condition })
}

export async function countEmails(db: Kysely<Tables>): Promise<{ waiting: number; givenUp: number }> {
  const { waiting, givenUp } = await db
    .selectFrom('letters')
    .select(sql<string>`count(*) filter (where given_up_at is null)`.as('waiting'))
    .select(sql<string>`count(*) filter (where given_up_at is not null)`.as('givenUp'))
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), givenUp: Number(givenUp) }
}

export function secretOwner(emailId: string): string {
  return `letter|${emailId}`
}
