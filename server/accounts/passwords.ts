/**
 * Keeps passwords as Argon2id hashes. Hashing is slow on purpose, so few run at once and few wait: past that a sign-in is
 * refused as overloaded, rather than starving the rest of the process. Checking a password takes as long for an account that
 * does not exist as for one that does.
 */
import { randomBytes } from 'node:crypto'
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'

export interface Passwords {
  /** The hash to store; `onOverload` ends the call when too many wait. */
  hash(password: string, onOverload: () => never): Promise<string>
  /** Whether the password belongs to the hash; for no hash, false after the same time. */
  verify(stored: string | undefined, password: string, onOverload: () => never): Promise<boolean>
  /** Whether the hash was made with other costs than today's. */
  isOutdated(stored: string): boolean
}

/** The least that OWASP's Password Storage Cheat Sheet recommends for Argon2id: 19 MiB, 2 passes, 1 lane. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

/** How many are hashed at once: half of the threads Node has for such work, which files need too. */
const runningMax = 2
const waitingMax = 50

/** The work itself. */
export interface Argon2 {
  hash: typeof hash
  verify: typeof verify
}

/** A hasher with a queue of its own: one for all verbs of a process. Tests hand in an `argon2` that counts. */
export function openPasswords(argon2: Argon2 = { hash, verify }): Passwords {
  const queue = openQueue()
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

/** Runs `runningMax` at once in the order they came. */
function openQueue() {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>, onOverload: () => never): Promise<T> => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) return onOverload()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The place goes to the next one who waits, or is free again.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
