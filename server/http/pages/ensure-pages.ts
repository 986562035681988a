/** Builds the web app when its sources were not built yet, in a child process, while the other parts start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { nodeProgram } from '../../platform/node-program.ts'
import { builtDir } from './built-folder.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const builder = fileURLToPath(new URL('../../../web/build/main.ts', import.meta.url))

/** Throws an Error with one sentence when the build fails. */
export async function ensurePages(ending: AbortSignal): Promise<string> {
  const dir = builtDir()
  if (existsSync(dir)) return dir
  ending.throwIfAborted()
  process.stdout.write('The web app is not built yet: building it.\n')
  const child = spawn(process.execPath, nodeProgram(builder), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const stop = () => child.kill('SIGINT')
  ending.addEventListener('abort', stop)
  const [code] = await once(child, 'exit')
  ending.removeEventListener('abort', stop)
  if (code === 0 && existsSync(dir)) return dir
  throw new Error('The web app could not be built; the reason stands above')
}
