/** Runs the command line of the registry for the tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { programOf } from './program.ts'

/** Settings beside the registry folder. */
type Env = Readonly<Record<string, string>>

/**
 * Starts the command with a registry folder and settings of its own, and nothing else from the environment;
 * JavaScript in `before` runs first.
 */
export function start(registryDir: string, args: readonly string[], env: Env = {}, before = ''): ChildProcess {
  const first = before === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(before)}`]
  const command = [...first, ...programOf('registry/build/main.ts'), ...args]
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  return spawn(process.execPath, command, { env: { REGISTRY_DIR: registryDir, ...env }, stdio: [...stdio] })
}

/** Runs the command to its end. */
export async function run(
  registryDir: string,
  args: readonly string[],
  env: Env = {},
  before = '',
): Promise<{ code: number | null; out: string; err: string }> {
  const child = start(registryDir, args, env, before)
  const [out, err] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = []
    stream?.on('data', (chunk) => chunks.push(chunk))
    return () => Buffer.concat(chunks).toString('utf8')
  })
  const [code] = await once(child, 'close')
  return { code, out: out?.() ?? '', err: err?.() ?? '' }
}
