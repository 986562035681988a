/** Whether an end of the audit log's chain was written by somebody with the secret. */
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'
import type { Head } from './audit-store.ts'
import { type ChainEnd, macOf, startMacOf } from './chain.ts'

/** Whether the end was written by somebody with the key; the empty chain needs no proof. */
export function isProven(key: Buffer, end: Head): boolean {
  return isProvenBy(end, (proven) => macOf(key, proven))
}

/** Whether the start was written by somebody with the key; that of a whole chain needs no proof. */
export function isStartProven(key: Buffer, start: Head): boolean {
  return isProvenBy(start, (proven) => startMacOf(key, proven))
}

/**
 * The key that the chain goes on with: of those that are known, the one that the head was written with, whatever secret is the present
 * one, so that processes that do not agree on that yet make one chain. Undefined when it is none of them.
 */
export function keyOfHead({ auditKeys }: Secrets, head: Head): Buffer | undefined {
  return auditKeys.find((key) => isProven(key, head))
}

function isProvenBy({ sequence, hash, mac }: Head, macFor: (end: ChainEnd) => Buffer): boolean {
  if (sequence === 0) return mac === null && hash.length === 0
  const expected = macFor({ sequence, hash })
  return mac !== null && mac.length === expected.length && timingSafeEqual(mac, expected)
}
