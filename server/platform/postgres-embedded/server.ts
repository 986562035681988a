/** One run of the server. When this process is killed, a shell at a pipe stops it; Ctrl-C does not reach it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { hasErrorCode, isNotTakingConnections, reasonOf } from '../error-code.ts'
import { databaseName, databaseRole, folderFile, type ReachableFolder, socketName } from './cluster.ts'
import type { Account } from './programs.ts'

export interface PostgresServer {
  readonly ended: Promise<string>
  stop(): Promise<void>
}

const connectionsMax = 50

/** On the command line, so that no file in the folder can override them. */
const serverSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: String(connectionsMax),
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  jit: 'off',
  TimeZone: 'UTC',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Statements may hold personal data, so their errors stay out of the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
}

/** The shell becomes the server and leaves a reader of file 4: end of file without a line means we are gone. */
const lifelineFile = 4
const lifelineScript = `( { read -r line || kill -INT "$$"; } <&${lifelineFile} ${folderFile}<&- >/dev/null 2>&1 & ); exec "$@" ${lifelineFile}<&-`

const startTimeoutMs = 120_000
const stopTimeoutMs = 10_000
const quitTimeoutMs = 5_000

const pollMs = 10

export interface ServerOptions {
  account: Account
  logFile: number
  ending?: AbortSignal | undefined
}

/** Waits until it takes connections; throws an Error when it ends before that. */
export async function startServer(
  program: string,
  folder: ReachableFolder,
  { account, logFile, ending }: ServerOptions,
): Promise<PostgresServer> {
  const options = { ...serverSettings, unix_socket_directories: folder.pathInChild }
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('/bin/sh', ['-c', lifelineScript, 'sh', program, '-D', folder.pathInChild, ...args], {
    ...account,
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', logFile, logFile, folder.stdio, 'pipe'],
  })
  const ended = endOf(child)
  try {
    await untilReady(folder, ended, ending)
  } catch (error) {
    await stopChild(child, ended)
    throw error
  }
  return { ended, stop: () => stopChild(child, ended) }
}

async function endOf(child: ChildProcess): Promise<string> {
  const lifeline = child.stdio[lifelineFile]
  lifeline?.on('error', () => {})
  const how = await once(child, 'exit').then(
    ([code, signal]) => (signal === null ? `with exit code ${code}` : `by ${signal}`),
    (error) => `before it started: ${reasonOf(error)}`,
  )
  if (lifeline !== null && lifeline !== undefined && 'end' in lifeline) lifeline.end('stopped\n')
  return how
}

async function untilReady(
  folder: ReachableFolder,
  ended: Promise<string>,
  ending: AbortSignal | undefined,
): Promise<void> {
  const until = performance.now() + startTimeoutMs
  let end: string | undefined
  ended.then((how) => {
    end = how
  })
  while (!(await canConnect(folder, until - performance.now()))) {
    if (end !== undefined) throw new Error(`The database ended ${end}`)
    if (performance.now() > until) throw new Error(`The database was not ready within ${startTimeoutMs / 1000} s`)
    await wait(pollMs, undefined, { signal: ending })
  }
}

/** Throws when a server refuses us. */
export async function canConnect({ pathHere }: Pick<ReachableFolder, 'pathHere'>, withinMs: number): Promise<boolean> {
  const client = new pg.Client({
    host: pathHere,
    user: databaseRole,
    database: databaseName,
    ssl: false,
    // 0 would mean no limit.
    connectionTimeoutMillis: Math.max(withinMs, 1),
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    // Other answers are refusals.
    if (error instanceof pg.DatabaseError && !isNotTakingConnections(error)) throw error
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  for (const [signal, forMs] of [
    ['SIGINT', stopTimeoutMs],
    ['SIGQUIT', quitTimeoutMs],
  ] as const) {
    child.kill(signal)
    if (await isOverWithin(ended, forMs)) return
  }
  child.kill('SIGKILL')
  await ended
}

async function isOverWithin(ended: Promise<string>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const isOver = await Promise.race([ended.then(() => true), wait(ms, false, { signal: timer.signal })])
  timer.abort()
  return isOver
}

/**
 * Stops a server left in the cluster folder, known by its working folder: process ids are reused, and in a restarted
 * container postmaster.pid often names another process.
 */

/** SIGINT is for the main process alone; to the others it means something else. */
const steps = [
  { signal: 'SIGINT', forMs: 10_000 },
  { signal: 'SIGQUIT', forMs: 5_000 },
  { signal: 'SIGKILL', forMs: 5_000 },
] as const

/** Throws an Error with one sentence if a server cannot be stopped. */
export async function stopLeftover(cluster: string): Promise<void> {
  const main = mainProcessId(cluster)
  for (const { signal, forMs } of steps) {
    for (const pid of workingIn(cluster, main)) {
      if (signal !== 'SIGINT' || pid === main) sendSignal(pid, signal, cluster)
    }
    if (await isEmptyWithin(cluster, main, forMs)) {
      removeStaleLocks(cluster, main)
      return
    }
  }
  throw new Error(
    `The database in ${cluster} is still run by process ${workingIn(cluster, main)[0]}, which does not stop; end it and start again.`,
  )
}

async function isEmptyWithin(cluster: string, main: number | undefined, ms: number): Promise<boolean> {
  const until = performance.now() + ms
  while (workingIn(cluster, main).length > 0) {
    if (performance.now() > until) return false
    await wait(pollMs)
  }
  return true
}

function sendSignal(pid: number, signal: NodeJS.Signals, cluster: string): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (workingIn(cluster, pid).includes(pid)) {
      throw new Error(
        `The database in ${cluster} is run by process ${pid}, which this account may not stop: ${reasonOf(error)}.`,
      )
    }
  }
}

function mainProcessId(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** PostgreSQL refuses to start while any process has the id in its lock file, which is stale without a server. */
function removeStaleLocks(cluster: string, main: number | undefined): void {
  if (main === undefined || !isThere(main)) return
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  rmSync(join(cluster, `${socketName}.lock`), { force: true })
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !hasErrorCode(error, 'ESRCH')
  }
}

function workingIn(cluster: string, main: number | undefined): number[] {
  if (process.platform !== 'linux') return main !== undefined && isServerByPs(main, cluster) ? [main] : []
  const folder = statSync(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isServerIn(pid, folder))
}

function isServerIn(pid: number, folder: { dev: number; ino: number }): boolean {
  try {
    const works = statSync(`/proc/${pid}/cwd`)
    return works.ino === folder.ino && works.dev === folder.dev && isPostgres(readlinkSync(`/proc/${pid}/exe`))
  } catch {
    // Gone meanwhile, or another account's, which cannot work in our folder.
    return false
  }
}

function isPostgres(program: string): boolean {
  return basename(program.replace(/ \(deleted\)$/, '')) === 'postgres'
}

function isServerByPs(pid: number, cluster: string): boolean {
  try {
    const command = execFileSync('/bin/ps', ['-o', 'command=', '-p', String(pid)], { stdio: 'pipe' }).toString()
    return command.includes('postgres') && command.includes(cluster)
  } catch {
    return false
  }
}
