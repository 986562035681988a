/** The API in so many processes on one database that the test can look into, for tests of what several of them do together. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/parts/database'
import { startEmbeddedPostgres } from '#server/parts/embedded-postgres'
import type { PlanTable } from '#server/usage/account-plan'
import { type ApiProcesses, startApiProcesses } from './api-processes.ts'
import { buildSampleRegistry } from './sample-registry.ts'
import { sampleProviders } from './test-server.ts'

export interface SharedApi {
  readonly processes: ApiProcesses
  readonly database: Database
  /** Where one of them listens: by turns. */
  originOf(call: number): string
  close(): Promise<void>
}

const nothing = { callsPerMonth: null, requestsPerMinute: null, requestsPerDay: null }
const unlimited: PlanTable = { free: nothing, developer: nothing, enterprise: nothing }

/** Starts so many; takes some seconds. Every plan is unlimited; letters stay in the database, where they can be counted. */
export async function startSharedApi(count: number): Promise<SharedApi> {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-shared-'))
  const fails = (trouble: string | Error) => {
    throw new Error(`The database of the test: ${trouble}`)
  }
  const [postgres, registry] = await Promise.all([
    startEmbeddedPostgres(join(folder, 'postgres'), { onRestart: fails, onLost: fails }),
    buildSampleRegistry(sampleProviders),
  ])
  const { user, database: name } = postgres.connection
  // The path of its connection is only this process's own.
  const databaseUrl = `postgres://${user}@/${name}?host=${encodeURIComponent(join(folder, 'postgres', 'cluster'))}`
  const settings = { mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1' } } as const
  const { registryDir } = registry
  const processes = await startApiProcesses({ count, databaseUrl, registryDir, plans: unlimited, settings })
  const database = await openDatabase({ kind: 'postgres', url: databaseUrl }, { onWarning: fails, onLost: fails })
  return {
    processes,
    database,
    originOf: (call) => processes.origins[call % count] ?? fails('there is no process'),
    async close() {
      await processes.close()
      await database.close()
      await postgres.stop()
      await registry.remove()
      rmSync(folder, { recursive: true })
    },
  }
}
