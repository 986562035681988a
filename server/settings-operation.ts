/** The settings of whoever watches over the product: metrics, and what is asked of the database before it is used. */
import { z } from 'zod'

export interface OperationSettings {
  /** What a request for metrics has to bear; undefined when there are none. */
  metricsToken: string | undefined
  /** What becomes of a database that may lose what it has acknowledged. */
  onWeakDatabase: 'refuse' | 'warn'
}

/** Characters of a token that is not guessed. */
const tokenLengthMin = 16

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
}

const readSchema = z.object(operationSchema)

/** The choices as the product uses them. */
export function operationSettingsOf(values: z.output<typeof readSchema>): OperationSettings {
  return { metricsToken: values.METRICS_TOKEN, onWeakDatabase: values.WEAK_DATABASE }
}
