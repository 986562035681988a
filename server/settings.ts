/**
 * What an operator may choose, read from the environment once. Every setting is one row of `settingsTable`: its name, what it
 * does, its default and the words for what is expected. Nothing else in the product reads the environment. Mistakes are
 * collected and reported together in one SettingsError, one sentence each, and no sentence repeats a secret.
 */
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { shown } from './platform/shown.ts'
import { type BlogSettings, blogSchema, blogSettingsOf, blogSettingsTable } from './settings-blog.ts'
import {
  type DatabaseChoice,
  databaseChoice,
  databaseSchema,
  databaseSettingsTable,
  isPostgresUrl,
  missingDatabaseSettings,
} from './settings-database.ts'
import {
  type GeocoderSettings,
  geocoderSchema,
  geocoderSettingsOf,
  geocoderSettingsTable,
} from './settings-geocoder.ts'
import { type ImageSettings, imageSchema, imageSettingsOf, imageSettingsTable } from './settings-images.ts'
import { type LimiterSettings, limiterSchema, limiterSettingsOf, limiterSettingsTable } from './settings-limiter.ts'
import { type LimitSettings, limitSchema, limitSettingsOf, limitSettingsTable } from './settings-limits.ts'
import {
  type MailSettings,
  mailSchema,
  mailSettingsOf,
  mailSettingsTable,
  missingMailSettings,
} from './settings-mail.ts'
import {
  type OperationSettings,
  operationSchema,
  operationSettingsOf,
  operationSettingsTable,
} from './settings-operation.ts'
import { type PaymentsSettings, paymentsSettings } from './settings-payments.ts'
import {
  type RegistrySettings,
  registrySchema,
  registrySettingsOf,
  registrySettingsTable,
} from './settings-registry.ts'
import {
  type SecretSettings,
  secretNames,
  secretRequired,
  secretSchema,
  secretSettingsOf,
  secretSettingsTable,
} from './settings-secret.ts'

export interface Settings
  extends MailSettings,
    RegistrySettings,
    GeocoderSettings,
    ImageSettings,
    LimitSettings,
    OperationSettings,
    LimiterSettings,
    PaymentsSettings,
    BlogSettings,
    SecretSettings {
  port: number
  host: string
  /** Absolute, like every path here. */
  dataDir: string
  database: DatabaseChoice
  logLevel: LogLevel
  /** npm started this process; when npm is gone nobody is left to stop it. */
  isStartedByNpm: boolean
}

type LogLevel = (typeof logLevels)[number]

export interface SettingRow {
  name: string
  /** Whole sentences, for the operator's documentation. */
  description: string
  /** The default as the documentation writes it. */
  default: string
}

/** The settings were wrong; the message has one sentence for each mistake, each on its own line. */
export class SettingsError extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'SettingsError'
    this.sentences = sentences
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every setting there is, in the order in which an operator meets them. */
export const settingsTable = [
  {
    name: 'PORT',
    default: '3000',
    description: 'The TCP port to listen on.',
  },
  {
    name: 'HOST',
    default: '127.0.0.1',
    description:
      'The address to listen on. The default is reached from this machine only; 0.0.0.0 or :: is reached from every network the machine is on.',
  },
  {
    name: 'DATA_DIR',
    default: './data',
    description: 'The folder in which the product keeps what it makes: database, registry and key file.',
  },
  ...databaseSettingsTable,
  ...registrySettingsTable,
  ...geocoderSettingsTable,
  ...imageSettingsTable,
  ...secretSettingsTable,
  {
    name: 'LOG_LEVEL',
    default: 'info',
    description: `How much is logged: ${logLevels.join(', ')}.`,
  },
  ...mailSettingsTable,
  ...limitSettingsTable,
  ...operationSettingsTable,
  ...paymentsSettings.table,
  ...limiterSettingsTable,
  ...blogSettingsTable,
] as const satisfies readonly SettingRow[]

