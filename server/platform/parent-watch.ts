import { isRunning, processIdentity, readIfReadable } from './process-lock.ts'

const checkMs = 1_000

const ancestorsMax = 8

/** Calls `onGone` once npm ends: a killed npm forwards no signal, and the next start would find the port taken. */
export function watchStarter(onGone: () => void): void {
  const pid = npmAbove(process.ppid, ancestorsMax) ?? process.ppid
  const identity = processIdentity(pid)
  if (identity === undefined) return
  const timer = setInterval(() => {
    if (isRunning(pid, identity)) return
    clearInterval(timer)
    onGone()
  }, checkMs).unref()
}

/** npm titles its process "npm start". */
function npmAbove(pid: number, levelsLeft: number): number | undefined {
  if (pid <= 1 || levelsLeft === 0) return undefined
  if (/^npm[\s\0]/.test(readIfReadable(`/proc/${pid}/cmdline`) ?? '')) return pid
  const parent = /^PPid:\s*(\d+)/m.exec(readIfReadable(`/proc/${pid}/status`) ?? '')?.[1]
  return parent === undefined ? undefined : npmAbove(Number(parent), levelsLeft - 1)
}
