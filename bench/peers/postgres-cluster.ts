/** A PostgreSQL of the bench's own: a cluster in a folder of its own, reached by a unix socket, run by no superuser. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { type Account, accountFor } from '#server/platform/postgres-embedded/account'
import type { PostgresPrograms } from '#server/platform/postgres-embedded/binaries'
import { endWithUs } from '../child.ts'

export interface Cluster {
  readonly client: pg.Client
  /** A further connection, which whoever asked for it ends. */
  connect(): Promise<pg.Client>
  /** May be called again. */
  stop(): Promise<void>
}

const user = 'bench'

/** Makes a cluster in `dir`, which must not exist, and starts it. Nothing in it survives a crash: it need not. */
export async function startCluster(programs: PostgresPrograms, dir: string): Promise<Cluster> {
  const account = accountFor(dir)
  mkdirSync(dir, { mode: 0o700 })
  if (account !== undefined) chownSync(dir, account.uid, account.gid)
  const data = join(dir, 'data')
  run(
    programs.initdb,
    ['-D', data, `--username=${user}`, '--auth=trust', '--encoding=UTF8', '--locale=C', '-N'],
    account,
  )
  const args = Object.entries(settings()).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(programs.postgres, ['-D', data, '-k', dir, ...args], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithUs(child)
  const ended = once(child, 'exit')
  await untilReady(child)
  const connect = async () => {
    const client = new pg.Client({ host: dir, user, database: 'postgres', ssl: false })
    await client.connect()
    return client
  }
  const client = await connect()
  let stopping: Promise<void> | undefined
  const stop = async () => {
    await client.end()
    // At once: what a stop in order writes to the disk is what nobody reads any more.
    child.kill('SIGQUIT')
    await ended
  }
  return {
    client,
    connect,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

/** The version as the server tells it. */
export async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return rows[0].server_version.split(' ')[0]
}

/** Generous with memory and careless of crashes: everything that helps it. */
export const settingsInWords =
  'a quarter of the memory as shared buffers, 256 MB work_mem, no JIT, no parallel queries (they were slower in most classes), no durability, tables vacuumed and analysed after loading'

function settings(): Record<string, string> {
  const megabytes = Math.floor(totalmem() / 2 ** 20)
  return {
    listen_addresses: '',
    max_connections: '10',
    shared_buffers: `${Math.floor(megabytes / 4)}MB`,
    effective_cache_size: `${Math.floor(megabytes / 2)}MB`,
    work_mem: '256MB',
    maintenance_work_mem: '1GB',
    max_wal_size: '8GB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    random_page_cost: '1.1',
    jit: 'off',
    // With two cores a helper costs a millisecond to start and most searches take less than ten.
    max_parallel_workers_per_gather: '0',
    // Indexes are made beside each other already.
    max_parallel_maintenance_workers: '0',
    autovacuum: 'off',
    log_min_messages: 'log',
    log_checkpoints: 'off',
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  if (child.stderr === null) throw new Error('expected the log of PostgreSQL; got none')
  const said: string[] = []
  const lines = createInterface({ input: child.stderr })
  for await (const line of lines) {
    said.push(line)
    if (!line.includes('ready to accept connections')) continue
    child.stderr.resume()
    return
  }
  throw new Error(`PostgreSQL did not start: ${said.slice(-3).join(' ')}`)
}

function run(program: string, args: readonly string[], account: Account): void {
  const { status, stderr } = spawnSync(program, args, { ...account, cwd: '/', env: { LC_ALL: 'C' }, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr.trim()}`)
}
