/** A Redis of one's own for tests, where its program is installed: Debian's package redis-server. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface TestRedis {
  readonly url: string
  /** Stops answering, and keeps the connections. */
  freeze(): void
  thaw(): void
  /** Ends it, with all it knew. */
  stop(): Promise<void>
}

const program = 'redis-server'

/** Why no test can have one here; undefined when it can. */
export function redisMissing(): string | undefined {
  return spawnSync(program, ['--version']).status === 0 ? undefined : `${program} is not installed`
}

/** Starts one, in memory only, on this port of loopback or on a free one. */
export async function startTestRedis(port?: number): Promise<TestRedis> {
  const own = port ?? (await freePort())
  const dir = mkdtempSync(join(tmpdir(), 'praxidex-redis-'))
  const args = ['--bind', '127.0.0.1', '--port', String(own), '--save', '', '--appendonly', 'no', '--dir', dir]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) if (line.includes('Ready to accept connections')) break
  child.stdout.resume()
  return {
    url: `redis://127.0.0.1:${own}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL')
      await gone
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
