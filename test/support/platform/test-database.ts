/**
 * A database for tests: a real PostgreSQL in a folder of its own below the system's temporary folder, removed by
 * `close`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { preparedDir } from '../prepared.ts'

/** The migrated cluster that a run makes once (prepare.ts): a test's own is a copy, which takes a third of the time. */
const templateName = 'postgres'

/** Opens a copy of the run's template. A server that dies fails the test that runs then. */
export async function startTestDatabase(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-test-'))
  const home = join(folder, 'postgres')
  copyTemplate(home)
  const database = await openHome(home)
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Makes `home` with a copy of the template's cluster. */
export function copyTemplate(home: string): void {
  mkdirSync(home)
  // `cp` keeps the owner of the files, who runs the server when tests run as root.
  execFileSync('cp', ['-a', join(preparedDir(), templateName, 'cluster'), home])
}

/** Makes the template. */
export async function makeTemplateDatabase(dir: string): Promise<void> {
  await (await openHome(join(dir, templateName))).close()
}

function openHome(dir: string): Promise<Database> {
  const onTrouble = (trouble: string | Error) => {
    throw new Error(`The test database: ${trouble}`)
  }
  return openDatabase({ kind: 'embedded', dir }, { onWarning: onTrouble, onLost: onTrouble })
}
