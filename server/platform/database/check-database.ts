/**
 * What a start checks of its database before it serves: that it keeps what it acknowledges, that calls have no more
 * rights than they need, and that the secret is the one it was made with.
 */
import { sql } from 'kysely'
import type { Settings } from '../../settings.ts'
import type { Secrets } from '../secrets.ts'
import { checkSecretFits } from '../secrets-check.ts'
import { type Database, processNameStart } from './database.ts'
import { weaknessOf } from './durability.ts'
import { undividedOf } from './grants.ts'
import { askUntilAnswered } from './patience.ts'

interface Checked {
  database: Database
  secrets: Secrets
  settings: Pick<Settings, 'onWeakDatabase' | 'limiterUrl'>
}

const rewrapDue =
  'The database belongs to another secret than the present one: once every process has the present one, seal it anew with npm run admin -- rewrap.'

/**
 * Answers warnings for the operator. Throws an Error with one sentence when the database must not be used or does not
 * answer in time.
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
