/**
 * Verifies the audit log: that no sealed event was changed, removed, moved or added, and that the chain was not cut short of its
 * head, of any day's anchor, or of an anchor that an operator kept elsewhere. Without one of the latter, somebody who holds an old
 * copy of the database can put all of it back, and that cannot be found out.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../parts/database.ts'
import type { Tables } from '../parts/database-tables.ts'
import type { Secrets } from '../parts/secrets.ts'
import { findAnchors, findHead, findSealed, findSealing } from './audit-store.ts'
import { type ChainEnd, sealed } from './chain.ts'
import { isProven } from './seal.ts'

export type Verdict =
  | { kind: 'intact'; sealed: number; waiting: number; anchors: number; end: ChainEnd }
  | { kind: 'broken'; sentence: string }

interface Anchor extends ChainEnd {
  /** For the sentence: which anchor it is. */
  name: string
}

/** Seals read at once. */
const pageSize = 2_000

/** Reads the whole log; `kept` are anchors from elsewhere. What is written meanwhile does not count. */
export async function verifyAudit(
  { database, secrets }: { database: Database; secrets: Secrets },
  kept: readonly ChainEnd[] = [],
): Promise<Verdict> {
  // One picture of all tables, however long reading takes.
  return database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => verify(trx, secrets, kept))
}

async function verify(trx: Transaction<Tables>, secrets: Secrets, kept: readonly ChainEnd[]): Promise<Verdict> {
  const stored = await findAnchors(trx)
  const forged = stored.find((anchor) => !isProven(secrets, anchor))
  if (forged !== undefined) {
    return broken(`the anchor of ${forged.day} was changed or made by somebody without the secret`)
  }
  const anchors: Anchor[] = [
    ...stored.map(({ day, sequence, hash }) => ({ name: `the anchor of ${day}`, sequence, hash })),
    ...kept.map((end) => ({ name: 'the anchor that was given', ...end })),
  ]
  const walk = await walkChain(trx, secrets, anchors)
  if ('kind' in walk) return walk

  const head = await findHead(trx)
  if (!isProven(secrets, head)) return broken('the head of the chain was changed by somebody without the secret')
  const ends: Anchor[] = [{ name: 'the head of the chain', sequence: head.sequence, hash: head.hash }, ...anchors]
  const beyond = ends.find(({ sequence }) => sequence > walk.sequence)
  if (beyond !== undefined) {
    return broken(`row ${walk.sequence + 1} is gone, and all behind it: ${beyond.name} is at row ${beyond.sequence}`)
  }
  if (head.sequence < walk.sequence) {
    return broken(
      `row ${head.sequence + 1} was added by somebody without the secret: the head of the chain is before it`,
    )
  }
  const { waiting, stray } = await walkEvents(trx)
  if (stray !== undefined) {
    return broken(`the event ${stray} has no seal and is too old to wait for one: it was added behind everybody's back`)
  }
  return { kind: 'intact', sealed: walk.sequence, waiting, anchors: anchors.length, end: walk }
}

/** Walks along all seals; answers the end, or what is wrong with the first bad row. */
async function walkChain(
  db: Kysely<Tables>,
  secrets: Secrets,
  anchors: readonly Anchor[],
): Promise<ChainEnd | Extract<Verdict, { kind: 'broken' }>> {
  let end: ChainEnd = { sequence: 0, hash: Buffer.alloc(0) }
  for (;;) {
    const page = await findSealed(db, end.sequence, pageSize)
    for (const row of page) {
      const expected = end.sequence + 1
      if (row.sequence !== expected) return broken(`row ${expected} is gone; the next one there is row ${row.sequence}`)
      if (row.event === null) return broken(`row ${expected} has lost its event ${row.eventId}`)
      const next = sealed(secrets, end, row.event)
      if (!next.hash.equals(row.hash)) {
        const { id, action, at } = row.event
        return broken(`row ${expected} (${action} at ${at}Z, event ${id}) was changed, or is not in its place`)
      }
      const anchor = anchors.find(({ sequence, hash }) => sequence === expected && !hash.equals(row.hash))
      if (anchor !== undefined) return broken(`row ${expected} is not the one that ${anchor.name} names`)
      end = next
    }
    if (page.length < pageSize) return end
  }
}

/** Walks along all events; answers how many wait for their seal, and the first that can no longer get one. */
async function walkEvents(db: Kysely<Tables>): Promise<{ waiting: number; stray: string | undefined }> {
  let waiting = 0
  let after = { at: '-infinity', id: '' }
  for (;;) {
    const page = await findSealing(db, after, pageSize)
    const unsealed = page.filter(({ isSealed }) => !isSealed)
    const stray = unsealed.find(({ isLate }) => isLate)
    if (stray !== undefined) return { waiting, stray: stray.id }
    waiting += unsealed.length
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return { waiting, stray: undefined }
    after = { at: `${last.at}Z`, id: last.id }
  }
}

function broken(what: string): Extract<Verdict, { kind: 'broken' }> {
  return { kind: 'broken', sentence: `The audit log is not as it was written: ${what}.` }
}
