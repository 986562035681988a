/** Child processes for untrusted files: no environment or output, limited memory and time, low CPU priority. */
import { type ChildProcess, type Serializable, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { nodeProgram } from './node-program.ts'

interface Confinement {
  memoryKilobytesMax: number
  priority: number
  /** Runs only when the processor is otherwise idle, where the system can do that. */
  isIdle?: boolean
}

export function confinedProcess(
  program: string,
  { memoryKilobytesMax, priority, isIdle = false }: Confinement,
): ChildProcess {
  const node = [process.execPath, ...nodeProgram(program)]
  // A shell sets what Node cannot, and becomes the process.
  const idle = isIdle ? 'if command -v chrt > /dev/null; then exec chrt -i 0 "$@"; fi; ' : ''
  const limited = ['-c', `ulimit -d ${memoryKilobytesMax}; ${idle}exec "$@"`, 'sh', ...node]
  const child = spawn('/bin/sh', limited, {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.on('error', () => {})
  if (child.pid !== undefined) setPriority(child.pid, priority)
  return child
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
