/** The product as a process of its own. For tests that kill it, or look at all that it leaves. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { programOf } from './program.ts'

export interface ProductProcess {
  readonly origin: string
  /** The folder it keeps everything in. */
  readonly dataDir: string
  /** Everything it has said until now. */
  said(): string
  /** Kills it without notice, and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to end, as a supervisor does; answers its exit code. */
  stop(): Promise<number | null>
  /** Starts it again where it was; answers how many milliseconds that took. */
  start(): Promise<number>
}

const root = new URL('../..', import.meta.url).pathname

/**
 * Starts one. Settings are the defaults but for those in `env`; what it makes lies in a folder of its own in
 * `folder`. `node` runs it.
 */
export async function startProduct(
  folder: string,
  env: Record<string, string>,
  node = process.execPath,
): Promise<ProductProcess> {
  const port = String(await freePort())
  const dataDir = mkdtempSync(join(folder, 'product-'))
  let said = ''
  let child: ChildProcess

  async function start(): Promise<number> {
    const startedMs = performance.now()
    child = spawn(node, programOf('server/main.ts'), {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: folder, PORT: port, DATA_DIR: dataDir, ...env },
    })
    await new Promise<void>((resolve, reject) => {
      let saidNow = ''
      const listen = (chunk: unknown) => {
        said += String(chunk)
        saidNow += String(chunk)
        if (saidNow.includes('listens on')) resolve()
      }
      child.stdout?.on('data', listen)
      child.stderr?.on('data', listen)
      child.on('exit', () => reject(new Error(`the product ended: ${saidNow}`)))
    })
    return performance.now() - startedMs
  }

  await start()
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    said: () => said,
    start,
    async stop() {
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      return code
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
