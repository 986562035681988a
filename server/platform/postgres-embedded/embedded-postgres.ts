/**
 * A PostgreSQL run by this process. Its folder holds `cluster` (data), `log` (of the last start) and `lock`. One
 * process runs the folder; the server stops with it however that ends, and a leftover does not block the next start. A
 * server that dies is restarted; one that keeps dying calls `onLost`. Every failure is an Error with one sentence.
 */
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from '../error-code.ts'
import { lockHolder, takeProcessLock } from '../process-lock.ts'
import {
  addCallsRole,
  checkCluster,
  checkHome,
  createCluster,
  databaseName,
  databaseRole,
  openFolder,
  type ReachableFolder,
} from './cluster.ts'
import { accountFor, preparePrograms } from './programs.ts'
import { canConnect, type PostgresServer, startServer, stopLeftover } from './server.ts'

export interface EmbeddedPostgres {
  readonly connection: { host: string; user: string; database: string }
  stop(): Promise<void>
}

export interface EmbeddedPostgresEvents {
  onRestart(sentence: string): void
  onLost(error: Error): void
  ending?: AbortSignal | undefined
}

export const deathsMax = 5
export const deathsWithinMs = 60_000

const logLinesShown = 3

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
  // The previous log may belong to root.
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

async function keepRunning(
  start: (ending?: AbortSignal) => Promise<PostgresServer>,
  events: EmbeddedPostgresEvents,
): Promise<() => Promise<void>> {
  const deaths: number[] = []
  let isStopping = false
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
        // Dying before it takes connections is one more death.
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

interface ReachedPostgres {
  readonly connection: { host: string; user: string; database: string }
  leave(): void
}

const startWaitMs = 10_000
const pollMs = 50

/** Whether it was made, or a process is making it. */
export function hasEmbeddedPostgres(home: string): boolean {
  const cluster = statSync(join(home, 'cluster'), { throwIfNoEntry: false })
  return cluster !== undefined || lockHolder(join(home, 'lock')) !== undefined
}

/** Undefined when no process runs it. Throws an Error with one sentence when there is none or it cannot be reached. */
export async function reachEmbeddedPostgres(home: string): Promise<ReachedPostgres | undefined> {
  const cluster = join(home, 'cluster')
  if (!hasEmbeddedPostgres(home)) {
    throw new Error(
      `There is no database in ${home} yet: start the server once, or set DATA_DIR as it is for the server.`,
    )
  }
  const holder = lockHolder(join(home, 'lock'))
  if (holder === undefined) return undefined
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
