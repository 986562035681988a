/**
 * Verifies that no sealed event was changed, removed, moved or added, that only retention cut the log, and that it
 * reaches its head, each day's anchor and anchors kept elsewhere. Anchors from before the cut cannot be compared.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { findAnchors, findHead, findSealed, findSealing, findSealUpTo } from './audit-store.ts'
import { type ChainEnd, checkRow, isProven, isStartProven } from './chain.ts'
import { type ChainKeys, findChainKeys } from './chain-keys.ts'
import { findStart } from './cut.ts'

export type Verdict =
  | {
      kind: 'intact'
      sealed: number
      waiting: number
      anchors: number
      anchorsBefore: number
      /** 0 for none. */
      cutTo: number
      end: ChainEnd
    }
  | { kind: 'broken'; sentence: string }

interface Anchor extends ChainEnd {
  name: string
}

const pageSize = 2_000

/** `kept` are anchors from elsewhere. What is written meanwhile does not count. */
export async function verifyAudit(
  { database, secrets }: { database: Database; secrets: Secrets },
  kept: readonly ChainEnd[] = [],
): Promise<Verdict> {
  // One snapshot of all tables.
  return database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => verify(trx, secrets, kept))
}

async function verify(trx: Transaction<Tables>, secrets: Secrets, kept: readonly ChainEnd[]): Promise<Verdict> {
  const start = await findStart(trx)
  const keys = await findChainKeys(trx, secrets)
  if (keys === undefined) return broken('the key of its earlier rows was changed by somebody without the secret')
  if (start === undefined || !isStartProven(keys.present, start)) {
    return broken('the start of the chain was changed by somebody without the secret')
  }
  const stored = await findAnchors(trx)
  const forged = stored.find((anchor) => !isProven(keys.of(anchor.sequence), anchor))
  if (forged !== undefined) {
    return broken(`the anchor of ${forged.day} was changed or made by somebody without the secret`)
  }
  const all: Anchor[] = [
    ...stored.map(({ day, sequence, hash }) => ({ name: `the anchor of ${day}`, sequence, hash })),
    ...kept.map((end) => ({ name: 'the anchor that was given', ...end })),
  ]
  const anchors = all.filter(({ sequence }) => sequence >= start.sequence)
  const changes = keys.changes
    .filter(({ sequence }) => sequence >= start.sequence)
    .map((end) => ({ name: 'the change of the secret', ...end }))
  const fixed: Anchor[] = [...anchors, ...changes]
  const walk = await walkChain(trx, keys, start, fixed)
  if ('kind' in walk) return walk

  const head = await findHead(trx)
  if (!isProven(keys.present, head)) return broken('the head of the chain was changed by somebody without the secret')
  const ends: Anchor[] = [{ name: 'the head of the chain', sequence: head.sequence, hash: head.hash }, ...fixed]
  const beyond = ends.find(({ sequence }) => sequence > walk.sequence)
  if (beyond !== undefined) {
    return broken(`row ${walk.sequence + 1} is gone, and all behind it: ${beyond.name} is at row ${beyond.sequence}`)
  }
  if (head.sequence < walk.sequence) {
    return broken(
      `row ${head.sequence + 1} was added by somebody without the secret: the head of the chain is before it`,
    )
  }
  const outside = await findSealUpTo(trx, start.sequence)
  if (outside !== undefined) {
    return broken(`row ${outside} was added by somebody without the secret: the chain begins behind it`)
  }
  const { waiting, stray } = await walkEvents(trx)
  if (stray !== undefined) {
    return broken(`the event ${stray} has no seal and is too old to wait for one: it was added behind everybody's back`)
  }
  return {
    kind: 'intact',
    sealed: walk.sequence - start.sequence,
    waiting,
    anchors: anchors.length,
    anchorsBefore: all.length - anchors.length,
    cutTo: start.sequence,
    end: walk,
  }
}

/** Answers the end, or what is wrong with the first bad row. */
async function walkChain(
  db: Kysely<Tables>,
  keys: ChainKeys,
  { sequence, hash }: ChainEnd,
  anchors: readonly Anchor[],
): Promise<ChainEnd | Extract<Verdict, { kind: 'broken' }>> {
  let end: ChainEnd = { sequence, hash }
  const strayAt = (place: ChainEnd) => {
    const stray = anchors.find((anchor) => anchor.sequence === place.sequence && !anchor.hash.equals(place.hash))
    return stray === undefined ? undefined : broken(`row ${place.sequence} is not the one that ${stray.name} names`)
  }
  const strayAtStart = strayAt(end)
  if (strayAtStart !== undefined) return strayAtStart
  for (;;) {
    const page = await findSealed(db, end.sequence, pageSize)
    for (const row of page) {
      const next = checkRow(keys.of(row.sequence), end, row)
      if (typeof next === 'string') return broken(next)
      const stray = strayAt(next)
      if (stray !== undefined) return stray
      end = next
    }
    if (page.length < pageSize) return end
  }
}

/** How many events wait for their seal, and the first that can no longer get one. */
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
