/**
 * The audit chain: each seal is a keyed hash of the previous seal, its number and its event, so changing, removing or
 * moving an event breaks every later seal. Head and anchors prove where the chain ended.
 */
import { isSame, keyedHash, type Secrets } from '../platform/secrets.ts'
import type { findSealed, Head } from './audit-store.ts'

export interface SealableEvent {
  id: string
  /** UTC with microseconds, which a Date does not hold. */
  at: string
  actor: string | null
  action: string
  subject: string
  details: Record<string, string | number | boolean | null>
}

/** Number 0 is the empty chain. */
export interface ChainEnd {
  sequence: number
  hash: Buffer
}

export function sealed(key: Buffer, before: ChainEnd, event: SealableEvent): ChainEnd {
  const sequence = before.sequence + 1
  const { id, at, actor, action, subject, details } = event
  // The database orders an object's members by rules of its own.
  const ordered = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))
  const content = [before.hash.toString('hex'), sequence, id, at, actor, action, subject, ordered]
  return { sequence, hash: keyedHash(key, `event ${JSON.stringify(content)}`) }
}

export function macOf(key: Buffer, end: ChainEnd): Buffer {
  return keyedHash(key, `end ${anchorText(end)}`)
}

/** Cannot be confused with the proof of an end. */
export function startMacOf(key: Buffer, start: ChainEnd): Buffer {
  return keyedHash(key, `start ${anchorText(start)}`)
}

const anchorForm = /^(\d{1,15})-([0-9a-f]{64})$/

/** For an operator to keep elsewhere. */
export function anchorText({ sequence, hash }: ChainEnd): string {
  return `${sequence}-${hash.toString('hex')}`
}

export function parseAnchor(text: string): ChainEnd | undefined {
  const [, sequence, hash = ''] = anchorForm.exec(text.trim()) ?? []
  return sequence === undefined ? undefined : { sequence: Number(sequence), hash: Buffer.from(hash, 'hex') }
}

/** The empty chain needs no proof. */
export function isProven(key: Buffer, end: Head): boolean {
  return isProvenBy(end, (proven) => macOf(key, proven))
}

/** A whole chain needs no proof. */
export function isStartProven(key: Buffer, start: Head): boolean {
  return isProvenBy(start, (proven) => startMacOf(key, proven))
}

/** The known key that wrote the head, so that processes that disagree on the secret make one chain; else undefined. */
export function keyOfHead({ auditKeys }: Secrets, head: Head): Buffer | undefined {
  return auditKeys.find((key) => isProven(key, head))
}

function isProvenBy({ sequence, hash, mac }: Head, macFor: (end: ChainEnd) => Buffer): boolean {
  if (sequence === 0) return mac === null && hash.length === 0
  return mac !== null && isSame(mac, macFor({ sequence, hash }))
}

type SealedRow = Awaited<ReturnType<typeof findSealed>>[number]

/** The end of the chain with this row, or what is wrong with it. */
export function checkRow(key: Buffer, before: ChainEnd, row: SealedRow): ChainEnd | string {
  const expected = before.sequence + 1
  if (row.sequence !== expected) return `row ${expected} is gone; the next one there is row ${row.sequence}`
  if (row.event === null) return `row ${expected} has lost its event ${row.eventId}`
  const next = sealed(key, before, row.event)
  if (next.hash.equals(row.hash)) return next
  const { id, action, at } = row.event
  return `row ${expected} (${action} at ${at}Z, event ${id}) was changed, or is not in its place`
}
