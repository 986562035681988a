/** What a start checks of its database: that it keeps what it acknowledges, divides rights, and fits the secret. */
import { type Kysely, sql } from 'kysely'
import type { Settings } from '../../settings.ts'
import { hasErrorCode } from '../error-code.ts'
import type { Secrets } from '../secrets.ts'
import { checkSecretFits } from '../secrets-check.ts'
import { type Database, processNameStart } from './database.ts'
import { undividedOf } from './grants.ts'
import { askUntilAnswered } from './patience.ts'
import type { Tables } from './tables.ts'

interface Checked {
  database: Database
  secrets: Secrets
  settings: Pick<Settings, 'onWeakDatabase' | 'limiterUrl'>
}

const rewrapDue =
  'The database belongs to another secret than the present one: once every process has the present one, seal it again with npm run admin -- rewrap.'

/**
 * Answers warnings. Throws an Error with one sentence when the database must not be used or does not answer in time.
 */
export function checkDatabase(checked: Checked, ending: AbortSignal): Promise<string[]> {
  return askUntilAnswered(() => check(checked), ending)
}

async function check({ database, secrets, settings }: Checked): Promise<string[]> {
  const weakness = await weaknessOf(database.db)
  if (weakness !== undefined && settings.onWeakDatabase === 'refuse') {
    throw new Error(`${weakness} Turn them on, or set WEAK_DATABASE=warn.`)
  }
  const undivided = await undividedOf(database.db)
  const isCountedApart = settings.limiterUrl === 'memory:' && (await isShared(database))
  const isRewrapDue = await checkSecretFits(database, secrets)
  const sentences = [
    weakness,
    undivided,
    isCountedApart ? countedApart : undefined,
    isRewrapDue ? rewrapDue : undefined,
  ]
  return sentences.filter((sentence) => sentence !== undefined)
}

const countedApart =
  'Another process uses this database, and LIMITER_URL is not set: each counts requests for itself, so limits hold once for each of them.'

async function isShared({ db }: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name like ${`${processNameStart}%`}
    and application_name <> current_setting('application_name') limit 1`.execute(db)
  return rows.length > 0
}

/** With one of these off, a crash loses accounts, payments and decisions. An engine without such a setting passes. */

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
