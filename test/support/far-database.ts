/** A PostgreSQL of a test's own, reached over a network that is in the test's hands: by port, as several processes may. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Database, openDatabase } from '#server/parts/database'
import { startEmbeddedPostgres } from '#server/parts/embedded-postgres'
import { socketName } from '#server/parts/embedded-postgres-folder'
import { startTestProxy, type TestProxy } from '#server/parts/test-proxy'

export interface FarDatabase {
  readonly url: string
  /** Between whoever comes by that address and the PostgreSQL. */
  readonly network: TestProxy
  /** Opens it over that network; whoever does so closes it. */
  open(): Promise<Database>
  /** Ends it, and whatever still goes over its network. */
  close(): Promise<void>
}

/** Starts one; takes a few seconds. What goes wrong with it fails the test, unless it is what the test is about. */
export async function startFarDatabase({ isTroubleExpected = false } = {}): Promise<FarDatabase> {
  const onTrouble = (trouble: string | Error) => {
    if (!isTroubleExpected) expect.unreachable(String(trouble))
  }
  const watched = { onWarning: onTrouble, onLost: onTrouble, onRestart: onTrouble }
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-far-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), watched)
  const { host, user, database } = postgres.connection
  const network = await startTestProxy(join(host, socketName))
  const url = `postgres://${user}@127.0.0.1:${network.port}/${database}`
  return {
    url,
    network,
    open: () => openDatabase({ kind: 'postgres', url }, watched),
    async close() {
      await network.close()
      await postgres.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
