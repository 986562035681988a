/**
 * A real PostgreSQL run by this process, so that the product needs nothing but Node. All of it lies in one folder: `cluster`
 * (the data), `log` (what the server says, since the last start) and `lock` (which process runs it). It promises that what was
 * acknowledged is on disk, that one process at a time runs the folder, that the server stops with this process however
 * that ends, and that a server left by a killed process does not block the next start. When the server dies it is started
 * again, which is how it recovers; when it keeps dying, `onLost` is told. Every failure is an Error with one sentence.
 */
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../error-code.ts'
import { takeProcessLock } from '../process-lock.ts'
import { accountFor } from './account.ts'
import { preparePrograms } from './binaries.ts'
import { addCallsRole, checkCluster, checkHome, createCluster, databaseName, databaseRole } from './cluster.ts'
import { openFolder } from './folder.ts'
import { stopLeftover } from './leftover.ts'
import { type PostgresServer, startServer } from './server.ts'

export interface EmbeddedPostgres {
  /** For the client library, as the role that owns the tables. */
  readonly connection: { host: string; user: string; database: string }
  stop(): Promise<void>
}

export interface EmbeddedPostgresEvents {
  /** The server died and is being started again. */
  onRestart(sentence: string): void
  /** The server died and stays so. */
  onLost(error: Error): void
  /** Ends the first start, where that waits for a server that is still recovering. */
  ending?: AbortSignal | undefined
}

/** How often the server may die within the time before it is given up. */
export const deathsMax = 5
export const deathsWithinMs = 60_000

/** Lines of the server's log that go into the sentence about a failed start. */
const logLinesShown = 3

/** Starts the database in the folder `home`, making it on first start. */
export async function startEmbeddedPostgres(home: string, events: EmbeddedPostgresEvents): Promise<EmbeddedPostgres> {
  checkHome(home)
  const lock = takeProcessLock(join(home, 'lock'), `The database folder ${home}`)
  try {
    return await startLocked(home, events, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startLocked(
  home: string,
  events: EmbeddedPostgresEvents,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const cluster = join(home, 'cluster')
  const account = accountFor(cluster)
  const programs = preparePrograms(account)
  if (statSync(cluster, { throwIfNoEntry: false }) === undefined) await createCluster(home, cluster, account, programs)
  checkCluster(cluster)

  const log = join(home, 'log')
  // A file of its own each time: the one before may belong to root, from a start as root.
  rmSync(log, { force: true })
  const logFile = openSync(log, 'wx', 0o600)
  const folder = openFolder(cluster)
  const close = () => {
    folder.close()
    closeSync(logFile)
    release()
  }
  const start = async (ending?: AbortSignal) => {
    await stopLeftover(cluster)
    await addCallsRole(cluster, folder, account, programs)
    return startServer(programs.postgres, folder, { account, logFile, ending }).catch((error) => {
      throw new Error(`${reasonOf(error)}: ${lastLines(log)}`)
    })
  }
  try {
    const stop = await keepRunning(start, events)
    const connection = { host: folder.pathHere, user: databaseRole, database: databaseName }
    return { connection, stop: () => stop().finally(close) }
  } catch (error) {
    close()
    throw error
  }
}

/** Runs the server until told to stop, and starts it again when it dies. Returns what stops it. */
async function keepRunning(
  start: (ending?: AbortSignal) => Promise<PostgresServer>,
  events: EmbeddedPostgresEvents,
): Promise<() => Promise<void>> {
  const deaths: number[] = []
  let isStopping = false
  // Later it is started again for those who are answered to the last, also at the process's end.
  let server = await start(events.ending)
  const endOf = async (running: PostgresServer) => `The database ended ${await running.ended}`
  const watching = (async () => {
    let what = await endOf(server)
    while (!isStopping) {
      deaths.push(performance.now())
      if (deaths.length > deathsMax && performance.now() - (deaths.shift() ?? 0) < deathsWithinMs) {
        throw new Error(`${what}, for the ${deathsMax + 1}th time within ${deathsWithinMs / 1000} s.`)
      }
      events.onRestart(`${what}; it is started again.`)
      try {
        server = await start()
      } catch (error) {
        // It may die as well before it takes connections: that is one more death, not the last word.
        what = reasonOf(error)
        continue
      }
      if (isStopping) await server.stop()
      what = await endOf(server)
    }
  })().catch((error) => events.onLost(error))
  return async () => {
    isStopping = true
    await server.stop()
    await watching
  }
}

function lastLines(log: string): string {
  return readFileSync(log, 'utf8').trim().split('\n').slice(-logLinesShown).join(' ')
}
