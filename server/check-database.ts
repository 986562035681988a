/**
 * What a start has to know of its database before anything is served: that it keeps what it acknowledges, that calls may do no more than
 * they need, and that the secret is the one it was made with. It asks on the connections of calls, since what holds is what holds for
 * them; but a call gives up within seconds, and a start waits (database-patience.ts).
 */
import type { Database } from './parts/database.ts'
import { weaknessOf } from './parts/database-durability.ts'
import { undividedOf } from './parts/database-grants.ts'
import { askUntilAnswered } from './parts/database-patience.ts'
import type { Secrets } from './parts/secrets.ts'
import { checkSecretFits } from './parts/secrets-check.ts'
import type { Settings } from './settings.ts'

interface Checked {
  database: Database
  secrets: Secrets
  settings: Pick<Settings, 'onWeakDatabase'>
}

const rewrapDue =
  'The database belongs to another secret than the present one: once every process has the present one, seal it anew with npm run admin -- rewrap.'

/**
 * The sentences that the operator should read. Throws an Error with one sentence where the database must not be used, or does not answer
 * within the time that a start waits for it.
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
  const isRewrapDue = await checkSecretFits(database, secrets)
  return [weakness, undivided, isRewrapDue ? rewrapDue : undefined].filter((sentence) => sentence !== undefined)
}
