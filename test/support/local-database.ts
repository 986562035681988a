/** A PostgreSQL of a test's own, reached by its socket: by several processes of this machine, and as the product reaches one that others run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Database, openDatabase } from '#server/parts/database'
import { startEmbeddedPostgres } from '#server/parts/embedded-postgres'
import { databaseName, databaseRole } from '#server/parts/embedded-postgres-cluster'

export interface LocalDatabase {
  readonly url: string
  /** The folder of its files and of its socket. */
  readonly cluster: string
  /** Opens it; whoever does so closes it. */
  open(): Promise<Database>
  /** Ends it. */
  close(): Promise<void>
}

/** Starts one; takes a few seconds. What goes wrong with it fails the test, unless it is what the test is about; its loss always does. */
export async function startLocalDatabase({ isTroubleExpected = false } = {}): Promise<LocalDatabase> {
  const fails = (trouble: string | Error) => expect.unreachable(String(trouble))
  const onTrouble = (trouble: string | Error) => {
    if (!isTroubleExpected) fails(trouble)
  }
  const watched = { onWarning: onTrouble, onRestart: onTrouble, onLost: fails }
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-local-'))
  const home = join(folder, 'postgres')
  const postgres = await startEmbeddedPostgres(home, watched)
  // The path of its own connection is only this process's.
  const cluster = join(home, 'cluster')
  const url = `postgres://${databaseRole}@/${databaseName}?host=${encodeURIComponent(cluster)}`
  return {
    url,
    cluster,
    open: () => openDatabase({ kind: 'postgres', url }, watched),
    async close() {
      await postgres.stop()
      rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 })
    },
  }
}
