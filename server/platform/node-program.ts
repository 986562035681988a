import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Arguments for Node to run it: the bundle, or the source through tsx. */
export function nodeProgram(path: string): string[] {
  return path.endsWith('.ts') ? ['--import', import.meta.resolve('tsx'), path] : ['--enable-source-maps', path]
}

/** Runs a program of ours with this process's output, interrupted when `ending`; answers its exit code. */
export async function runProgram(
  path: string,
  { args = [], cwd = process.cwd(), ending }: { args?: readonly string[]; cwd?: string; ending: AbortSignal },
): Promise<unknown> {
  const child = spawn(process.execPath, [...nodeProgram(path), ...args], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const stop = () => child.kill('SIGINT')
  ending.addEventListener('abort', stop)
  const [code] = await once(child, 'exit')
  ending.removeEventListener('abort', stop)
  return code
}
