/**
 * What an operator may choose, read from the environment once and here alone. Each setting is one entry of the list,
 * from which checks, types and the table in docs/operating.md follow. All mistakes are one SettingsError, a sentence
 * each, without secrets.
 */
import { join, resolve } from 'node:path'
import { z } from 'zod'
import {
  exploreSearchesPerMinute,
  exploreSuggestionsPerSearch,
  imageDaysDefault,
  passwordLengthMax,
  passwordLengthMin,
} from '#contract/limits'
import { productName } from '#contract/product'
import { isLoopback } from './platform/addresses.ts'
import { filesChoice, isFilesUrl } from './platform/files/choice.ts'
import type { PaymentsChoice } from './platform/payments/payments.ts'
import { shown } from './platform/shown.ts'
import {
  checked,
  databaseChoice,
  feedOf,
  geocoderOf,
  isCollector,
  isEmail,
  isHttps,
  isNetwork,
  isPageUrl,
  isPostgresUrl,
  isSmtpUrl,
  mailChoice,
  matching,
  missingForTls,
  originOf,
  parsed,
  previousSecrets,
  previousSecretsMax,
  registryStore,
  secretBytes,
  secretKeyBytes,
  senderOf,
  setting,
  sourceAddresses,
  stripeApi,
  wholeNumber,
} from './settings-formats.ts'

const attemptsMax = 1_000_000
const metricsTokenLengthMin = 16
const drainSecondsMax = 300
const imageDaysMax = 3650
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_DEVELOPER'] as const

const secretExpected = `${secretKeyBytes} bytes in base64 or hex`
const postgresExpected =
  'postgres://USER:PASSWORD@HOST:PORT/DATABASE (a unix socket: postgres://USER@/DATABASE?host=FOLDER)'

