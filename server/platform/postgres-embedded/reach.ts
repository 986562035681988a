/** Connects to an embedded database that another process runs, by its socket. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from '../error-code.ts'
import { lockHolder } from '../process-lock.ts'
import { databaseName, databaseRole } from './cluster.ts'
import { openFolder, type ReachableFolder } from './folder.ts'
import { canConnect } from './server.ts'

interface ReachedPostgres {
  readonly connection: { host: string; user: string; database: string }
  leave(): void
}

const startWaitMs = 10_000
const pollMs = 50

/**
 * Undefined when no process runs it. Throws an Error with one sentence when there is none yet or it cannot be
 * reached.
 */
export async function reachEmbeddedPostgres(home: string): Promise<ReachedPostgres | undefined> {
  const cluster = join(home, 'cluster')
  const holder = lockHolder(join(home, 'lock'))
  if (holder === undefined) {
    if (statSync(cluster, { throwIfNoEntry: false }) !== undefined) return undefined
    throw new Error(
      `There is no database in ${home} yet: start the server once, or set DATA_DIR as it is for the server.`,
    )
  }
  const until = performance.now() + startWaitMs
  for (;;) {
    const folder = tryOpen(cluster, holder)
    if (folder !== undefined && (await canConnect(folder, until - performance.now()))) {
      return {
        connection: { host: folder.pathHere, user: databaseRole, database: databaseName },
        leave: () => folder.close(),
      }
    }
    folder?.close()
    if (performance.now() > until) {
      throw new Error(`The database in ${home} is run by process ${holder}, but does not answer; try again.`)
    }
    await wait(pollMs)
  }
}

function tryOpen(cluster: string, holder: number): ReachableFolder | undefined {
  if (statSync(cluster, { throwIfNoEntry: false }) === undefined) return undefined
  try {
    return openFolder(cluster)
  } catch (error) {
    throw new Error(
      `The database in ${cluster} is run by process ${holder} and cannot be reached by this account: ${reasonOf(error)}. Use the account that runs the server.`,
    )
  }
}
