/**
 * The API in this many processes on one database that the test can look into, for tests of what several of them do
 * together.
 */
import { expect } from 'vitest'
import type { Database } from '#server/platform/database/database'
import { type ApiProcesses, startApiProcesses } from './api-processes.ts'
import { startLocalDatabase } from './local-database.ts'
import { buildSampleRegistry } from './sample-registry.ts'
import { sampleProviders, unlimited } from './test-server.ts'

export interface SharedApi {
  readonly processes: ApiProcesses
  readonly database: Database
  /** Where one of them listens: by turns. */
  originOf(call: number): string
  close(): Promise<void>
}

/**
 * Starts this many; takes some seconds. Every plan is unlimited; letters stay in the database, where they can be
 * counted.
 */
export async function startSharedApi(count: number): Promise<SharedApi> {
  const [local, registry] = await Promise.all([startLocalDatabase(), buildSampleRegistry(sampleProviders)])
  const settings = { mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1' } } as const
  const { registryDir } = registry
  const processes = await startApiProcesses({ count, databaseUrl: local.url, registryDir, plans: unlimited, settings })
  const database = await local.open()
  return {
    processes,
    database,
    originOf: (call) => processes.origins[call % count] ?? expect.unreachable('there is no process'),
    async close() {
      await processes.close()
      await database.close()
      await local.close()
      await registry.remove()
    },
  }
}