type SettingName = (typeof settingsTable)[number]['name']
type Given = Readonly<Record<string, string | undefined>>

/**
 * Reads all settings. Relative paths are taken from the current folder; a setting that is empty counts as not set. Throws
 * SettingsError with every mistake in it.
 */
export function loadSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const given = givenIn(env)
  const read = schema.safeParse(given)
  const sentences = issueSentences(read.error?.issues ?? [], given)
  if (isPostgresUrl(given.DATABASE_URL ?? '') && given.SECRET_KEY === undefined) sentences.push(secretRequired)
  sentences.push(...missingDatabaseSettings(given), ...missingMailSettings(given), ...paymentsSettings.missing(given))
  if (!read.success || sentences.length > 0) throw new SettingsError(sentences)

  const values = read.data
  const dataDir = resolve(values.DATA_DIR)
  const isProduction = env.NODE_ENV === 'production'
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    database: databaseChoice(values, dataDir),
    ...registrySettingsOf(values, { dataDir, accessKey: values.FILES_S3_KEY }),
    ...geocoderSettingsOf(values),
    ...imageSettingsOf(values, join(dataDir, 'files')),
    ...secretSettingsOf(values),
    logLevel: values.LOG_LEVEL,
    isStartedByNpm: env.npm_lifecycle_event !== undefined,
    ...limitSettingsOf(values, { isProduction }),
    ...operationSettingsOf(values),
    ...limiterSettingsOf(values),
    ...mailSettingsOf(values, {
      dataDir,
      host: values.HOST,
      port: values.PORT,
      isProduction,
      isBehindProxy: values.TRUSTED_PROXIES.length > 0,
    }),
    ...paymentsSettings.settingsOf(values),
    ...blogSettingsOf(values),
  }
}

function givenIn(env: Readonly<Record<string, string | undefined>>): Given {
  return Object.fromEntries(settingsTable.map(({ name }) => [name, env[name]?.trim() || undefined]))
}

const portExpected = 'a whole number from 1 to 65535'

const schema = z.object({
  PORT: z
    .string()
    .default('3000')
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535, { error: portExpected })
    .transform(Number),
  HOST: z
    .string()
    .regex(/^[\w.:%-]{1,253}$/, { error: 'an IP address or a host name' })
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  ...databaseSchema,
  ...registrySchema,
  ...geocoderSchema,
  ...imageSchema,
  ...secretSchema,
  LOG_LEVEL: z.enum(logLevels, { error: `one of ${logLevels.join(', ')}` }).default('info'),
  ...mailSchema,
  ...limitSchema,
  ...operationSchema,
  ...paymentsSettings.schema,
  ...limiterSchema,
  ...blogSchema,
})

/** In the order of the table. */
function issueSentences(issues: readonly z.core.$ZodIssue[], given: Given): string[] {
  return settingsTable.flatMap(({ name }) =>
    issues
      .filter((issue) => issue.path[0] === name)
      .map((issue) => `${name}: expected ${issue.message}; got ${settingShown(name, given[name] ?? '')}.`),
  )
}

/** Addresses that may hold a user's name and password, as meant or by mistake. */
const urlNames: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'MAIL_URL',
  'LIMITER_URL',
  'FILES_URL',
  'REGISTRY_FROM',
  'GEOCODER_URL',
  'PAYMENTS_URL',
  'BLOG_FEED',
]

/** What came, without any part of it that may be a secret. */
function settingShown(name: SettingName, value: string): string {
  if ([...secretNames, 'FILES_S3_KEY', 'METRICS_TOKEN', ...paymentsSettings.secretNames].includes(name))
    return `${value.length} characters that are not that`
  if (urlNames.includes(name)) return /^[\w+.-]{1,30}:/.exec(value)?.[0].concat('…') ?? 'no scheme at all'
  if (['REGISTRY_UPDATE_URL', 'PUBLIC_URL'].includes(name) && value.includes('@'))
    return 'an address with a user name in it'
  return shown(value)
}
