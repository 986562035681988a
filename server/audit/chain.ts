/**
 * The chain over the audit log. Each seal is a keyed hash of the seal before it, of its own number and of all that its event
 * says, so that one event cannot be changed, removed or moved without breaking every seal from there on. The head and the
 * anchors say where the chain ended at some time, under a keyed hash of their own, so that the chain cannot be cut short either.
 */
import { keyedHash } from '../platform/secrets.ts'

/** An event as it is sealed. */
export interface SealableEvent {
  id: string
  /** In UTC with all six digits of its second, which a Date does not hold. */
  at: string
  actor: string | null
  action: string
  subject: string
  details: Record<string, string | number | boolean | null>
}

/** The end of the chain: the number of its last seal and that seal. Number 0 stands for the empty chain. */
export interface ChainEnd {
  sequence: number
  hash: Buffer
}

/** The next end of the chain, behind `before`. */
export function sealed(key: Buffer, before: ChainEnd, event: SealableEvent): ChainEnd {
  const sequence = before.sequence + 1
  const { id, at, actor, action, subject, details } = event
  // The database orders the members of an object by rules of its own.
  const ordered = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))
  const content = [before.hash.toString('hex'), sequence, id, at, actor, action, subject, ordered]
  return { sequence, hash: keyedHash(key, `event ${JSON.stringify(content)}`) }
}

/** What proves that the chain ended here once. */
export function macOf(key: Buffer, end: ChainEnd): Buffer {
  return keyedHash(key, `end ${anchorText(end)}`)
}

/** What proves that the chain was cut off up to here by us; no end of the chain can be taken for it. */
export function startMacOf(key: Buffer, start: ChainEnd): Buffer {
  return keyedHash(key, `start ${anchorText(start)}`)
}

const anchorForm = /^(\d{1,15})-([0-9a-f]{64})$/

/** The end of a chain in words, for an operator to keep elsewhere. */
export function anchorText({ sequence, hash }: ChainEnd): string {
  return `${sequence}-${hash.toString('hex')}`
}

/** The end that the text names; undefined when it is no such text. */
export function parseAnchor(text: string): ChainEnd | undefined {
  const [, sequence, hash = ''] = anchorForm.exec(text.trim()) ?? []
  return sequence === undefined ? undefined : { sequence: Number(sequence), hash: Buffer.from(hash, 'hex') }
}
