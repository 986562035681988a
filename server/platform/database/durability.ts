/**
 * Finds out at start whether the database keeps what it acknowledges. With one of these settings off, a crash of the machine or of
 * the server loses accounts, payments and decisions that somebody was told of. An engine that has no such setting has no such
 * way to lose them either.
 */
import { type Kysely, sql } from 'kysely'
import { hasErrorCode } from '../error-code.ts'
import type { Tables } from './tables.ts'

const settings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** What PostgreSQL says of a setting it does not know (appendix A: undefined_object), and other engines of theirs. */
const unknownSetting = '42704'

/** The sentence that says which of the settings are off; undefined when all are on. */
export async function weaknessOf(db: Kysely<Tables>): Promise<string | undefined> {
  const off: string[] = []
  for (const name of settings) {
    if ((await settingOf(db, name)) === 'off') off.push(name)
  }
  if (off.length === 0) return undefined
  return `The database may lose what it has acknowledged: expected fsync, full_page_writes and synchronous_commit on; got ${off.join(' and ')} off.`
}

/** The value as it counts for our connections, whether it was set for the server, the database or the role. */
async function settingOf(db: Kysely<Tables>, name: (typeof settings)[number]): Promise<string | undefined> {
  try {
    const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db)
    return rows[0]?.[name]
  } catch (error) {
    if (hasErrorCode(error, unknownSetting)) return undefined
    throw error
  }
}
