/** Processes of their own for tests: what is true of a process that is killed can be seen in no other way. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface TestChild {
  readonly process: ChildProcess
  readonly pid: number
  /** The next line it prints. */
  line(): Promise<string>
  /** Sends it a line. */
  tell(line: string): void
  /** Ends it with a signal and waits until it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** The account of no one in particular, for tests that are run as root. */
export const ordinaryAccount = { uid: 65_534, gid: 65_534 }

/** Runs TypeScript source, whose arguments begin at `process.argv[1]`. */
export function startChild(source: string, args: string[], options: { uid?: number; gid?: number } = {}): TestChild {
  return startProgram(['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', source, ...args], options)
}

/** Runs Node with these arguments. */
export function startProgram(args: string[], options: { uid?: number; gid?: number } = {}): TestChild {
  const child = spawn(process.execPath, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const gone = once(child, 'exit')
  return {
    process: child,
    pid: child.pid ?? 0,
    line: async () => String((await lines.next()).value),
    tell: (line) => void child.stdin.write(`${line}\n`),
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      await gone
    },
  }
}
