/** The processes that decode images for this one, as the kernel shows them; for tests, and only on Linux. */
import { readdirSync, readFileSync } from 'node:fs'

/** What is known of each that is there. */
export interface RunningDecoder {
  pid: number
  /** The most memory that it has had at once, in bytes. */
  peakBytes: number
}

export function runningDecoders(): RunningDecoder[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const isOfOurs = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) === process.pid
      if (!isOfOurs || !/decoder\/main\.(ts|mjs)/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))) return []
      return [{ pid: Number(name), peakBytes: Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024 }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}