/** Every setting there is, in the order in which an operator meets them. */
const list = {
  PORT: setting({
    schema: wholeNumber(1, 65_535).prefault('3000'),
    default: '3000',
    description: 'The TCP port to listen on.',
  }),
  HOST: setting({
    schema: matching(/^[\w.:%-]{1,253}$/, 'an IP address or a host name').default('127.0.0.1'),
    default: '127.0.0.1',
    description:
      'The address to listen on. The default is reached from this machine only, 0.0.0.0 or :: from every network.',
  }),
  DATA_DIR: setting({
    schema: z.string().default('./data'),
    default: './data',
    description: 'The folder in which the product keeps what it makes: database, registry and key file.',
  }),
  DATABASE_URL: setting({
    schema: checked(
      (text) => text.startsWith('embedded:') || isPostgresUrl(text),
      `embedded:, embedded: and a folder, or ${postgresExpected}`,
    ).optional(),
    default: 'embedded:DATA_DIR/postgres',
    description:
      'The database: embedded: and a folder, for a PostgreSQL that the product runs, or postgres:// for one elsewhere.',
    isSecret: 'address',
  }),
  DATABASE_OWNER_URL: setting({
    schema: checked(isPostgresUrl, postgresExpected).optional(),
    default: 'the role of DATABASE_URL',
    description:
      'With postgres:// only: the same database with the role that owns the tables, migrates and removes old rows, so that the role of DATABASE_URL cannot.',
    isSecret: 'address',
  }),
  DATABASE_TLS: setting({
    schema: z.enum(['required', 'optional'], { error: 'required or optional' }).default('required'),
    default: 'required',
    description:
      'Whether a database on another machine needs TLS with its certificate verified (?sslmode=verify-full, and &sslrootcert=FILE for an authority of your own): required, or optional on a closed network.',
  }),
  REGISTRY_DIR: setting({
    schema: z.string().optional(),
    default: 'DATA_DIR/registry',
    description:
      'The folder with the versions of the registry. The first start builds the sample in it if it holds none; a folder named here must exist.',
  }),
  REGISTRY_FROM: setting({
    schema: checked(
      (url) => registryStore(url, undefined) !== undefined,
      's3://BUCKET/PREFIX?region=REGION&endpoint=https://HOST, or file:///FOLDER',
    ).optional(),
    default: 'none',
    description:
      'Where registry:publish puts versions and servers fetch them into REGISTRY_DIR: s3://BUCKET/PREFIX?region=REGION with FILES_S3_KEY, or file:///FOLDER. Nothing is built here then.',
    isSecret: 'address',
  }),
  REGISTRY_UPDATE_URL: setting({
    schema: checked(isPageUrl, 'an https address without a user name; http only on this machine').default(
      'https://download.cms.gov/nppes/NPI_Files.html',
    ),
    default: 'https://download.cms.gov/nppes/NPI_Files.html',
    description: "The page with the newest files for registry:update: CMS's, or one of yours with the same files.",
  }),
  SOURCES_FROM: setting({
    schema: parsed(sourceAddresses, 'LIST=https://ADDRESS, more of them after spaces').prefault(''),
    default: 'the publishers',
    description:
      'Where npm run sources -- update finds lists, as LIST=ADDRESS with spaces between, for lists that move and for mirrors; http only on this machine.',
  }),
  SOURCES_AGREED: setting({
    schema: z
      .string()
      .regex(/^[a-z0-9 -]*$/, { error: 'names of lists, with spaces between' })
      .default(''),
    default: 'none',
    description: 'Lists whose terms need your consent (docs/sources.md) and have it, with spaces between.',
  }),
  GEOCODER_URL: setting({
    schema: parsed(
      geocoderOf,
      'offline:, census:, or census: and an http or https address without a user name, query and fragment',
    ).prefault('offline:'),
    default: 'offline:',
    description:
      'How addresses are placed: offline: by ZIP code, city or state; census: by the US Census, with offline: as fallback.',
    isSecret: 'address',
  }),
  FILES_URL: setting({
    schema: checked(
      isFilesUrl,
      'disk:, disk: and a folder, or s3://BUCKET/PREFIX?region=REGION&endpoint=https://HOST',
    ).default('disk:'),
    default: 'disk:DATA_DIR/files',
    description:
      "Where encrypted images, and exports for a day, are kept: disk: and a folder, or s3://BUCKET/PREFIX?region=REGION, with &endpoint=https://HOST for a store that is not Amazon's.",
    isSecret: 'address',
  }),
  FILES_S3_KEY: setting({
    schema: matching(/^[^:\s]{3,128}:\S{8,256}$/, 'an access key as ID:SECRET').optional(),
    default: 'the identity of the machine',
    description: 'The access key for s3://, as ID:SECRET. It is never shown.',
    isSecret: true,
  }),
  IMAGE_DAYS_APPROVED: setting({
    schema: wholeNumber(0, imageDaysMax, 'a whole number of days').prefault(String(imageDaysDefault.approved)),
    default: String(imageDaysDefault.approved),
    description: 'Days after which the image of an approved verification is destroyed.',
  }),
  IMAGE_DAYS_REJECTED: setting({
    schema: wholeNumber(0, imageDaysMax, 'a whole number of days').prefault(String(imageDaysDefault.rejected)),
    default: String(imageDaysDefault.rejected),
    description: 'The same for a verification that was rejected, revoked or withdrawn.',
  }),
  SECRET_KEY: setting({
    schema: parsed(secretBytes, secretExpected).optional(),
    default: 'DATA_DIR/secret.key, made on first start',
    description: `The ${secretKeyBytes}-byte secret, in base64 or hex, that seals API keys in the database. Required with postgres://; with an embedded database a key file is made instead.`,
    isSecret: true,
  }),
  SECRET_KEY_PREVIOUS: setting({
    schema: parsed(
      previousSecrets,
      `1 to ${previousSecretsMax} times ${secretExpected}, separated by commas`,
    ).optional(),
    default: 'none',
    description: `While the secret is being changed: up to ${previousSecretsMax} others, separated by commas, that open what was sealed with them and seal nothing. Never shown.`,
    isSecret: true,
  }),
  LOG_LEVEL: setting({
    schema: z.enum(logLevels, { error: `one of ${logLevels.join(', ')}` }).default('info'),
    default: 'info',
    description: `How much is logged: ${logLevels.join(', ')}.`,
  }),
  PUBLIC_URL: setting({
    schema: parsed(originOf, 'an http or https address without a path, a user name or parameters').optional(),
    default: 'http://localhost:PORT',
    description: 'The address under which people reach the web app; the links in emails begin with it.',
  }),
  MAIL_URL: setting({
    schema: checked(
      (text) => text.startsWith('outbox:') || isSmtpUrl(text),
      'outbox:, outbox: and a folder, smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT',
    ).default('outbox:'),
    default: 'outbox:DATA_DIR/outbox',
    description:
      'Where emails go: outbox: and a folder keeps them as files; smtp://USER:PASSWORD@HOST:PORT or smtps:// is a mail server.',
    isSecret: 'address',
  }),
  MAIL_CA_FILE: setting({
    schema: z.string().optional(),
    default: 'the authorities that Node knows',
    description:
      'A file with certificates (PEM) of authorities of your own for the mail server. With it nothing is sent without TLS.',
  }),
  MAIL_FROM: setting({
    schema: parsed(senderOf, 'an address, or NAME <ADDRESS>').prefault(`${productName} <praxidex@localhost>`),
    default: `${productName} <praxidex@localhost>`,
    description: 'The sender of emails: NAME <ADDRESS> or an address. It is required with a mail server.',
  }),
  OPERATOR_EMAIL: setting({
    schema: checked(isEmail, 'an address').default('operator@localhost'),
    default: 'operator@localhost',
    description: 'The address that requests to support and sales are sent to. It is required with a mail server.',
  }),
  SECURITY_CONTACT: setting({
    schema: checked((text) => isEmail(text) || isHttps(text), 'an email address or an https address').optional(),
    default: 'OPERATOR_EMAIL',
    description: 'Where weaknesses are reported, for /.well-known/security.txt: an email address, or an https address.',
  }),
  TRUSTED_PROXIES: setting({
    schema: z
      .string()
      .transform((text) => (text === 'none' ? [] : text.split(',').map((part) => part.trim())))
      .refine((parts) => parts.every(isNetwork), {
        error: 'IP addresses or networks such as 10.0.0.0/8, separated by commas, or none',
      })
      .prefault('none'),
    default: 'none',
    description:
      'Addresses or networks (10.0.0.0/8) of your proxies, separated by commas. Only their X-Forwarded-For is believed.',
  }),
  PASSWORD_LENGTH_MIN: setting({
    schema: wholeNumber(passwordLengthMin, passwordLengthMax).prefault(String(passwordLengthMin)),
    default: String(passwordLengthMin),
    description: `The least characters of a new password, ${passwordLengthMin} or more; NIST SP 800-63B-4 asks for 15 where nothing but a password protects an account.`,
  }),
  ADMIN_SECOND_FACTOR: setting({
    schema: z.enum(['required', 'optional'], { error: 'required or optional' }).optional(),
    default: 'required where NODE_ENV is production, else optional',
    description:
      'Whether admins need a second factor: required or optional. Where required, an admin without one can only set one up, and an admin’s API key decides nothing without a session that has one.',
  }),
  SIGN_INS_PER_IP: attempts('60', 'Sign-ins that one IP address may try in a minute.'),
  SIGN_UPS_PER_IP: attempts('20', 'Sign-ups that one IP address may try in an hour.'),
  SIGN_IN_FAILURES_PER_ACCOUNT: attempts(
    '10',
    'Sign-ins with one email address that may fail in 15 minutes; from the third on with pauses that double.',
  ),
  SIGN_IN_FAILURES_IN_A_ROW: attempts(
    '100',
    'Failed sign-ins in a row with one email address, after which its password must be reset.',
  ),
  EMAILS_PER_RECIPIENT: attempts(
    '3',
    'Emails that strangers may cause to one address in an hour, by sign-ups, changes of address and password resets. Known browsers of the account have as many more.',
  ),
  RESETS_PER_IP: attempts('20', 'Such links that one IP address may ask for in an hour.'),
  NEW_KEYS_PER_ACCOUNT: attempts(
    '10',
    'How often one account may replace its API key in an hour; each time an email says so.',
  ),
  PHONE_CHANGES_PER_ACCOUNT: attempts('30', 'How often one account may change its phone number in an hour.'),
  EXPLORE_SEARCHES_PER_IP: attempts(
    String(exploreSearchesPerMinute),
    `Searches, counts for the map and provider pages each that one IP address gets in a minute without an API key; it gets ${exploreSuggestionsPerSearch} times as many suggestions.`,
  ),
  SHARE_OPENINGS_PER_IP: attempts('120', 'Shares that one IP address may try to open in a minute.'),
  METRICS_TOKEN: setting({
    schema: z
      .string()
      .regex(new RegExp(`^[\\x21-\\x7e]{${metricsTokenLengthMin},200}$`), {
        error: `${metricsTokenLengthMin} to 200 letters, digits and signs without spaces`,
      })
      .optional(),
    default: 'none',
    description: `The token that GET /metrics needs in its Authorization header, of at least ${metricsTokenLengthMin} characters. Without it there are no metrics.`,
    isSecret: true,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    schema: checked(isCollector, 'an http or https address without a user name, a query and a fragment').optional(),
    default: 'none',
    description:
      'The OpenTelemetry collector to which traces and metrics are sent as OTLP over HTTP (JSON), at /v1/traces and /v1/metrics below this address. OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER have their standard meaning.',
    isSecret: 'address',
  }),
  WEAK_DATABASE: setting({
    schema: z.enum(['refuse', 'warn'], { error: 'refuse or warn' }).default('refuse'),
    default: 'refuse',
    description:
      'What to do when the database runs with fsync, full_page_writes or synchronous_commit off and may lose acknowledged writes: refuse to start, or warn.',
  }),
  DRAIN_SECONDS: setting({
    schema: wholeNumber(0, drainSecondsMax, 'a whole number of seconds').prefault('0'),
    default: '0',
    description:
      'Seconds that the process serves on after SIGTERM, while GET /ready answers 503: twice the interval at which a balancer asks. A supervisor must leave 20 seconds more; deploy/praxidex.service and deploy/compose.yaml leave 60 in all.',
  }),
  PAYMENTS_URL: setting({
    schema: checked(
      (text) => text === 'local:' || text === 'stripe:' || stripeApi(text) !== undefined,
      'local:, stripe:, or stripe: and the https address of an API like that of Stripe (http on this machine only)',
    ).default('local:'),
    default: 'local:',
    description:
      'Who takes payments: local: for a page of our own that moves no money, so the Developer plan is free to all, or stripe: for Stripe.',
    isSecret: 'address',
  }),
  STRIPE_SECRET_KEY: setting({
    schema: matching(/^[sr]k_[\w]{8,255}$/, 'a secret key as sk_… or rk_…').optional(),
    default: 'none',
    description:
      'The secret key of your account at Stripe, sk_… or rk_…. It is required with stripe:, as the next two are, and never shown.',
    isSecret: true,
  }),
  STRIPE_WEBHOOK_SECRET: setting({
    schema: matching(/^whsec_[\w+/=-]{8,255}$/, 'a signing secret as whsec_…').optional(),
    default: 'none',
    description: 'The signing secret of the webhook endpoint at Stripe, whsec_…. It is never shown.',
    isSecret: true,
  }),
  STRIPE_PRICE_DEVELOPER: setting({
    schema: matching(/^price_\w{1,255}$/, 'the id of a price as price_…').optional(),
    default: 'none',
    description: 'The id of the monthly price of the Developer plan at Stripe, price_….',
  }),
  LIMITER_URL: setting({
    schema: checked(
      (text) => text === 'memory:' || (/^rediss?:\/\/[^/]/.test(text) && URL.canParse(text)),
      'memory:, redis://USER:PASSWORD@HOST:PORT or rediss://USER:PASSWORD@HOST:PORT',
    ).default('memory:'),
    default: 'memory:',
    description:
      'Where requests a minute and a day are counted: memory: in each process, or redis:// or rediss:// in a Redis (5 or newer) or Valkey for all.',
    isSecret: 'address',
  }),
  BLOG_FEED: setting({
    schema: parsed(feedOf, 'an https address without a user name, or json: and such an address').optional(),
    default: 'none',
    description:
      'The feed of the blog: an https address of RSS or Atom, as https://medium.com/feed/@NAME, or json: and that of an RSS-to-JSON service, as json:https://api.rss2json.com/v1/api.json?rss_url=https%3A%2F%2Fmedium.com%2Ffeed%2F%40NAME. Without it menus leave out the blog, whose page then has no posts.',
    isSecret: 'address',
  }),
} as const

