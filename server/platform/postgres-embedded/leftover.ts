/**
 * Stops a server that an earlier start left in the cluster folder. A process belongs to the cluster when its working
 * folder is the cluster: process ids are reused, and in a restarted container postmaster.pid often names another
 * process.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasErrorCode, reasonOf } from '../error-code.ts'
import { socketName } from './folder.ts'

/** SIGINT is for the main process alone; to the others it means something else. */
const steps = [
  { signal: 'SIGINT', forMs: 10_000 },
  { signal: 'SIGQUIT', forMs: 5_000 },
  { signal: 'SIGKILL', forMs: 5_000 },
] as const

const pollMs = 10

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

/**
 * PostgreSQL refuses to start while any process has the id in its lock file; with no server in the folder the file is
 * stale.
 */
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
