/** The settings of the secret that the installation's keys are derived from. */
import { z } from 'zod'

export interface SecretSettings {
  /** 32 bytes; undefined when the product keeps a key file of its own in the data folder. */
  secretKey: Buffer | undefined
  /** Others that open what was sealed with them, while the secret is being changed. */
  secretKeysPrevious: readonly Buffer[]
}

/** Bytes of a secret. */
export const secretKeyBytes = 32

/** Secrets that are known beside the present one: more are no change of it, but a collection. */
const previousMax = 5

/** The rows of the settings' table. */
export const secretSettingsTable = [
  {
    name: 'SECRET_KEY',
    default: 'DATA_DIR/secret.key, made on first start',
    description: `The ${secretKeyBytes}-byte secret, in base64 or hex, that seals API keys in the database. It is required with postgres://, so that every process has the same; with an embedded database a key file is made instead.`,
  },
  {
    name: 'SECRET_KEY_PREVIOUS',
    default: 'none',
    description: `While the secret is being changed: up to ${previousMax} others, separated by commas, that open what was sealed with them. Nothing is sealed with them. They are never shown.`,
  },
] as const

const secretExpected = `${secretKeyBytes} bytes in base64 or hex`

/** What the values of the rows have to be. */
export const secretSchema = {
  SECRET_KEY: z
    .string()
    .transform(secretBytes)
    .pipe(z.instanceof(Buffer, { error: secretExpected }))
    .optional(),
  SECRET_KEY_PREVIOUS: z
    .string()
    .transform(severalSecrets)
    .pipe(z.array(z.instanceof(Buffer), { error: `1 to ${previousMax} times ${secretExpected}, separated by commas` }))
    .optional(),
}

const readSchema = z.object(secretSchema)

/** The settings that these values make. */
export function secretSettingsOf(values: z.output<typeof readSchema>): SecretSettings {
  return { secretKey: values.SECRET_KEY, secretKeysPrevious: values.SECRET_KEY_PREVIOUS ?? [] }
}

/** A sentence for a secret that another setting wants and that is not given. */
export const secretRequired = `SECRET_KEY: expected ${secretExpected}, because DATABASE_URL is postgres:// and every process on that database must have the same; got nothing.`

/** Settings that are never shown. */
export const secretNames = secretSettingsTable.map(({ name }) => name)

function secretBytes(text: string): Buffer | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  const isCanonical = /^[\w+/-]+=*$/.test(text) && bytes.length === secretKeyBytes
  return isCanonical ? bytes : undefined
}

/** Undefined unless all of them are secrets and not too many. */
function severalSecrets(text: string): Buffer[] | undefined {
  const words = text.split(',')
  const secrets = words.flatMap((word) => secretBytes(word.trim()) ?? [])
  return secrets.length === words.length && words.length <= previousMax ? secrets : undefined
}
