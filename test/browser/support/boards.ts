/** Rolls of boards, loaded beside the running server by the real loader. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { openDatabaseBeside } from '../../../server/platform/database/database.ts'
import { loadSettings } from '../../../server/settings.ts'
import { lists } from '../../../server/sources/lists.ts'
import { loadFiles } from '../../../server/sources/load-files.ts'
import { isoDay } from './dates.ts'
import { keyOf } from './keys.ts'
import type { Account } from './test.ts'

/**
 * Loads the roll of today. Verifications from `since` on are compared with it now; without that, none is, since those
 * of other tests are no business of this one.
 */
export async function loadRoll(list: 'co-dora' | 'il-idfpr', text: string, since?: string): Promise<void> {
  const { TEST_DATA_DIR, TEST_PORT } = process.env
  const ignore = () => {}
  const settings = loadSettings({ DATA_DIR: TEST_DATA_DIR, PORT: TEST_PORT })
  const database = await openDatabaseBeside(settings.database, { onWarning: ignore, onLost: ignore })
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-rolls-'))
  const path = join(folder, `${list}.csv`)
  writeFileSync(path, text)
  const today = isoDay(0)
  const progress = { step: ignore, bytes: ignore, count: ignore, note: ignore }
  const given = { paths: [path], lists, listName: list, date: today, today, agreed: [], isSample: false }
  const [outcome] = await loadFiles(database, { ...given, leaveOutRefused: false, allowCountChange: true, progress })
  if (outcome?.kind !== 'loaded') throw new Error(outcome?.reason)
  const rechecks = database.db.updateTable('source_rechecks').where('list', '=', list)
  const changed = since === undefined ? { done_to: 'z' } : { due_at: new Date(0), done_to: since.replace(/.$/, '') }
  await rechecks.set(changed).execute()
  await database.close()
  rmSync(folder, { recursive: true })
}

/** A person's name as rolls write it. */
export async function rollName(request: APIRequestContext, account: Account, npi: string) {
  const headers = { 'api-key': await keyOf(request, account) }
  const { nameParts } = await (await request.get(`/api/individuals/${npi}`, { headers })).json()
  return { last: String(nameParts.last).toUpperCase(), first: String(nameParts.first).toUpperCase() }
}
