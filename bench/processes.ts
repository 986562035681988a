/** The programs that the bench starts and what they take of the machine; installs those of the peers. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export const bench = fileURLToPath(new URL('main.ts', import.meta.url))

/** What deploy/ has our programs run with, and the bench the bare server too: memory and code in huge pages. */
export const asDeployed = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1', NODE_OPTIONS: '--use-largepages=silent' }

export interface Usage {
  seconds: number
  peakBytes: number | undefined
}

const memoryEveryMs = 100

/** Runs one of our programs to its end, once the disk has settled. Throws with its last lines if it fails. */
export async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Usage> {
  spawnSync('sync')
  const startedMs = performance.now()
  const child = startNode(args, env)
  endWithUs(child)
  let peakBytes: number | undefined
  const watch = setInterval(() => {
    peakBytes = memoryOf(child.pid)?.peakBytes ?? peakBytes
  }, memoryEveryMs)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => output.push(String(text)))
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${output.join('').trim().split('\n').slice(-3).join(' ')}`)
  return { seconds: (performance.now() - startedMs) / 1000, peakBytes }
}

export interface Running {
  pid: number | undefined
  captured: string
  seconds: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

export function startUntil(line: RegExp, args: readonly string[], env: Record<string, string> = {}): Promise<Running> {
  return untilLine(startNode(args, env), line)
}

/** Waits for a line of a program that was just started, and passes over all others. */
export async function untilLine(child: ChildProcess, pattern: RegExp): Promise<Running> {
  const startedMs = performance.now()
  const ended = once(child, 'exit')
  endWithUs(child)
  const output: string[] = []
  const captured = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', (line) => {
        const found = pattern.exec(line)
        if (found !== null) resolve(found[1] ?? '')
        output.push(line)
      })
    }
    ended.then(
      () => reject(new Error(`${child.spawnfile} ended before it was ready: ${output.slice(-3).join(' ')}`)),
      reject,
    )
  })
  const running = { pid: child.pid, captured: await captured, seconds: (performance.now() - startedMs) / 1000 }
  return {
    ...running,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}

/** Keeps the processors of a virtual machine from sleeping: waking one takes longer than a short answer of a peer. */
export function keepAwake(): () => void {
  const loops = cpus().map(() =>
    spawn('chrt', ['--idle', '0', process.execPath, '-e', 'for (;;) {}'], { stdio: 'ignore' }),
  )
  for (const loop of loops) {
    loop.on('error', () => {}) // A system without chrt does without.
    endWithUs(loop)
  }
  return () => {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

export function memoryOf(pid: number | undefined): { nowBytes: number; peakBytes: number } | undefined {
  const status = procFile(pid, 'status')
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  // One that is ending has none.
  return status.includes('VmRSS') ? { nowBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') } : undefined
}

/** Seconds of processor time of a process; Linux counts hundredths. NaN where the system does not say. */
export function processorSeconds(pid: number | undefined): number {
  // The name in brackets may contain anything; after it the times are the 12th and 13th words.
  const [, rest = ''] = /.*\) (.*)/s.exec(procFile(pid, 'stat')) ?? []
  const [user = Number.NaN, system = Number.NaN] = rest.split(' ').slice(11, 13).map(Number)
  return (user + system) / 100
}

function procFile(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

export function bytesIn(dir: string): number {
  const files = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { name }) => sum + statSync(join(dir, name)).size, 0)
}

/** Installs Debian packages if the machine allows it, and answers whether `find` finds something then. */
export function installed<T>(find: () => T | undefined, packages: string): T | undefined {
  const install = ['install', '-y', '--no-install-recommends', packages]
  for (const args of [install, ['update'], install]) {
    const found = find()
    if (found !== undefined || process.getuid?.() !== 0) return found
    spawnSync('apt-get', args, { stdio: 'ignore', timeout: 300_000 })
  }
  return find()
}

export function inPath(program: string): string | undefined {
  const { status, stdout } = spawnSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function startNode(args: readonly string[], env: Record<string, string>): ChildProcess {
  const compiled = args[0]?.endsWith('.ts') ? ['--import', 'tsx'] : []
  const options: SpawnOptions = { cwd: root, env: { ...asDeployed, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }
  return spawn(process.execPath, [...compiled, ...args], options)
}

function endWithUs(child: ChildProcess): void {
  const end = () => child.kill('SIGINT')
  process.prependListener('exit', end)
  child.once('exit', () => process.removeListener('exit', end))
}