type SettingName = keyof typeof list
type Given = Readonly<Record<string, string | undefined>>

export const settingsTable = Object.entries(list).map(([name, { default: absent, description }]) => ({
  name,
  default: absent,
  description,
}))

/** The settings were wrong; the message has one sentence for each mistake, each on its own line. */
export class SettingsError extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'SettingsError'
    this.sentences = sentences
  }
}

export type Settings = ReturnType<typeof loadSettings>
/** How often something may be tried; the descriptions above say in which time. */
export type AttemptLimits = Settings['attempts']
export type LimitSettings = Pick<Settings, 'attempts' | 'trustedProxies' | 'passwordLengthMin' | 'adminSecondFactor'>
export type MailSettings = Pick<
  Settings,
  'mail' | 'mailFrom' | 'operatorEmail' | 'securityContact' | 'publicUrl' | 'isOutboxShown'
>
export type SecretSettings = Pick<Settings, 'secretKey' | 'secretKeysPrevious'>

/** Reads all settings. Paths are relative to the current folder; empty counts as not set. Throws SettingsError. */
export function loadSettings(env: Given = process.env) {
  const given: Given = Object.fromEntries(Object.keys(list).map((name) => [name, env[name]?.trim() || undefined]))
  const read = z.object(schemas).safeParse(given)
  const sentences = [...issueSentences(read.error?.issues ?? [], given), ...missingSettings(given)]
  if (!read.success || sentences.length > 0) throw new SettingsError(sentences)

  const values = read.data
  const dataDir = resolve(values.DATA_DIR)
  const isProduction = env.NODE_ENV === 'production'
  const mail = mailChoice(values.MAIL_URL, values.MAIL_CA_FILE, dataDir)
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const contact = values.SECURITY_CONTACT ?? values.OPERATOR_EMAIL
  return {
    port: values.PORT,
    host: values.HOST,
    /** Absolute, like every path here. */
    dataDir,
    database: databaseChoice(values.DATABASE_URL, values.DATABASE_OWNER_URL, dataDir),
    registryDir: values.REGISTRY_DIR === undefined ? join(dataDir, 'registry') : resolve(values.REGISTRY_DIR),
    /** Whether the operator named that folder, which must then exist. */
    isRegistryDirNamed: values.REGISTRY_DIR !== undefined,
    /** Undefined where versions of the registry are built here. */
    registryFrom:
      values.REGISTRY_FROM === undefined ? undefined : registryStore(values.REGISTRY_FROM, values.FILES_S3_KEY),
    registryUpdateUrl: values.REGISTRY_UPDATE_URL,
    sourcesFrom: values.SOURCES_FROM,
    sourcesAgreed: values.SOURCES_AGREED.split(' ').filter((name) => name !== ''),
    geocoder: values.GEOCODER_URL,
    files: filesChoice(values.FILES_URL, values.FILES_S3_KEY, join(dataDir, 'files')),
    /** Days that an image is kept after its decision. */
    imageDays: { approved: values.IMAGE_DAYS_APPROVED, rejected: values.IMAGE_DAYS_REJECTED },
    /** Undefined when the product keeps a key file of its own in the data folder. */
    secretKey: values.SECRET_KEY,
    secretKeysPrevious: values.SECRET_KEY_PREVIOUS ?? [],
    logLevel: values.LOG_LEVEL,
    /** npm started this process, which stops when npm is gone. */
    isStartedByNpm: env.npm_lifecycle_event !== undefined,
    /** Origin of the links in emails, without a slash at its end. */
    publicUrl,
    mail,
    mailFrom: values.MAIL_FROM,
    operatorEmail: values.OPERATOR_EMAIL,
    /** mailto: or https: (RFC 9116). */
    securityContact: isHttps(contact) ? new URL(contact).href : `mailto:${contact}`,
    /** Emails open accounts: the outbox is shown to this machine alone. */
    isOutboxShown:
      mail.kind === 'outbox' &&
      !isProduction &&
      values.TRUSTED_PROXIES.length === 0 &&
      isLoopback(values.HOST) &&
      isLoopback(new URL(publicUrl).hostname),
    trustedProxies: values.TRUSTED_PROXIES,
    /** In code points, never below the contract's. */
    passwordLengthMin: values.PASSWORD_LENGTH_MIN,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR ?? (isProduction ? ('required' as const) : ('optional' as const)),
    attempts: {
      signInsPerIp: values.SIGN_INS_PER_IP,
      signUpsPerIp: values.SIGN_UPS_PER_IP,
      failuresPerAccount: values.SIGN_IN_FAILURES_PER_ACCOUNT,
      failuresInARow: values.SIGN_IN_FAILURES_IN_A_ROW,
      emailsPerRecipient: values.EMAILS_PER_RECIPIENT,
      resetsPerIp: values.RESETS_PER_IP,
      newKeysPerAccount: values.NEW_KEYS_PER_ACCOUNT,
      phoneChangesPerAccount: values.PHONE_CHANGES_PER_ACCOUNT,
      shareOpeningsPerIp: values.SHARE_OPENINGS_PER_IP,
      exploreSearchesPerIp: values.EXPLORE_SEARCHES_PER_IP,
    },
    /** Undefined when there are no metrics. */
    metricsToken: values.METRICS_TOKEN,
    /** Undefined where nothing is traced. */
    collector: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    onWeakDatabase: values.WEAK_DATABASE,
    drainSeconds: values.DRAIN_SECONDS,
    payments: paymentsChoice(values),
    limiterUrl: values.LIMITER_URL,
    blogFeed: values.BLOG_FEED,
  }
}

