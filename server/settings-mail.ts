/** The settings of mail and of the address under which people reach the product. */
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { productName } from '#contract/product'
import { isLoopback } from './platform/loopback.ts'

/** Where letters go: into files of a folder, or to a mail server. */
export type MailChoice = { kind: 'outbox'; dir: string } | { kind: 'smtp'; url: string; caFile?: string }

/** Whom letters come from. */
export interface Sender {
  name: string
  address: string
}

export interface MailSettings {
  mail: MailChoice
  mailFrom: Sender
  /** Where requests to support and sales go. */
  operatorEmail: string
  /** Where weaknesses are reported: mailto: or https: (RFC 9116). */
  securityContact: string
  /** Origin of the links in letters, without a slash at its end. */
  publicUrl: string
  /** Whether whoever sits at this machine may read the outbox. */
  isOutboxShown: boolean
}

/** The rows of the settings' table. */
export const mailSettingsTable = [
  {
    name: 'PUBLIC_URL',
    default: 'http://localhost:PORT',
    description: 'The address under which people reach the web app; the links in letters begin with it.',
  },
  {
    name: 'MAIL_URL',
    default: 'outbox:DATA_DIR/outbox',
    description:
      'Where letters go: outbox: followed by a folder, which keeps them as files, or smtp://USER:PASSWORD@HOST:PORT or smtps:// for a mail server.',
  },
  {
    name: 'MAIL_CA_FILE',
    default: 'the authorities that Node knows',
    description:
      'A file with certificates (PEM) of authorities of your own, which may have signed the certificate of the mail server, too. With it nothing is sent without TLS.',
  },
  {
    name: 'MAIL_FROM',
    default: 'Praxidex <praxidex@localhost>',
    description: 'The sender of letters: NAME <ADDRESS> or an address. It is required with a mail server.',
  },
  {
    name: 'OPERATOR_EMAIL',
    default: 'operator@localhost',
    description: 'The address that requests to support and sales are sent to. It is required with a mail server.',
  },
  {
    name: 'SECURITY_CONTACT',
    default: 'OPERATOR_EMAIL',
    description: 'Where weaknesses are reported, for /.well-known/security.txt: an email address, or an https address.',
  },
] as const

const senderExpected = 'an address, or NAME <ADDRESS>'
const originExpected = 'an http or https address without a path, a user name or parameters'

/** What the values of the rows have to be. */
export const mailSchema = {
  PUBLIC_URL: z
    .string()
    .refine((text) => originOf(text) !== undefined, { error: originExpected })
    .transform(originOf)
    .optional(),
  MAIL_URL: z
    .string()
    .refine((text) => text.startsWith('outbox:') || isSmtpUrl(text), {
      error: 'outbox:, outbox: and a folder, smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT',
    })
    .default('outbox:'),
  MAIL_CA_FILE: z.string().optional(),
  MAIL_FROM: z
    .string()
    .transform(senderOf)
    .pipe(z.object({ name: z.string(), address: z.string() }, { error: senderExpected }))
    .default({ name: productName, address: 'praxidex@localhost' }),
  OPERATOR_EMAIL: z
    .string()
    .refine((text) => addressForm.test(text), { error: 'an address' })
    .default('operator@localhost'),
  SECURITY_CONTACT: z
    .string()
    .refine((text) => addressForm.test(text) || isHttps(text), { error: 'an email address or an https address' })
    .optional(),
}

const readSchema = z.object(mailSchema)

/** Sentences about settings that other settings ask for. */
export function missingMailSettings(given: Readonly<Record<string, string | undefined>>): string[] {
  if (!isSmtpUrl(given.MAIL_URL ?? '')) return []
  return ['MAIL_FROM', 'OPERATOR_EMAIL']
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: expected an address, because MAIL_URL is a mail server; got nothing.`)
}

/** What of the other settings the choices go by. */
interface Surroundings {
  dataDir: string
  host: string
  port: number
  /** NODE_ENV=production. */
  isProduction: boolean
  isBehindProxy: boolean
}

/** The choices as the product uses them. */
export function mailSettingsOf(
  values: z.output<typeof readSchema>,
  { dataDir, host, port, isProduction, isBehindProxy }: Surroundings,
): MailSettings {
  const mail = mailChoice(values, dataDir)
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${port}`
  const contact = values.SECURITY_CONTACT ?? values.OPERATOR_EMAIL
  return {
    mail,
    mailFrom: values.MAIL_FROM,
    operatorEmail: values.OPERATOR_EMAIL,
    securityContact: isHttps(contact) ? new URL(contact).href : `mailto:${contact}`,
    publicUrl,
    isOutboxShown:
      mail.kind === 'outbox' &&
      !isProduction &&
      !isBehindProxy &&
      isLoopback(host) &&
      isLoopback(new URL(publicUrl).hostname),
  }
}

function mailChoice(
  { MAIL_URL: url, MAIL_CA_FILE }: Pick<z.output<typeof readSchema>, 'MAIL_URL' | 'MAIL_CA_FILE'>,
  dataDir: string,
): MailChoice {
  if (isSmtpUrl(url)) return { kind: 'smtp', url, ...(MAIL_CA_FILE !== undefined && { caFile: resolve(MAIL_CA_FILE) }) }
  const folder = url.slice('outbox:'.length)
  return { kind: 'outbox', dir: folder === '' ? join(dataDir, 'outbox') : resolve(folder) }
}

function isHttps(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text)
}

function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false
  const { hostname, pathname, search, hash } = new URL(text)
  return hostname !== '' && ['', '/'].includes(pathname) && search === '' && hash === ''
}

const addressForm = /^[^\s<>@",;:]+@[^\s<>@",;:]+$/

function senderOf(text: string): Sender | undefined {
  const [, name = '', address = ''] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? [text, '', text]
  return addressForm.test(address) ? { name: name.trim(), address } : undefined
}

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, username, password, pathname, search, hash } = new URL(text)
  const isPlain = [username, password, search, hash].every((part) => part === '') && pathname === '/'
  return isPlain && ['http:', 'https:'].includes(protocol) ? origin : undefined
}
