/** A database for tests: a real PostgreSQL in a folder of its own below the system's temporary folder, gone after `close`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'

/** Starts one; takes about a second. A server that dies fails the test that runs then. */
export async function startTestDatabase(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-test-'))
  const onTrouble = (trouble: string | Error) => {
    throw new Error(`The test database: ${trouble}`)
  }
  const database = await openDatabase(
    { kind: 'embedded', dir: join(folder, 'postgres') },
    { onWarning: onTrouble, onLost: onTrouble },
  )
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}