type Schemas = { [Name in SettingName]: (typeof list)[Name]['schema'] }
// The entries are those of `list`, which Object.fromEntries cannot say.
const schemas = Object.fromEntries(Object.entries(list).map(([name, { schema }]) => [name, schema])) as Schemas
type Values = z.output<z.ZodObject<Schemas>>

/** In the order of the list. */
function issueSentences(issues: readonly z.core.$ZodIssue[], given: Given): string[] {
  return Object.entries(list).flatMap(([name, { isSecret }]) =>
    issues
      .filter((issue) => issue.path[0] === name)
      .map((issue) => `${name}: expected ${issue.message}; got ${gotShown(name, given[name] ?? '', isSecret)}.`),
  )
}

/** What came, without any part of it that may be a secret. */
function gotShown(name: string, value: string, isSecret: true | 'address' | undefined): string {
  if (isSecret === true) return `${value.length} characters that are not that`
  if (isSecret === 'address') return /^[\w+.-]{1,30}:/.exec(value)?.[0].concat('…') ?? 'no scheme at all'
  if (['REGISTRY_UPDATE_URL', 'PUBLIC_URL'].includes(name) && value.includes('@'))
    return 'an address with a user name in it'
  return shown(value)
}

/** A sentence for each setting that another one requires. */
function missingSettings(given: Given): string[] {
  const sentences: string[] = []
  const isPostgres = isPostgresUrl(given.DATABASE_URL ?? '')
  if (isPostgres && given.SECRET_KEY === undefined) {
    sentences.push(
      `SECRET_KEY: expected ${secretExpected}, because DATABASE_URL is postgres:// and every process on that database must have the same; got nothing.`,
    )
  }
  if (given.DATABASE_OWNER_URL !== undefined && !isPostgres) {
    sentences.push(
      'DATABASE_OWNER_URL: expected DATABASE_URL to be postgres:// as well; an embedded database has roles of its own.',
    )
  } else if (given.DATABASE_TLS !== 'optional') {
    for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
      const missing = missingForTls(given[name] ?? '')
      if (missing === undefined) continue
      sentences.push(
        `${name}: ${missing}. Or set DATABASE_TLS=optional where the network between is closed to everybody else.`,
      )
    }
  }
  const isAbsent = (name: string) => given[name] === undefined
  if (isSmtpUrl(given.MAIL_URL ?? '')) {
    const names = ['MAIL_FROM', 'OPERATOR_EMAIL'].filter(isAbsent)
    sentences.push(
      ...names.map((name) => `${name}: expected an address, because MAIL_URL is a mail server; got nothing.`),
    )
  }
  if (given.PAYMENTS_URL?.startsWith('stripe:')) {
    const names = stripeNames.filter(isAbsent)
    sentences.push(...names.map((name) => `${name}: expected a value, because PAYMENTS_URL is stripe:; got nothing.`))
  }
  return sentences
}

function attempts(absent: string, description: string) {
  return setting({ schema: wholeNumber(1, attemptsMax).prefault(absent), default: absent, description })
}

function paymentsChoice(values: Values): PaymentsChoice {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_DEVELOPER: developer,
  } = values
  if (values.PAYMENTS_URL === 'local:' || !secretKey || !webhookSecret || !developer) return { kind: 'local' }
  return { kind: 'stripe', secretKey, webhookSecret, prices: { developer }, apiUrl: stripeApi(values.PAYMENTS_URL) }
}
