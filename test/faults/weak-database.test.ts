/**
 * T03: a database that may lose what it has acknowledged is refused at start. A real PostgreSQL is started with each
 * setting off.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openFolder, type ReachableFolder } from '#server/platform/postgres-embedded/cluster'
import { startEmbeddedPostgres } from '#server/platform/postgres-embedded/embedded-postgres'
import { accountFor, preparePrograms } from '#server/platform/postgres-embedded/programs'
import { canConnect } from '#server/platform/postgres-embedded/server'
import { freePort } from '../support/free-port.ts'
import { urlOfCluster } from '../support/local-database.ts'
import { programOf } from '../support/program.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { isNight } from '../support/trials.ts'

const root = new URL('../..', import.meta.url).pathname
const patience = { timeout: 40_000, interval: 20 }

let folder: string
let cluster: string
let registry: SampleRegistry
let reachable: ReachableFolder
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-weak-'))
  const home = join(folder, 'postgres')
  const quiet = { onRestart: () => {}, onLost: () => {} }
  await (await startEmbeddedPostgres(home, quiet)).stop()
  cluster = join(home, 'cluster')
  reachable = openFolder(cluster)
  registry = await buildSampleRegistry(200)
})
afterEach(async () => {
  for (const child of children.splice(0).reverse()) {
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
  }
})
afterAll(async () => {
  reachable.close()
  await registry.remove()
  rmSync(folder, { recursive: true })
})

/** Runs PostgreSQL over the cluster as an operator would who turned this off. */
async function startPostgres(setting: string): Promise<void> {
  const account = accountFor(cluster)
  const options = [`${setting}=off`, 'listen_addresses=', `unix_socket_directories=${reachable.pathInChild}`]
  const args = ['-D', reachable.pathInChild, ...options.flatMap((option) => ['-c', option])]
  const stdio = ['ignore', 'ignore', 'ignore', reachable.stdio] as const
  children.push(spawn(preparePrograms(account).postgres, args, { ...account, cwd: '/', stdio: [...stdio] }))
  await vi.waitFor(async () => expect(await canConnect(reachable, patience.timeout)).toBe(true), patience)
}

/** Starts the server on that database. */
async function startServer(env: Record<string, string>) {
  const child = spawn(process.execPath, programOf('server/main.ts'), {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      REGISTRY_DIR: registry.registryDir,
      PORT: String(await freePort()),
      DATABASE_URL: urlOfCluster(cluster),
      SECRET_KEY: randomBytes(32).toString('hex'),
      ...env,
    },
  })
  children.push(child)
  return child
}

/**
 * With every change the one that no other test turns off: fsync is, below, and synchronous_commit in
 * server/platform/database/durability.test.ts.
 */
const settings = isNight ? ['fsync', 'full_page_writes', 'synchronous_commit'] : ['full_page_writes']

test.each(settings)('T03: a database with %s off is refused in one sentence', async (setting) => {
  await startPostgres(setting)
  const server = await startServer({})
  const [said, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])
  expect(code).toBe(1)
  expect(said).toBe(
    `The database may lose what it has acknowledged: expected fsync, full_page_writes and synchronous_commit on; got ${setting} off. Turn them on, or set WEAK_DATABASE=warn.\n`,
  )
})

test('T03: it is used with a warning when the operator says so', async () => {
  await startPostgres('fsync')
  const server = await startServer({ WEAK_DATABASE: 'warn' })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk)
    })
  }
  await vi.waitFor(() => expect(said).toContain('listens on'), patience)
  expect(said).toContain('The database may lose what it has acknowledged')
})
