import type { Meter } from './meter.ts'

/** Lets every call through and counts none: to compare with, and for tests of other things. */
export const unmetered: Meter = {
  begin: () => ({
    admit: () => undefined,
    reserve: () => undefined,
    succeed: () => ({}),
    fail: async () => ({}),
  }),
  isFailing: () => false,
  write: async () => {},
  close: async () => {},
}
