/**
 * A PostgreSQL of a test's own, reached over a network that is in the test's hands: by port, as several processes
 * may.
 */
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database'
import { socketName } from '#server/platform/postgres-embedded/cluster'
import { startOwnPostgres } from './own-postgres.ts'
import { startTestProxy, type TestProxy } from './platform/test-proxy.ts'

/** One way to it. */
interface WayToDatabase {
  readonly url: string
  /** Between whoever comes by that address and the PostgreSQL. */
  readonly network: TestProxy
  /** Opens it over that network; whoever does so closes it. */
  open(): Promise<Database>
}

export interface FarDatabase extends WayToDatabase {
  /** Another way to it, for tests that run at the same time. */
  another(): Promise<WayToDatabase>
  /** Ends it, and whatever still goes over its networks. */
  close(): Promise<void>
}

/** Starts one; takes a few seconds. What goes wrong with it fails the test, unless it is what the test is about. */
export async function startFarDatabase({ isTroubleExpected = false } = {}): Promise<FarDatabase> {
  const postgres = await startOwnPostgres({ isTroubleExpected, isLossExpected: isTroubleExpected })
  const { host, user, database } = postgres.connection
  const networks: TestProxy[] = []
  async function another(): Promise<WayToDatabase> {
    const network = await startTestProxy(join(host, socketName))
    networks.push(network)
    const url = `postgres://${user}@127.0.0.1:${network.port}/${database}`
    return { url, network, open: () => postgres.openAt(url) }
  }
  return {
    ...(await another()),
    another,
    async close() {
      await Promise.all(networks.map((network) => network.close()))
      await postgres.close()
    },
  }
}
