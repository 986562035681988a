/** Loads lists for tests, from texts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database'
import { lists } from '#server/sources/lists'
import { type FilesToLoad, loadFiles, type Outcome } from '#server/sources/load-files'
import type { AnyList, AnyRow } from '#server/sources/source-list'

const silentProgress = { step: () => {}, bytes: () => {}, count: () => {}, note: () => {} }

export const testLoad = {
  lists,
  listName: undefined,
  date: undefined,
  today: '2026-11-20',
  agreed: [],
  isSample: false,
  leaveOutRefused: false,
  allowCountChange: false,
  progress: silentProgress,
} satisfies Omit<FilesToLoad, 'paths'>

/** Of files by their names; answers what became of each. */
export async function loadTexts(
  database: Database,
  files: Readonly<Record<string, string | Buffer>>,
  changed: Partial<FilesToLoad> = {},
): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-lists-'))
  try {
    const paths = Object.entries(files).map(([name, text]) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    })
    return await loadFiles(database, { ...testLoad, paths, ...changed })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One list; fails with the reason when it is not loaded. */
export async function loadOne(database: Database, list: string, text: string, date: string): Promise<void> {
  const changed = { listName: list, date, allowCountChange: true }
  const [outcome] = await loadTexts(database, { [`${list}.csv`]: text }, changed)
  if (outcome?.kind !== 'loaded') throw new Error(outcome?.reason)
}

/** OIG's list; fails with the reason when it is not loaded. */
export async function loadLeie(database: Database, text: string, changed: Partial<FilesToLoad> = {}) {
  const outcomes = await loadTexts(database, { 'UPDATED.csv': text }, changed)
  const [outcome] = outcomes
  if (outcome?.kind !== 'loaded') throw new Error(outcome?.reason)
  return outcome
}

/** Of a list that is made up. */
export function loadOneRow(database: Database, kind: 'license' | 'medicare') {
  const row: AnyRow = {
    fact: 'order_refer',
    npi: '1000000004',
    partB: true,
    dme: true,
    hha: true,
    pmd: true,
    hospice: null,
  }
  const about = { name: `test-${kind}`, title: 'Test', state: null, layouts: [['NPI']], page: '', rhythmDays: 1 }
  const list = { ...about, kind, terms: '', wholeRollOf: [], read: () => [row] } as AnyList
  return loadTexts(database, { 'one.csv': 'NPI\n1000000004\n' }, { lists: [list] })
}
