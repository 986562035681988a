import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { startKeeper } from '../../../test/support/platform/test-keeper.ts'
import { processIdentity } from '../process-lock.ts'
import { openFolder } from './cluster.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresEvents, startEmbeddedPostgres } from './embedded-postgres.ts'
import { accountFor, preparePrograms } from './programs.ts'
import { canConnect } from './server.ts'

/** As root this folder is closed to the account that runs the database, like a checkout below a closed home folder. */
let folder: string

/** A cluster in order, to be copied by tests that need one. */
let made: string

const careless: ChildProcess[] = []

const quiet: EmbeddedPostgresEvents = {
  onRestart: (sentence) => expect.unreachable(sentence),
  onLost: (error) => expect.unreachable(error.message),
}

beforeAll(async () => {
  folder = fs.mkdtempSync(join(tmpdir(), 'praxidex-closed-'))
  made = join(folder, 'made')
  const server = await startEmbeddedPostgres(made, quiet)
  await query(server, "create table kept (word text); insert into kept values ('there')")
  await server.stop()
})
afterAll(() => {
  for (const parent of careless) parent.kill()
  fs.rmSync(folder, { recursive: true })
})

async function query(server: Pick<EmbeddedPostgres, 'connection'>, text: string, user?: string): Promise<unknown[]> {
  const client = new pg.Client({ ...server.connection, ...(user === undefined ? {} : { user }), ssl: false })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** A database folder of its own for one test, with the data of `made`. */
function copyOfMade(name: string): string {
  const copy = join(folder, name)
  execFileSync('cp', ['-a', made, copy])
  return copy
}

const isRunning = (pid: number) => processIdentity(pid) !== undefined

function serverPid(home: string): number {
  return Number.parseInt(fs.readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8'), 10)
}

/**
 * Starts a server that nothing ends when its maker does, waits until it takes connections, and returns its process id.
 */
async function leaveServer(home: string): Promise<number> {
  const cluster = join(home, 'cluster')
  const account = accountFor(cluster)
  const opened = openFolder(cluster)
  const options = ['listen_addresses=', `unix_socket_directories=${opened.pathInChild}`].flatMap((set) => ['-c', set])
  const { postgres } = preparePrograms(account)
  const child = spawn(postgres, ['-D', opened.pathInChild, ...options], {
    ...account,
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', opened.stdio],
  })
  await eventually(() => query({ connection: connectionByPath(home) }, 'select 1'))
  opened.close()
  return child.pid ?? 0
}

/** The id of a process of the database's own account that is not a database. PostgreSQL heeds no other account's. */
async function stranger(): Promise<number> {
  const account = { ...accountFor(join(made, 'cluster')), cwd: '/' }
  const script = 'sleep 60 & echo $!; exec sleep 60'
  const parent = spawn('/bin/sh', ['-c', script], { ...account, stdio: ['ignore', 'pipe', 'ignore'] })
  careless.push(parent)
  const [said] = await once(parent.stdout, 'data')
  // A shell might still ask how its child ended; what it becomes does not.
  await eventually(() => expect(fs.readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'))
  return Number(said)
}

/** The same, ended, while its parent does not ask how. */
async function unreaped(): Promise<number> {
  const pid = await stranger()
  process.kill(pid, 'SIGKILL')
  await eventually(() => expect(isRunning(pid)).toBe(false))
  return pid
}

describe('the embedded database', () => {
  it('keeps its data from start to start', async () => {
    const server = await startEmbeddedPostgres(copyOfMade('kept'), quiet)
    expect(await query(server, 'select word from kept')).toEqual([['there']])
    await server.stop()
  })

  it('writes to disk what it acknowledges, and lets no one in as superuser', async () => {
    const server = await startEmbeddedPostgres(copyOfMade('settings'), quiet)
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses']
    const shown = names.map((name) => `current_setting('${name}')`).join()
    expect(await query(server, `select ${shown}`)).toEqual([['on', 'on', 'on', 'on', '']])
    expect(await query(server, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([[false]])
    await expect(query(server, 'select 1', 'postgres')).rejects.toThrow('no pg_hba.conf entry')
    await server.stop()
  })

  it('runs in two folders side by side, but in one folder once', async () => {
    const [one, other] = [copyOfMade('one'), copyOfMade('other')]
    const servers = await Promise.all([startEmbeddedPostgres(one, quiet), startEmbeddedPostgres(other, quiet)])
    await expect(startEmbeddedPostgres(one, quiet)).rejects.toThrow(
      `The database folder ${one} is in use by process ${process.pid}, which holds ${join(one, 'lock')}.`,
    )
    expect(await query(servers[0], 'select 1')).toEqual([[1]])
    await Promise.all(servers.map((server) => server.stop()))
  })

  it('ends with its process, however that ends, and starts again at once with what was acknowledged', async () => {
    const home = copyOfMade('killed')
    const keeper = startKeeper(home)
    expect(await keeper.line()).toBe('up')
    const orphan = serverPid(home)
    await query({ connection: connectionByPath(home) }, "insert into kept values ('acknowledged')")
    await keeper.kill('SIGKILL')

    const server = await startEmbeddedPostgres(home, quiet)
    expect(isRunning(orphan)).toBe(false)
    expect(await query(server, 'select word from kept')).toEqual([['there'], ['acknowledged']])
    await server.stop()
  })

  it('stops by itself when its process was killed and is not started again', async () => {
    const home = copyOfMade('abandoned')
    const keeper = startKeeper(home)
    expect(await keeper.line()).toBe('up')
    const orphan = serverPid(home)
    await keeper.kill('SIGKILL')
    await eventually(() => expect(isRunning(orphan)).toBe(false))
    expect(fs.existsSync(join(home, 'cluster', 'postmaster.pid'))).toBe(false)
  })

  it('stops a server that was left in its folder', async () => {
    const home = copyOfMade('left')
    const left = await leaveServer(home)
    const server = await startEmbeddedPostgres(home, quiet)
    expect(isRunning(left)).toBe(false)
    expect(await query(server, 'select word from kept')).toEqual([['there']])
    await server.stop()
  })

  it('starts although processes of a killed server are still about', async () => {
    const home = copyOfMade('beheaded')
    process.kill(await leaveServer(home), 'SIGKILL')
    const server = await startEmbeddedPostgres(home, quiet)
    expect(await query(server, 'select word from kept')).toEqual([['there']])
    await server.stop()
  })

  it.each([
    ['is another program, as after the restart of a container', stranger],
    ['is a server that was not reaped', unreaped],
    ['is not there', () => 2 ** 22 + 1],
  ])('starts where postmaster.pid names a process that %s', async (_, processId) => {
    const pid = await processId()
    const home = copyOfMade(`named-${pid}`)
    const stale = [pid, home, 1, 5432, home, '', '1 1', 'ready', ''].join('\n')
    fs.writeFileSync(join(home, 'cluster', 'postmaster.pid'), stale)
    fs.writeFileSync(join(home, 'cluster', '.s.PGSQL.5432.lock'), stale)
    const server = await startEmbeddedPostgres(home, quiet)
    expect(await query(server, 'select word from kept')).toEqual([['there']])
    await server.stop()
  })

  it('is waited for no longer than it may take where it is silent', async ({ onTestFinished }) => {
    const home = copyOfMade('silent')
    const server = await startEmbeddedPostgres(home, quiet)
    const pid = serverPid(home)
    onTestFinished(async () => {
      process.kill(pid, 'SIGCONT')
      await server.stop()
    })
    const folder = { pathHere: server.connection.host }
    process.kill(pid, 'SIGSTOP')
    expect(await canConnect(folder, 200)).toBe(false)
    expect(await canConnect(folder, -1)).toBe(false)
    process.kill(pid, 'SIGCONT')
    expect(await canConnect(folder, 50_000)).toBe(true)
  })

  it('is started again when it dies, and is given up when it keeps dying', async () => {
    const home = copyOfMade('dying')
    const restarts: string[] = []
    const lost: Error[] = []
    const server = await startEmbeddedPostgres(home, {
      onRestart: (sentence) => restarts.push(sentence),
      onLost: (error) => lost.push(error),
    })
    for (let death = 1; death <= 5; death++) {
      process.kill(serverPid(home), 'SIGKILL')
      await eventually(() => expect(restarts).toHaveLength(death))
      await eventually(() => query(server, 'select 1'))
    }
    expect(restarts[0]).toBe('The database ended by SIGKILL; it is started again.')
    process.kill(serverPid(home), 'SIGKILL')
    await eventually(() => expect(lost).toHaveLength(1))
    expect(lost[0]?.message).toMatch(/for the 6th time within 60 s/)
    await server.stop()
  })

  it('is started again also while this process ends, for those who are answered to the last', async () => {
    const home = copyOfMade('dying-late')
    const restarts: string[] = []
    const ending = new AbortController()
    const server = await startEmbeddedPostgres(home, {
      onRestart: (sentence) => restarts.push(sentence),
      onLost: (error) => expect.unreachable(error.message),
      ending: ending.signal,
    })
    ending.abort()
    process.kill(serverPid(home), 'SIGKILL')
    await eventually(() => query(server, 'select 1'))
    expect(restarts).toEqual(['The database ended by SIGKILL; it is started again.'])
    await server.stop()
  })

  it('is given up with the reason when it can no longer start', async () => {
    const home = copyOfMade('spoilt')
    const lost: Error[] = []
    const server = await startEmbeddedPostgres(home, { onRestart: () => {}, onLost: (error) => lost.push(error) })
    fs.appendFileSync(join(home, 'cluster', 'postgresql.conf'), 'no_such_setting = 1\n')
    process.kill(serverPid(home), 'SIGKILL')
    await eventually(() => expect(lost).toHaveLength(1))
    expect(lost[0]?.message).toMatch(/no_such_setting.*, for the 6th time within 60 s/)
    await server.stop()
  })

  it('says why it cannot start, with the end of its log', async () => {
    const home = copyOfMade('misled')
    fs.appendFileSync(join(home, 'cluster', 'postgresql.conf'), 'no_such_setting = 1\n')
    await expect(startEmbeddedPostgres(home, quiet)).rejects.toThrow(/ended with exit code 1: .*no_such_setting/)
  })

  it('clears away a first start that was cut short', async () => {
    const home = join(folder, 'short')
    fs.mkdirSync(join(home, 'new-Ab12Cd'), { recursive: true })
    const server = await startEmbeddedPostgres(home, quiet)
    expect(fs.readdirSync(home).sort()).toEqual(['cluster', 'lock', 'log'])
    await server.stop()
  })

  it.each([
    [
      'a cluster of another version',
      (home: string) => fs.writeFileSync(join(home, 'cluster', 'PG_VERSION'), '17\n'),
      'PostgreSQL 17; expected 18',
    ],
    [
      'no cluster where one should be',
      (home: string) => fs.rmSync(join(home, 'cluster', 'PG_VERSION')),
      'no file PG_VERSION',
    ],
    ['files of someone else', (home: string) => fs.writeFileSync(join(home, 'thesis.txt'), ''), 'it holds thesis.txt'],
  ])('refuses a folder with %s, in one sentence, and leaves it as it is', async (what, spoil, said) => {
    const home = copyOfMade(what)
    spoil(home)
    const before = fs.readdirSync(home)
    await expect(startEmbeddedPostgres(home, quiet)).rejects.toThrow(said)
    expect(fs.readdirSync(home).filter((name) => name !== 'log')).toEqual(before.filter((name) => name !== 'log'))
  })

  it('refuses a path that is a file', async () => {
    const path = join(folder, 'file')
    fs.writeFileSync(path, '')
    await expect(startEmbeddedPostgres(path, quiet)).rejects.toThrow(/^The database folder .* cannot be used: .*EEXIST/)
  })
})

function connectionByPath(home: string): EmbeddedPostgres['connection'] {
  return { host: join(home, 'cluster'), user: 'praxidex', database: 'praxidex' }
}
