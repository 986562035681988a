/**
 * The audit chain: each seal is a keyed hash of the previous seal, its number and its event, so that no event can be
 * changed, removed or moved without breaking every later seal. The head and the anchors prove where the chain ended,
 * so that it cannot be cut short unseen.
 */
import { keyedHash } from '../platform/secrets.ts'

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
