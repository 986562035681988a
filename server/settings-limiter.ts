/** Where requests are counted against their limits. */
import { z } from 'zod'

export interface LimiterSettings {
  /** URL-shaped; read by the limiter part. It may hold a password. */
  limiterUrl: string
}

/** The rows of the settings' table. */
export const limiterSettingsTable = [
  {
    name: 'LIMITER_URL',
    default: 'memory:',
    description:
      'Where requests a minute and a day are counted: memory: in each process for itself, or redis:// or rediss:// in a Redis (5 or newer) or Valkey for all processes together.',
  },
] as const

/** What the values of the rows have to be. */
export const limiterSchema = {
  LIMITER_URL: z
    .string()
    .refine((text) => text === 'memory:' || (/^rediss?:\/\/[^/]/.test(text) && URL.canParse(text)), {
      error: 'memory:, redis://USER:PASSWORD@HOST:PORT or rediss://USER:PASSWORD@HOST:PORT',
    })
    .default('memory:'),
}

const readSchema = z.object(limiterSchema)

/** The choices as the product uses them. */
export function limiterSettingsOf(values: z.output<typeof readSchema>): LimiterSettings {
  return { limiterUrl: values.LIMITER_URL }
}
