/** Where the database is, and as whom it is used. */
import { join, resolve } from 'node:path'
import { z } from 'zod'

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
}

const readSchema = z.object(databaseSchema)

/** A sentence for each setting that another one wants. */
export function missingDatabaseSettings({
  DATABASE_URL = '',
  DATABASE_OWNER_URL,
}: Readonly<Record<string, string | undefined>>): string[] {
  if (DATABASE_OWNER_URL === undefined || isPostgresUrl(DATABASE_URL)) return []
  return [
    'DATABASE_OWNER_URL: expected DATABASE_URL to be postgres:// as well; an embedded database has roles of its own.',
  ]
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
  // A unix socket: the host is a parameter, and the place before the path is empty behind the user, which no URL has.
  const withHost = text.replace(/^(\w+:\/\/[^/?#]*@)(?=\/)/, '$1localhost')
  return URL.canParse(withHost) && new URL(withHost).searchParams.has('host')
}
