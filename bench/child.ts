/** Programs that the bench runs beside itself, and what they take of the machine. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export const root = new URL('..', import.meta.url).pathname

/**
 * What the files in deploy/ have programs of ours run with, and the bench the bare server too: memory and Node's own code in huge pages,
 * where the system and the C library can.
 */
export const asDeployed = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1', NODE_OPTIONS: '--use-largepages=silent' }

export interface Finished {
  seconds: number
  /** Bytes resident at the highest; undefined where the system does not tell. */
  peakBytes: number | undefined
}

/** How often the memory of a running program is read; the system itself keeps the highest value, so little is missed. */
const memoryEveryMs = 100

/** Waits until the system has written everything to the disk: what is timed next then waits for its own writing alone. */
export async function settleDisk(): Promise<void> {
  await promisify(execFile)('sync')
}

/** Runs one of our TypeScript programs to its end, once the disk has settled. Throws with the last it said when it fails. */
export async function runOwn(args: readonly string[], env: Record<string, string>): Promise<Finished> {
  await settleDisk()
  const startedMs = performance.now()
  const child = startOwn(args, env)
  let peakBytes: number | undefined
  const watch = setInterval(() => {
    peakBytes = memoryOf(child.pid)?.peakBytes ?? peakBytes
  }, memoryEveryMs)
  const said: string[] = []
  child.stdout?.on('data', (text) => said.push(String(text)))
  child.stderr?.on('data', (text) => said.push(String(text)))
  try {
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${args.join(' ')} failed: ${said.join('').trim().split('\n').slice(-3).join(' ')}`)
    return { seconds: (performance.now() - startedMs) / 1000, peakBytes }
  } finally {
    clearInterval(watch)
  }
}

export interface Running {
  pid: number | undefined
  /** What followed the awaited text on its line. */
  told: string
  /** From the start of the program to that line. */
  seconds: number
  stop(): Promise<void>
}

/** Starts one of our programs and waits for the line that holds `ready`. */
export async function startUntil(
  ready: RegExp,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Running> {
  const startedMs = performance.now()
  const child = startOwn(args, env)
  const ended = once(child, 'exit')
  const said: string[] = []
  child.stderr?.on('data', (text) => said.push(String(text)))
  if (child.stdout === null) throw new Error('expected to hear the program; got no pipe')
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    const found = ready.exec(line)
    if (found === null) continue
    child.stdout.resume()
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    return { pid: child.pid, told: found[1] ?? '', seconds: (performance.now() - startedMs) / 1000, stop }
  }
  throw new Error(`${args.join(' ')} ended before it was ready: ${said.slice(-3).join(' ')}`)
}

/** Bytes resident now and at the highest, as Linux tells them; undefined elsewhere. */
export function memoryOf(pid: number | undefined): { nowBytes: number; peakBytes: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
    const nowBytes = kilobytes('VmRSS')
    return Number.isNaN(nowBytes) ? undefined : { nowBytes, peakBytes: kilobytes('VmHWM') }
  } catch {
    return undefined
  }
}

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** Seconds of processor time that a program has taken; undefined where the system does not tell. */
export function processorSeconds(pid: number | undefined): number | undefined {
  try {
    // The name in brackets may hold anything; behind it the times are the 12th and 13th words.
    const [, rest = ''] = /.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const [user, system] = rest.split(' ').slice(11, 13).map(Number)
    return (user + system) / ticksPerSecond
  } catch {
    return undefined
  }
}

/** Sees to it that a program does not outlive the bench, also when that is interrupted. */
export function endWithUs(child: ChildProcess): void {
  const end = () => child.kill('SIGINT')
  process.prependListener('exit', end)
  child.once('exit', () => process.removeListener('exit', end))
}

/** Bytes of the files in a folder; folders in it, as what a build keeps for the next one, do not count. */
export function bytesIn(dir: string): number {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function startOwn(args: readonly string[], env: Record<string, string>): ChildProcess {
  const compiled = args[0]?.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...compiled, ...args], {
    cwd: root,
    env: { ...asDeployed, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithUs(child)
  return child
}
