/**
 * Checks at start that the database keeps what it acknowledges. With one of these settings off, a crash loses
 * accounts, payments and decisions. An engine without such a setting passes.
 */
import { type Kysely, sql } from 'kysely'
import { hasErrorCode } from '../error-code.ts'
import type { Tables } from './tables.ts'

const settings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** undefined_object (PostgreSQL, appendix A). */
const unknownSetting = '42704'

export async function weaknessOf(db: Kysely<Tables>): Promise<string | undefined> {
  const off: string[] = []
  for (const name of settings) {
    if ((await settingOf(db, name)) === 'off') off.push(name)
  }
  if (off.length === 0) return undefined
  return `The database may lose what it has acknowledged: expected fsync, full_page_writes and synchronous_commit on; got ${off.join(' and ')} off.`
}

async function settingOf(db: Kysely<Tables>, name: (typeof settings)[number]): Promise<string | undefined> {
  try {
    const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db)
    return rows[0]?.[name]
  } catch (error) {
    if (hasErrorCode(error, unknownSetting)) return undefined
    throw error
  }
}
