/** What the text of a setting means, and whether it is one. Services' addresses are URLs with the kind as scheme. */
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isLoopback, withoutBrackets } from './platform/addresses.ts'
import type { DatabaseChoice } from './platform/database/database.ts'
import { s3Choice } from './platform/files/choice.ts'
import type { GeocoderChoice } from './platform/geocoder/geocoder.ts'
import type { MailChoice, Sender } from './platform/mail/mail.ts'
import type { RegistryStoreChoice } from './platform/registry-store/registry-store.ts'

export interface SettingOf<Schema extends z.ZodType> {
  schema: Schema
  /** As the documentation writes it. */
  default: string
  /** Whole sentences, for the operator's documentation. */
  description: string
  /** No message repeats the value. An address shows its scheme alone, since it may hold a password. */
  isSecret?: true | 'address'
}

export const setting = <Schema extends z.ZodType>(definition: SettingOf<Schema>): SettingOf<Schema> => definition

/** The feed itself, or a service that turns feeds into JSON, with the feed's address in its own. */
export interface FeedChoice {
  kind: 'xml' | 'json'
  url: URL
}

/** Bytes of a secret. */
export const secretKeyBytes = 32
export const previousSecretsMax = 5
const censusGeocoder = 'https://geocoding.geo.census.gov/geocoder'

/** Text that `parse` reads; what it answers with undefined for is refused with `error`. */
export function parsed<Value>(parse: (text: string) => Value | undefined, error: string) {
  return z.string().transform((text, context) => {
    const value = parse(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: error })
    return z.NEVER
  })
}

export function checked(isRight: (text: string) => boolean, error: string) {
  return z.string().refine(isRight, { error })
}

export function matching(form: RegExp, error: string) {
  return z.string().regex(form, { error })
}

export function wholeNumber(min: number, max: number, what = 'a whole number') {
  const isWithin = (text: string) => /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max
  return z
    .string()
    .refine(isWithin, { error: `${what} from ${min} to ${max}` })
    .transform(Number)
}

export function databaseChoice(url: string | undefined, ownerUrl: string | undefined, dataDir: string): DatabaseChoice {
  if (url !== undefined && isPostgresUrl(url)) {
    return { kind: 'postgres', url, ...(ownerUrl !== undefined && { ownerUrl }) }
  }
  const folder = url?.slice('embedded:'.length) ?? ''
  return { kind: 'embedded', dir: folder === '' ? join(dataDir, 'postgres') : resolve(folder) }
}

export function isPostgresUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false
  if (URL.canParse(text)) return true
  return URL.canParse(withHost(text)) && new URL(withHost(text)).searchParams.has('host')
}

