/**
 * Tells whose API key a request bears. It promises that a key that was replaced stops working within a second on every
 * process, and at once on the process that replaced it; that a typing error costs no look-up; that a key is looked up
 * some twice a second at most, however often it is used, while the database answers; and that keys which are nobody's cost an entry
 * of an index at most and keep no others waiting (hash-gate.ts). When the database does not answer, the check fails like any call on it.
 */
import type { ErrorDetails } from '#contract/errors'
import type { Database } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { openHashGate } from './hash-gate.ts'
import { isWellFormed } from './key-format.ts'
import { type AccountRow, type FoundKey, findByHash, findHashes } from './key-store.ts'

/** What is known of a key's account; the same object for as long as the key is remembered. */
export interface KeyAccount extends AccountRow {
  /** The moment of `readAt` on this process's own clock, in milliseconds: from the one to the other runs the database's clock. */
  readonly readAtMs: number
}

export type KeyCheck =
  | { ok: true; accountId: string; keyId: string; account: KeyAccount }
  | { ok: false; code: 'key_missing' | 'key_malformed' | 'key_unknown'; details: undefined }
  | { ok: false; code: 'key_revoked'; details: ErrorDetails<'key_revoked'> }

export interface KeyChecker {
  /** Whose key the header holds, or why it is refused: at once where that is known. Only a key that is not known has its network looked at. */
  check(header: string | undefined, networkOf?: () => string): KeyCheck | Promise<KeyCheck>
  /** Forgets what is known of an account's keys, because they have just changed. */
  forget(accountId: string): void
}

/**
 * How old an answer is, counted from before its look-up, when the key is looked up again beside the calls that go on by it; and how
 * old the oldest that a call goes by. The promise of one second about replaced keys rests on the latter.
 */
const renewedAfterMs = 500
export const keyMemoryMs = 900

/** How many keys of somebody's are remembered, and how many of nobody's; the one that was looked up longest ago makes room. */
const keysRemembered = 10_000
const unknownRemembered = 10_000

interface Memory {
  since: number
  answer: Promise<KeyCheck>
  /** The answer, once it has come. */
  known: KeyCheck | undefined
  accountId: string | undefined
  /** Whether it was looked up again, and while that has not failed, what comes of it. */
  isRenewed: boolean
  renewal: Memory | undefined
}

/** A checker with a memory of its own; `now` counts milliseconds and is replaced in tests only. */
export function keyChecker(parts: { database: Database; secrets: Secrets }, now = () => performance.now()): KeyChecker {
  const { db } = parts.database
  const memories = new Map<string, Memory>()
  /** Keys that are looked up for the first time, and, since when, keys that are nobody's. */
  const firsts = new Map<string, Memory>()
  const unknown = new Map<string, number>()
  const gate = openHashGate((hashes) => findHashes(db, hashes), now)

  /** Without a network, of a key that was somebody's when it was asked for last. */
  function lookUp(key: string, network?: string): Memory {
    const hashes = parts.secrets.lookupHashes(key)
    const asking = network === undefined ? Promise.resolve(true) : gate.has(hashes, network)
    const finding = asking.then((isStored) => (isStored ? findByHash(db, hashes) : undefined))
    const answer = finding.then((found) => {
      memory.accountId = found?.accountId
      memory.known = checkOf(found, now())
      return memory.known
    })
    const memory: Memory = {
      since: now(),
      answer,
      known: undefined,
      accountId: undefined,
      isRenewed: false,
      renewal: undefined,
    }
    return memory
  }

  /** Looks a key up that is not remembered. Only one that is somebody's takes a place among those that are. */
  function first(key: string, network: string): Promise<KeyCheck> {
    const memory = lookUp(key, network)
    firsts.set(key, memory)
    const settle = () => {
      if (firsts.get(key) !== memory) return
      firsts.delete(key)
      if (memory.accountId !== undefined) remember(memories, key, memory, keysRemembered)
      else if (memory.known !== undefined) remember(unknown, key, memory.since, unknownRemembered)
    }
    memory.answer.then(settle, settle)
    return memory.answer
  }

  /** Goes by a look-up, of which the answer may not have come yet. */
  function goBy(key: string, memory: Memory): Promise<KeyCheck> {
    remember(memories, key, memory, keysRemembered)
    memory.answer.catch(() => {
      if (memories.get(key) === memory) memories.delete(key)
    })
    return memory.answer
  }

  /** Has a later answer take the place of what is known, unless that was forgotten meanwhile: then this one may be as old. */
  function renew(key: string, known: Memory): void {
    const renewal = lookUp(key)
    known.isRenewed = true
    known.renewal = renewal
    renewal.answer.then(
      () => {
        if (memories.get(key) === known) remember(memories, key, renewal, keysRemembered)
      },
      () => {
        known.renewal = undefined
      },
    )
  }

  const ageMs = ({ since }: Memory) => now() - since

  return {
    check(header, networkOf = () => '') {
      if (header === undefined || header === '') return { ok: false, code: 'key_missing', details: undefined }
      const memory = memories.get(header)
      if (memory !== undefined) {
        const age = ageMs(memory)
        if (age >= renewedAfterMs && age < keyMemoryMs && !memory.isRenewed) renew(header, memory)
        if (age < keyMemoryMs) return memory.known ?? memory.answer
      }
      // Of a renewal that takes long the rest is waited for, rather than the whole of another look-up.
      if (memory?.renewal !== undefined && ageMs(memory.renewal) < keyMemoryMs) return goBy(header, memory.renewal)
      const underWay = firsts.get(header)
      if (underWay !== undefined && ageMs(underWay) < keyMemoryMs) return underWay.answer
      const unknownSince = unknown.get(header)
      if (unknownSince !== undefined && now() - unknownSince < keyMemoryMs) return checkOf(undefined, unknownSince)
      if (!isWellFormed(header)) return { ok: false, code: 'key_malformed', details: undefined }
      return memory === undefined ? first(header, networkOf()) : goBy(header, lookUp(header))
    },
    forget(accountId) {
      for (const [key, memory] of memories) {
        // A look-up under way may belong to the account too and may have read the state before the change.
        if (memory.accountId === accountId || memory.accountId === undefined) memories.delete(key)
      }
      firsts.clear()
    },
  }
}

function checkOf(found: FoundKey | undefined, readAtMs: number): KeyCheck {
  if (found === undefined) return { ok: false, code: 'key_unknown', details: undefined }
  const { accountId, keyId, revokedAt } = found
  if (revokedAt === null) return { ok: true, accountId, keyId, account: { ...found, readAtMs } }
  return { ok: false, code: 'key_revoked', details: { revokedAt: revokedAt.toISOString().slice(0, 10) } }
}

/** Puts the key last in the map's order, which is that of insertion; the first makes room. */
export function remember<T>(memories: Map<string, T>, key: string, memory: T, sizeMax: number): void {
  memories.delete(key)
  memories.set(key, memory)
  const oldest = memories.keys().next()
  if (memories.size > sizeMax && !oldest.done) memories.delete(oldest.value)
}
