import type { Meter } from '#server/usage/meter'

export const unmetered: Meter = {
  begin: () => ({
    admit: () => undefined,
    reserve: () => undefined,
    succeed: () => ({}),
    notModified: () => ({}),
    fail: async () => ({}),
  }),
  isFailing: () => false,
  write: async () => {},
  close: async () => {},
}
