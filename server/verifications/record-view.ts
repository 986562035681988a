/**
 * Puts on record that an admin was shown a request and all that is known of it and its sender. The desk asks again every few seconds
 * while a document is being read: what one admin sees of one request within five minutes is one look.
 */
import { sql } from 'kysely'
import { hasHappenedSince } from '../audit/happened-since.ts'
import { recordEvent } from '../audit/record.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'

/** When a look that goes on began at the earliest. */
const lookBegan = sql<Date>`now() - interval '5 minutes'`

/** Records the look, unless it goes on. It has to be recorded before anything is shown. */
export async function recordView(database: Database, viewerId: string, id: string): Promise<void> {
  const look = { subject: id, actions: ['verification.viewed'], actor: viewerId, since: lookBegan } as const
  if (await hasHappenedSince(database.db, look)) return
  await inTransaction(database, (trx) =>
    recordEvent(trx, { actor: viewerId, action: 'verification.viewed', subject: id }),
  )
}
