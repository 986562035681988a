/** A lock file that names its holder by process id and start time, so that a killed holder never blocks. */
import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { hasErrorCode, reasonOf } from './error-code.ts'
import { jsonIn } from './json.ts'

export interface ProcessLock {
  release(): void
}

/** Throws a sentence that begins with `what` and names path and living holder. The folder of `path` must exist. */
export function takeProcessLock(path: string, what: string): ProcessLock {
  let outcome: 'taken' | Holder
  try {
    outcome = tryTake(path, 0)
  } catch (error) {
    throw new Error(`${what} could not be locked: ${reasonOf(error)}.`)
  }
  if (outcome !== 'taken') throw new Error(`${what} is in use by process ${outcome.pid}, which holds ${path}.`)
  let isHeld = true
  return {
    release() {
      if (isHeld) rmSync(path, { force: true })
      isHeld = false
    },
  }
}

export function lockHolder(path: string): number | undefined {
  const held = readIfThere(path)
  const holder = held === undefined ? undefined : readHolder(held)
  return holder !== undefined && isRunning(holder.pid, holder.identity) ? holder.pid : undefined
}

const holderShape = z.object({ pid: z.int().positive(), identity: z.string() })
type Holder = z.output<typeof holderShape>

/** A takeover can be cut short, and the takeover of that one. */
const takeoverDepthMax = 8

const roundsMax = 1000

function tryTake(path: string, depth: number): 'taken' | Holder {
  const own = `${path}.${randomUUID()}`
  try {
    const identity = processIdentity(process.pid) ?? ''
    writeFileSync(own, JSON.stringify({ pid: process.pid, identity, token: own }), { flag: 'wx' })
    for (let round = 0; round < roundsMax; round++) {
      if (linkNew(own, path)) return 'taken'
      const held = readIfThere(path)
      if (held === undefined) continue
      const holder = readHolder(held)
      if (holder !== undefined && isRunning(holder.pid, holder.identity)) return holder
      const outcome = depth < takeoverDepthMax ? replaceDead(path, held, own, depth) : 'changed'
      if (outcome !== 'changed') return outcome
    }
  } finally {
    rmSync(own, { force: true })
  }
  throw new Error(`${path} kept changing; remove it if no process uses it`)
}

/** The right to replace exactly this content is a lock too, named after the content. */
function replaceDead(path: string, dead: string, own: string, depth: number): 'taken' | 'changed' | Holder {
  const claim = `${path}.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`
  const outcome = tryTake(claim, depth + 1)
  if (outcome !== 'taken') return outcome
  try {
    if (readIfThere(path) !== dead) return 'changed'
    renameSync(own, path)
    return 'taken'
  } finally {
    rmSync(claim, { force: true })
  }
}

/** link(2) decides between racers. */
function linkNew(own: string, path: string): boolean {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** A power cut can leave an empty lock. */
function readHolder(text: string): Holder | undefined {
  return holderShape.safeParse(jsonIn(text)).data
}

/** The process's start time: boot id and clock ticks on Linux, ps elsewhere. Undefined without a living process. */
export function processIdentity(pid: number): string | undefined {
  return process.platform === 'linux' ? identityOnLinux(pid) : identityByPs(pid)
}

/** A process that we may not look at counts as running. */
export function isRunning(pid: number, identity: string): boolean {
  const now = processIdentity(pid)
  return now === undefined ? isHidden(pid) : now === identity
}

/** Of Linux, from the state on: the third of proc_pid_stat(5). */
export function statFields(pid: number): string[] | undefined {
  const stat = readIfReadable(`/proc/${pid}/stat`)
  // The command in parentheses may contain anything.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function identityOnLinux(pid: number): string | undefined {
  const fields = statFields(pid)
  if (fields === undefined) return undefined
  const [state, startTicks] = [fields[0], fields[19]]
  if (state === 'Z' || state === 'X') return undefined
  return `${readIfReadable('/proc/sys/kernel/random/boot_id')?.trim()} ${startTicks}`
}

function identityByPs(pid: number): string | undefined {
  try {
    const answer = execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { LC_ALL: 'C' },
      stdio: 'pipe',
    })
    return answer.toString().trim() || undefined
  } catch {
    return undefined
  }
}

function isHidden(pid: number): boolean {
  if (readIfReadable(`/proc/${pid}/stat`) !== undefined) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasErrorCode(error, 'EPERM')
  }
}

export function readIfReadable(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