/** With a unix socket the host is a parameter and empty before the path, which no URL has. */
function withHost(text: string): string {
  return text.replace(/^(\w+:\/\/[^/?#]*@)(?=\/)/, '$1localhost')
}

/** What the address of a remote database lacks for its certificate to be verified; undefined for nothing. */
export function missingForTls(text: string): string | undefined {
  if (!isPostgresUrl(text)) return undefined
  const { hostname, searchParams } = new URL(withHost(text))
  // As the client reads it, the last parameter counts, and before the place where hosts stand.
  const host = searchParams.getAll('host').at(-1) ?? withoutBrackets(decodeURIComponent(hostname))
  if (host === '' || host.startsWith('/') || isLoopback(host)) return undefined
  const other = 'since the database is on another machine'
  if (isIP(host) !== 0) return `expected the name of a host, which its certificate bears, ${other}; got an IP address`
  const modes = searchParams.getAll('sslmode')
  if (modes.length === 1 && modes[0] === 'verify-full') return undefined
  return `expected sslmode=verify-full, ${other}; got ${modes.length === 0 ? 'no sslmode' : 'another one'}`
}

export function registryStore(url: string, accessKey: string | undefined): RegistryStoreChoice | undefined {
  if (!/^file:\/\/\/[^?#]+$/.test(url)) return s3Choice(url, accessKey)
  return { kind: 'folder', dir: fileURLToPath(url) }
}

/** Over plain http anyone on the way could change the files; tests and tunnels are on this machine. */
/** By the name of the list. */
export function sourceAddresses(text: string): ReadonlyMap<string, string> | undefined {
  const entries = text.split(/\s+/).filter((entry) => entry !== '')
  const pairs = entries.map((entry) => /^([a-z0-9-]+)=(.+)$/.exec(entry))
  const addresses = pairs.flatMap((pair) =>
    isPageUrl(pair?.[2] ?? '') ? [[pair?.[1] ?? '', pair?.[2] ?? ''] as const] : [],
  )
  return addresses.length === entries.length ? new Map(addresses) : undefined
}

export function isPageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return isSafe(url) && `${url.username}${url.password}` === ''
}

/** https, or http on this machine. */
function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

export function geocoderOf(text: string): GeocoderChoice | undefined {
  if (text === 'offline:') return { kind: 'offline' }
  if (!text.startsWith('census:')) return undefined
  const address = text === 'census:' ? censusGeocoder : text.slice('census:'.length)
  if (!URL.canParse(address)) return undefined
  const service = new URL(address)
  // The geocoder puts its own path and query behind the address, and asks without a user name.
  const isPlain = `${service.username}${service.password}${service.search}${service.hash}` === ''
  return isPlain && ['http:', 'https:'].includes(service.protocol) ? { kind: 'census', service } : undefined
}

export function secretBytes(text: string): Buffer | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  const isCanonical = /^[\w+/-]+=*$/.test(text) && bytes.length === secretKeyBytes
  return isCanonical ? bytes : undefined
}

/** Undefined unless all of them are secrets and not too many. */
export function previousSecrets(text: string): readonly Buffer[] | undefined {
  const words = text.split(',')
  const secrets = words.flatMap((word) => secretBytes(word.trim()) ?? [])
  return secrets.length === words.length && words.length <= previousSecretsMax ? secrets : undefined
}

export function mailChoice(url: string, caFile: string | undefined, dataDir: string): MailChoice {
  if (isSmtpUrl(url)) return { kind: 'smtp', url, ...(caFile !== undefined && { caFile: resolve(caFile) }) }
  const folder = url.slice('outbox:'.length)
  return { kind: 'outbox', dir: folder === '' ? join(dataDir, 'outbox') : resolve(folder) }
}

export function isHttps(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text)
}

export function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false
  const { hostname, pathname, search, hash } = new URL(text)
  return hostname !== '' && ['', '/'].includes(pathname) && search === '' && hash === ''
}

export function isEmail(text: string): boolean {
  return /^[^\s<>@",;:]+@[^\s<>@",;:]+$/.test(text)
}

export function senderOf(text: string): Sender | undefined {
  const [, name = '', address = ''] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? [text, '', text]
  return isEmail(address) ? { name: name.trim(), address } : undefined
}

export function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, username, password, pathname, search, hash } = new URL(text)
  const isPlain = [username, password, search, hash].every((part) => part === '') && pathname === '/'
  return isPlain && ['http:', 'https:'].includes(protocol) ? origin : undefined
}

/** Also http elsewhere: what is sent identifies no one. */
export function isCollector(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === ''
}

export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const bitsMax = isIP(address) === 4 ? 32 : 128
  const hasBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax && Number(bits) > 0)
  return isIP(address) !== 0 && hasBits && more.length === 0
}

/** The address behind stripe:, to which the secret key is sent; over plain http anyone on the way would learn it. */
export function stripeApi(text: string): URL | undefined {
  const address = text.slice('stripe:'.length)
  if (!text.startsWith('stripe:') || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const isPlain = `${url.username}${url.password}${url.search}${url.hash}` === '' && url.pathname === '/'
  return isPlain && isSafe(url) ? url : undefined
}

export function feedOf(text: string): FeedChoice | undefined {
  const kind = text.startsWith('json:') ? 'json' : 'xml'
  const address = kind === 'json' ? text.slice('json:'.length) : text
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.protocol === 'https:' && `${url.username}${url.password}` === '' ? { kind, url } : undefined
}
