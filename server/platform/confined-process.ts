/** Child processes for untrusted files: no environment or output, limited memory and time, low CPU priority. */
import { type ChildProcess, type Serializable, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { nodeProgram } from './node-program.ts'
import { statFields } from './process-lock.ts'

interface Confinement {
  memoryKilobytesMax: number
  priority: number
  /** That it starts. */
  threads?: number
  /** Runs only when the processor is otherwise idle, where the system can do that. */
  isIdle?: boolean
}

export function confinedProcess(
  program: string,
  { memoryKilobytesMax, priority, threads = 0, isIdle = false }: Confinement,
): ChildProcess {
  const node = [process.execPath, ...nodeProgram(program)]
  // A shell sets what Node cannot, and becomes the process.
  const idle = isIdle ? 'if command -v chrt > /dev/null; then exec chrt -i 0 "$@"; fi; ' : ''
  // tsx, which runs a program from its source, is a thread more.
  const reservedKilobytes = codeKilobytes() * (1 + threads + (program.endsWith('.ts') ? 1 : 0))
  const limited = ['-c', `ulimit -d ${memoryKilobytesMax + reservedKilobytes}; ${idle}exec "$@"`, 'sh', ...node]
  const child = spawn('/bin/sh', limited, {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.on('error', () => {})
  if (child.pid !== undefined) setPriority(child.pid, priority)
  return child
}

/** Node 24 reserves 512 MB for compiled code in each thread: they count as memory, and nothing else can be in them. */
function codeKilobytes(): number {
  try {
    const mapped = readFileSync('/proc/self/maps', 'latin1').matchAll(/^(\w+)-(\w+) rwxp \w+ 00:00 0 *$/gm)
    const sizes = [...mapped].map(([, from = '', to = '']) => Number.parseInt(to, 16) - Number.parseInt(from, 16))
    return Math.ceil(sizes.filter((size) => size >= reservedBytesMin).reduce((sum, size) => sum + size, 0) / 1024)
  } catch {
    // Only Linux has that file, and only there the limit holds.
    return 0
  }
}

const reservedBytesMin = 64 * 1024 * 1024

/** What it has used of the processor so far; undefined where it has ended, and where the system isn't Linux. */
export function processorMs({ pid }: ChildProcess): number | undefined {
  const fields = pid === undefined ? undefined : statFields(pid)
  // In user and in kernel mode, in ticks of 10 ms.
  return fields && (Number(fields[11]) + Number(fields[12])) * 10
}

/** Resolves with the answer; undefined when it ended or took longer than `limitMs`, and is of no more use. */
export function answerOf<A>(child: ChildProcess, question: Serializable, limitMs: number): Promise<A | undefined> {
  return new Promise((resolve) => {
    const settle = (answer: A | undefined) => {
      clearTimeout(timer)
      child.off('message', settle).off('exit', lose).off('error', lose)
      resolve(answer)
    }
    const lose = () => settle(undefined)
    const timer = setTimeout(lose, limitMs)
    child.on('message', settle).on('exit', lose).on('error', lose)
    if (!child.connected) return lose()
    child.send(question, (error) => {
      if (error !== null) lose()
    })
  })
}
