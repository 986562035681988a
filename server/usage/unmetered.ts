import type { Meter } from './meter.ts'

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
