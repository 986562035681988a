/** Sees to it that there is a registry to serve: on first start the sample, built as any registry is. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readCurrent } from '#registry/read/current'

const builder = fileURLToPath(new URL('../registry/build/main.ts', import.meta.url))

/**
 * Builds the sample where no version was ever announced; the builder shows its own progress and reads the same settings. It is a
 * process of its own, so that the memory it needs is given back. Throws an Error with one sentence when it fails.
 */
export async function ensureRegistry(registryDir: string, ending: AbortSignal): Promise<void> {
  if ((await readCurrent(registryDir)) !== undefined) return
  process.stdout.write('There is no provider registry yet: building the sample, with invented providers.\n')
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), builder, 'build', '--sample'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const stop = () => child.kill('SIGINT')
  ending.addEventListener('abort', stop)
  const [code] = await once(child, 'exit')
  ending.removeEventListener('abort', stop)
  // Another process may have built one in the meantime, which is why this one could not.
  if (code === 0 || (await readCurrent(registryDir)) !== undefined) return
  throw new Error(`The sample registry could not be built in ${registryDir}; the reason stands above.`)
}
