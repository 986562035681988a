/** Argon2id hashes, slow on purpose: few run, few wait, more are refused. No account takes as long as an account. */
import { randomBytes } from 'node:crypto'
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { waitingLine } from '../platform/waiting-line.ts'

export interface Passwords {
  /** `onOverload` ends the call when too many wait. */
  hash(password: string, onOverload: () => never): Promise<string>
  /** For no hash, false after the same time. */
  verify(stored: string | undefined, password: string, onOverload: () => never): Promise<boolean>
  isOutdated(stored: string): boolean
}

/** OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

/** Half of libuv's threads, which files need too. */
const runningMax = 2
const waitingMax = 50

export interface Argon2 {
  hash: typeof hash
  verify: typeof verify
}

/** One per process. Tests pass an `argon2` that counts. */
export function openPasswords(argon2: Argon2 = { hash, verify }): Passwords {
  const queue = waitingLine({ runningMax, waitingMax })
  const nobodysHash = hash(randomBytes(32), costs)
  return {
    hash: (password, onOverload) => queue(() => argon2.hash(password, costs), onOverload),
    verify: (stored, password, onOverload) =>
      queue(
        async () => (await argon2.verify(stored ?? (await nobodysHash), password)) && stored !== undefined,
        onOverload,
      ),
    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      return memoryCost !== costs.memoryCost || timeCost !== costs.timeCost || parallelism !== costs.parallelism
    },
  }
}
