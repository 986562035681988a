import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'
import type { Head } from './audit-store.ts'
import { type ChainEnd, macOf, startMacOf } from './chain.ts'

/** The empty chain needs no proof. */
export function isProven(key: Buffer, end: Head): boolean {
  return isProvenBy(end, (proven) => macOf(key, proven))
}

/** A whole chain needs no proof. */
export function isStartProven(key: Buffer, start: Head): boolean {
  return isProvenBy(start, (proven) => startMacOf(key, proven))
}

/**
 * Of the known keys the one that wrote the head, so that processes that disagree on the present secret make one
 * chain. Undefined when it is none of them.
 */
export function keyOfHead({ auditKeys }: Secrets, head: Head): Buffer | undefined {
  return auditKeys.find((key) => isProven(key, head))
}

function isProvenBy({ sequence, hash, mac }: Head, macFor: (end: ChainEnd) => Buffer): boolean {
  if (sequence === 0) return mac === null && hash.length === 0
  const expected = macFor({ sequence, hash })
  return mac !== null && mac.length === expected.length && timingSafeEqual(mac, expected)
}
