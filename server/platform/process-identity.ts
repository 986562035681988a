import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hasErrorCode } from './error-code.ts'

/**
 * The process's start time: boot id and clock ticks on Linux, ps elsewhere. Undefined when there is no such process,
 * or only its unreaped remains.
 */
export function processIdentity(pid: number): string | undefined {
  return process.platform === 'linux' ? identityOnLinux(pid) : identityByPs(pid)
}

/** A process that we may not look at counts as running. */
export function isRunning(pid: number, identity: string): boolean {
  const now = processIdentity(pid)
  return now === undefined ? isHidden(pid) : now === identity
}

function identityOnLinux(pid: number): string | undefined {
  const stat = readIfReadable(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command in parentheses may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
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

function readIfReadable(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
