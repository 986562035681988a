/**
 * Processes for work on files of strangers: without environment or output, with limits of memory and time, and with less claim to
 * the processor than calls have. Whatever a file does to one, the process that started it goes on.
 */
import { type ChildProcess, type Serializable, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { nodeProgram } from './node-program.ts'

interface Confinement {
  memoryKilobytesMax: number
  /** A constant of `os.constants.priority`. */
  priority: number
  /** Whether it only gets the processor when nobody else wants it, where the system can do that. */
  isIdle?: boolean
}

/** A process of a program of ours that answers each message with one, started. */
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
  // Whoever asks it learns that it could not be started.
  child.on('error', () => {})
  if (child.pid !== undefined) setPriority(child.pid, priority)
  return child
}

/**
 * The next message of the process, which answers this one: `A` is what its program answers to it. Undefined when the process ended,
 * could not be asked, or took longer than so many milliseconds; then it is of no more use.
 */
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
    // One that could not be started has no channel.
    if (!child.connected) return lose()
    child.send(question, (error) => {
      if (error !== null) lose()
    })
  })
}
