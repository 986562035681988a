/** The settings of whoever watches over the product: metrics, and what is asked of the database before it is used. */
import { z } from 'zod'

export interface OperationSettings {
  /** What a request for metrics has to bear; undefined when there are none. */
  metricsToken: string | undefined
  /** What becomes of a database that may lose what it has acknowledged. */
  onWeakDatabase: 'refuse' | 'warn'
  /** How long the process goes on serving after SIGTERM. */
  drainSeconds: number
}

/** Characters of a token that is not guessed. */
const tokenLengthMin = 16

/** Longer than this no balancer looks away. */
const drainSecondsMax = 300

/** The rows of the settings' table. */
export const operationSettingsTable = [
  {
    name: 'METRICS_TOKEN',
    default: 'none',
    description: `The token that GET /metrics has to bear in its Authorization header, of at least ${tokenLengthMin} characters. Without it there are no metrics.`,
  },
  {
    name: 'WEAK_DATABASE',
    default: 'refuse',
    description:
      'What to do when the database runs with fsync, full_page_writes or synchronous_commit off, so that it may lose what it has acknowledged: refuse to start, or warn.',
  },
  {
    name: 'DRAIN_SECONDS',
    default: '0',
    description:
      'Seconds that the process goes on serving after SIGTERM, while GET /ready answers 503 and connections are closed one by one: twice the interval at which a balancer asks. The time to stop that a supervisor leaves it has to be this and 20 seconds more: deploy/praxidex.service (TimeoutStopSec) and deploy/compose.yaml (stop_grace_period) say 60 in all.',
  },
] as const

/** What the values of the rows have to be. */
export const operationSchema = {
  METRICS_TOKEN: z
    .string()
    .regex(new RegExp(`^[\\x21-\\x7e]{${tokenLengthMin},200}$`), {
      error: `${tokenLengthMin} to 200 letters, digits and signs without spaces`,
    })
    .optional(),
  WEAK_DATABASE: z.enum(['refuse', 'warn'], { error: 'refuse or warn' }).default('refuse'),
  DRAIN_SECONDS: z
    .string()
    .default('0')
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= drainSecondsMax, {
      error: `a whole number of seconds from 0 to ${drainSecondsMax}`,
    })
    .transform(Number),
}

const readSchema = z.object(operationSchema)

/** The choices as the product uses them. */
export function operationSettingsOf(values: z.output<typeof readSchema>): OperationSettings {
  return {
    metricsToken: values.METRICS_TOKEN,
    onWeakDatabase: values.WEAK_DATABASE,
    drainSeconds: values.DRAIN_SECONDS,
  }
}
