/** Where the database is, and as whom it is used. */
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback, withoutBrackets } from './platform/loopback.ts'

/**
 * A cluster this process runs itself in `dir`, or one that runs elsewhere, where `ownerUrl` names the role that owns the tables if
 * that is not the one of `url`.
 */
export type DatabaseChoice = { kind: 'embedded'; dir: string } | { kind: 'postgres'; url: string; ownerUrl?: string }

/** The rows of the settings' table. */
export const databaseSettingsTable = [
  {
    name: 'DATABASE_URL',
    default: 'embedded:DATA_DIR/postgres',
    description:
      'The database: embedded: followed by a folder, for a PostgreSQL that the product runs itself, or postgres:// for one that runs elsewhere.',
  },
  {
    name: 'DATABASE_OWNER_URL',
    default: 'the role of DATABASE_URL',
    description:
      'With postgres:// only: the same database with the role that owns the tables. It makes and changes them and removes what is past its time, so that the role of DATABASE_URL, which serves calls, cannot.',
  },
  {
    name: 'DATABASE_TLS',
    default: 'required',
    description:
      'Whether a database on another machine has to be reached by TLS with its certificate verified, so with ?sslmode=verify-full in its address: required, or optional where the network between is closed to everybody else. An authority that Node does not know is named by &sslrootcert=FILE (PEM).',
  },
] as const

const postgresExpected =
  'postgres://USER:PASSWORD@HOST:PORT/DATABASE (a unix socket: postgres://USER@/DATABASE?host=FOLDER)'

/** What the values of the rows have to be. */
export const databaseSchema = {
  DATABASE_URL: z
    .string()
    .refine((text) => text.startsWith('embedded:') || isPostgresUrl(text), {
      error: `embedded:, embedded: and a folder, or ${postgresExpected}`,
    })
    .optional(),
  DATABASE_OWNER_URL: z.string().refine(isPostgresUrl, { error: postgresExpected }).optional(),
  DATABASE_TLS: z.enum(['required', 'optional'], { error: 'required or optional' }).default('required'),
}

const readSchema = z.object(databaseSchema)

/** A sentence for each setting that another one wants. */
export function missingDatabaseSettings(given: Readonly<Record<string, string | undefined>>): string[] {
  const { DATABASE_URL = '', DATABASE_OWNER_URL } = given
  if (DATABASE_OWNER_URL !== undefined && !isPostgresUrl(DATABASE_URL)) {
    return [
      'DATABASE_OWNER_URL: expected DATABASE_URL to be postgres:// as well; an embedded database has roles of its own.',
    ]
  }
  if (given.DATABASE_TLS === 'optional') return []
  return (['DATABASE_URL', 'DATABASE_OWNER_URL'] as const).flatMap((name) => {
    const missing = missingForTls(given[name] ?? '')
    return missing === undefined
      ? []
      : [`${name}: ${missing}. Or set DATABASE_TLS=optional where the network between is closed to everybody else.`]
  })
}

/** The choice that these values make. */
export function databaseChoice(values: z.output<typeof readSchema>, dataDir: string): DatabaseChoice {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = values
  if (url !== undefined && isPostgresUrl(url)) {
    return { kind: 'postgres', url, ...(ownerUrl !== undefined && { ownerUrl }) }
  }
  const folder = url?.slice('embedded:'.length) ?? ''
  return { kind: 'embedded', dir: folder === '' ? join(dataDir, 'postgres') : resolve(folder) }
}

/** Whether the text names a database that runs elsewhere. */
export function isPostgresUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false
  if (URL.canParse(text)) return true
  return URL.canParse(withHost(text)) && new URL(withHost(text)).searchParams.has('host')
}

/** With a unix socket the host is a parameter, and the place before the path is empty behind the user, which no URL has. */
function withHost(text: string): string {
  return text.replace(/^(\w+:\/\/[^/?#]*@)(?=\/)/, '$1localhost')
}

/** What the address of a database on another machine lacks for its certificate to be verified; undefined for nothing. */
function missingForTls(text: string): string | undefined {
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
