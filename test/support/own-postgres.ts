/**
 * A PostgreSQL of a test's own: its files lie in a folder of its own and go with it. How it is reached is for others
 * to say.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres-embedded/embedded-postgres'
import { copyTemplate } from './platform/test-database.ts'

export interface OwnPostgres {
  /** The folder of its files and of its socket. */
  readonly cluster: string
  /** How the process that runs it reaches it. */
  readonly connection: EmbeddedPostgres['connection']
  /** Opens it by an address that leads to it; whoever does so closes it. */
  openAt(url: string): Promise<Database>
  /** Ends it. */
  close(): Promise<void>
}

/** What may go wrong with it without failing the test: trouble that it gets over, and its loss. */
interface Expected {
  isTroubleExpected?: boolean
  isLossExpected?: boolean
}

/** Starts one, with the product's tables. */
export async function startOwnPostgres({
  isTroubleExpected = false,
  isLossExpected = false,
}: Expected): Promise<OwnPostgres> {
  const failUnless = (isExpected: boolean) => (trouble: string | Error) => {
    if (!isExpected) expect.unreachable(String(trouble))
  }
  const onTrouble = failUnless(isTroubleExpected)
  const watched = { onWarning: onTrouble, onRestart: onTrouble, onLost: failUnless(isLossExpected) }
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-own-'))
  const home = join(folder, 'postgres')
  copyTemplate(home)
  const postgres = await startEmbeddedPostgres(home, watched)
  return {
    cluster: join(home, 'cluster'),
    connection: postgres.connection,
    openAt: (url) => openDatabase({ kind: 'postgres', url }, watched),
    async close() {
      await postgres.stop()
      rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 })
    },
  }
}
