/**
 * Checks the API key of a request. A key that ends stops working within a second on every process, at once on the one
 * that ended it. A typo costs no look-up; a known key about two a second. Unknown keys wait apart (hash-gate.ts).
 */
import type { ErrorDetails } from '#contract/errors'
import type { Database } from '../platform/database/database.ts'
import { remember } from '../platform/remember.ts'
import type { Secrets } from '../platform/secrets.ts'
import { openHashGate } from './hash-gate.ts'
import { isWellFormed } from './key-format.ts'
import { type FoundKey, findByHash, findHashes } from './key-store.ts'
import { type Network, networkIn } from './networks.ts'

/** The same object while the key is cached. */
export interface KeyAccount extends Omit<FoundKey, 'networks' | 'revokedAt' | 'expiresAt'> {
  /** Null for everywhere. */
  readonly networks: readonly Network[] | null
  /** `readAt` on this process's monotonic clock, in milliseconds. */
  readonly readAtMs: number
}

export type KeyCheck =
  | { ok: true; accountId: string; keyId: string; account: KeyAccount }
  | { ok: false; code: 'key_missing' | 'key_malformed' | 'key_unknown'; details: undefined }
  | { ok: false; code: 'key_revoked'; details: ErrorDetails<'key_revoked'> }
  | { ok: false; code: 'key_expired'; details: ErrorDetails<'key_expired'> }

export interface KeyChecker {
  /** Only an unknown key needs its network. */
  check(header: string | undefined, networkOf?: () => string): KeyCheck | Promise<KeyCheck>
  forget(accountId: string): void
}

/** Age, from before its look-up, at which a key is refreshed in the background, and the oldest in use (one second). */
const renewedAfterMs = 500
export const maxAgeMs = 900

const keysRemembered = 10_000
const unknownRemembered = 10_000

interface CachedKey {
  since: number
  answer: Promise<KeyCheck>
  known: KeyCheck | undefined
  accountId: string | undefined
  isRenewed: boolean
  renewal: CachedKey | undefined
}

export function keyChecker(parts: { database: Database; secrets: Secrets }, now = () => performance.now()): KeyChecker {
  const { db } = parts.database
  const cachedKeys = new Map<string, CachedKey>()
  const firsts = new Map<string, CachedKey>()
  const unknown = new Map<string, number>()
  const gate = openHashGate((hashes) => findHashes(db, hashes), now)

  function lookUp(key: string, network?: string): CachedKey {
    const hashes = parts.secrets.lookupHashes(key)
    const asking = network === undefined ? Promise.resolve(true) : gate.has(hashes, network)
    const finding = asking.then((isStored) => (isStored ? findByHash(db, hashes) : undefined))
    const answer = finding.then((found) => {
      cached.accountId = found?.accountId
      cached.known = checkOf(found, now())
      return cached.known
    })
    const cached: CachedKey = {
      since: now(),
      answer,
      known: undefined,
      accountId: undefined,
      isRenewed: false,
      renewal: undefined,
    }
    return cached
  }

  /** Only a known key takes a place among known ones. */
  function first(key: string, network: string): Promise<KeyCheck> {
    const cached = lookUp(key, network)
    firsts.set(key, cached)
    const settle = () => {
      if (firsts.get(key) !== cached) return
      firsts.delete(key)
      if (cached.accountId !== undefined) remember(cachedKeys, key, cached, keysRemembered)
      else if (cached.known !== undefined) remember(unknown, key, cached.since, unknownRemembered)
    }
    cached.answer.then(settle, settle)
    return cached.answer
  }

  function answerFrom(key: string, cached: CachedKey): Promise<KeyCheck> {
    remember(cachedKeys, key, cached, keysRemembered)
    cached.answer.catch(() => {
      if (cachedKeys.get(key) === cached) cachedKeys.delete(key)
    })
    return cached.answer
  }

  /** Unless the entry was dropped meanwhile, when this answer may be as old. */
  function renew(key: string, known: CachedKey): void {
    const renewal = lookUp(key)
    known.isRenewed = true
    known.renewal = renewal
    renewal.answer.then(
      () => {
        if (cachedKeys.get(key) === known) remember(cachedKeys, key, renewal, keysRemembered)
      },
      () => {
        known.renewal = undefined
      },
    )
  }

  const ageMs = ({ since }: CachedKey) => now() - since

  return {
    check(header, networkOf = () => '') {
      if (header === undefined || header === '') return { ok: false, code: 'key_missing', details: undefined }
      const cached = cachedKeys.get(header)
      if (cached !== undefined) {
        const age = ageMs(cached)
        if (age >= renewedAfterMs && age < maxAgeMs && !cached.isRenewed) renew(header, cached)
        if (age < maxAgeMs) return cached.known ?? cached.answer
      }
      // A slow refresh is waited for, rather than a whole new look-up.
      if (cached?.renewal !== undefined && ageMs(cached.renewal) < maxAgeMs) return answerFrom(header, cached.renewal)
      const underWay = firsts.get(header)
      if (underWay !== undefined && ageMs(underWay) < maxAgeMs) return underWay.answer
      const unknownSince = unknown.get(header)
      if (unknownSince !== undefined && now() - unknownSince < maxAgeMs) return checkOf(undefined, unknownSince)
      if (!isWellFormed(header)) return { ok: false, code: 'key_malformed', details: undefined }
      return cached === undefined ? first(header, networkOf()) : answerFrom(header, lookUp(header))
    },
    forget(accountId) {
      for (const [key, cached] of cachedKeys) {
        // A look-up in progress may have read the state before the change.
        if (cached.accountId === accountId || cached.accountId === undefined) cachedKeys.delete(key)
      }
      firsts.clear()
    },
  }
}

function checkOf(found: FoundKey | undefined, readAtMs: number): KeyCheck {
  if (found === undefined) return { ok: false, code: 'key_unknown', details: undefined }
  const { networks, revokedAt, expiresAt, ...rest } = found
  const { accountId, keyId, readAt } = rest
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  if (revokedAt !== null && revokedAt <= readAt) {
    return { ok: false, code: 'key_revoked', details: { revokedAt: day(revokedAt) } }
  }
  if (expiresAt !== null && expiresAt <= readAt) {
    return { ok: false, code: 'key_expired', details: { expiredAt: day(expiresAt) } }
  }
  const account = { ...rest, networks: networks?.map(networkIn) ?? null, readAtMs }
  return { ok: true, accountId, keyId, account }
}
