/**
 * A PostgreSQL of a test's own, reached by its socket: by several processes of this machine, and as the product
 * reaches one that others run.
 */
import type { Database } from '#server/platform/database/database'
import { databaseName, databaseRole } from '#server/platform/postgres-embedded/cluster'
import { startOwnPostgres } from './own-postgres.ts'

export interface LocalDatabase {
  readonly url: string
  /** The folder of its files and of its socket. */
  readonly cluster: string
  /** Opens it; whoever does so closes it. */
  open(): Promise<Database>
  /** Ends it. */
  close(): Promise<void>
}

/**
 * Starts one; takes a few seconds. What goes wrong with it fails the test, unless it is what the test is about; its
 * loss always does.
 */
export async function startLocalDatabase({ isTroubleExpected = false } = {}): Promise<LocalDatabase> {
  const { cluster, openAt, close } = await startOwnPostgres({ isTroubleExpected })
  // The path of its own connection is only this process's.
  const url = urlOfCluster(cluster)
  return { url, cluster, open: () => openAt(url), close }
}

/** The address of an embedded PostgreSQL whose files and socket are in this folder, for whoever may read it. */
export function urlOfCluster(cluster: string): string {
  return `postgres://${databaseRole}@/${databaseName}?host=${encodeURIComponent(cluster)}`
}
