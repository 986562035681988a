/** Waiting in tests for what comes about by itself. */
import { vi } from 'vitest'

/**
 * Far longer than anything waited for takes, for machines that have much else to do; what never comes costs a test
 * this much.
 */
const patience = { timeout: 30_000, interval: 20 }

/** Asks again and again until the check holds; fails with what it failed by last. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, patience)
}
