import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../test/support/free-port.ts'
import { ordinaryAccount } from '../test/support/platform/test-child.ts'
import { programOf } from '../test/support/program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isRoot = process.getuid?.() === 0

/** Enough for a start on a busy machine. */
const patience = { timeout: 40_000, interval: 20 }

interface Server {
  child: ChildProcess
  dataDir: string
  address: string
  said(): string
  /** Waits until it says these words. */
  says(words: string): Promise<void>
  /** Its exit code. */
  ended: Promise<number | null>
}

let folder: string

/** A registry for all of these servers, so that only the tests of a first start build one. */
let registryDir: string

const servers: Server[] = []

beforeAll(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'praxidex-main-'))
  fs.chmodSync(folder, 0o755)
  registryDir = join(folder, 'registry')
  const args = [...programOf('registry/build/main.ts'), 'build', '--sample', '--providers', '500']
  execFileSync(process.execPath, args, { cwd: root, env: { REGISTRY_DIR: registryDir }, stdio: 'pipe' })
})
afterEach(async () => {
  for (const { child, ended } of servers.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})
// A database whose process was killed may still be writing its last words.
afterAll(() => fs.rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 }))

const newFolder = () => fs.mkdtempSync(join(folder, 'data-'))

async function start(
  env: Record<string, string> = {},
  options: { command?: string[]; uid?: number; gid?: number } = {},
): Promise<Server> {
  const { command = [process.execPath, ...programOf('server/main.ts')], ...account } = options
  const set = { DATA_DIR: newFolder(), REGISTRY_DIR: registryDir, PORT: String(await freePort()), HOME: folder, ...env }
  const [program = '', ...args] = command
  const child = spawn(program, args, { ...account, cwd: root, env: { PATH: process.env.PATH, ...set } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk)
    })
  }
  const server: Server = {
    child,
    dataDir: set.DATA_DIR,
    address: `http://127.0.0.1:${set.PORT}`,
    said: () => said,
    says: (words) => vi.waitFor(() => expect(said).toContain(words), patience),
    ended: once(child, 'exit').then(([code]) => code),
  }
  servers.push(server)
  return server
}

/** Starts a server that is to refuse; answers what it says in lines. */
async function refusal(env: Record<string, string>, account: { uid?: number; gid?: number } = {}): Promise<string[]> {
  const server = await start(env, account)
  expect(await server.ended).toBe(1)
  return server.said().trim().split('\n')
}

const statusOf = async (address: string) => (await fetch(address)).status
const isDatabaseStopped = (dataDir: string) => !fs.existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))

function signUp(address: string, email: string) {
  const body = JSON.stringify({ email, password: 'a long walk by the sea', phone: '212-555-0101' })
  return fetch(`${address}/signup`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

describe('the process', () => {
  it('starts again at once after it was killed, with every account that was acknowledged', async () => {
    const dataDir = newFolder()
    const killed = await start({ DATA_DIR: dataDir })
    await killed.says('listens on')
    expect((await signUp(killed.address, 'ada@example.org')).status).toBe(201)
    killed.child.kill('SIGKILL')
    await killed.ended

    const next = await start({ DATA_DIR: dataDir })
    await next.says('listens on')
    expect((await signUp(next.address, 'ada@example.org')).status).toBe(409)
    expect(await statusOf(`${next.address}/ready`)).toBe(200)
    next.child.kill('SIGTERM')
    expect(await next.ended).toBe(0)
    expect(isDatabaseStopped(dataDir)).toBe(true)
  })

  it('has V8 collect by one thread, and guess of nothing that it will stay', async () => {
    const [probe, said] = [join(folder, 'flags-of-v8.cjs'), join(folder, 'flags-of-v8.txt')]
    // V8 prints all its flags as they are set then, and ends the process.
    const ask = "process.once('SIGUSR2', () => require('node:v8').setFlagsFromString('--help'))"
    fs.writeFileSync(probe, `if (require('node:worker_threads').isMainThread) ${ask}`)
    // It writes past Node, and a pipe of Node's would not take so much at once.
    const command = ['/bin/sh', '-c', `exec "$@" > ${said}`, 'sh', process.execPath, ...programOf('server/main.ts')]
    const server = await start({ NODE_OPTIONS: `--require ${probe}` }, { command })
    await vi.waitFor(() => expect(fs.readFileSync(said, 'utf8')).toContain('listens on'), patience)
    server.child.kill('SIGUSR2')
    await server.ended
    const flags = fs.readFileSync(said, 'utf8')
    expect(flags).toContain('default: --no-parallel-scavenge\n')
    expect(flags).toContain('default: --no-allocation-site-pretenuring\n')
  })

  it('warns that emails go nowhere where other machines reach it and no mail server is set', async () => {
    const open = await start({ HOST: '0.0.0.0' })
    await open.says('MAIL_URL names no mail server: emails go nowhere')
    const closed = await start()
    await closed.says('listens on')
    expect(closed.said()).not.toContain('emails go nowhere')
  })

  it('runs beside another one that has a port and a data folder of its own', async () => {
    const both = await Promise.all([start(), start()])
    for (const server of both) {
      await server.says('listens on')
      expect(await statusOf(`${server.address}/ready`)).toBe(200)
    }
  })

  it('can be stopped in the middle of its first start, which leaves nothing in the way of the next', async () => {
    const dataDir = newFolder()
    const env = { DATA_DIR: dataDir, REGISTRY_DIR: '' }
    const stopped = await start(env)
    await stopped.says('step: ')
    stopped.child.kill('SIGTERM')
    expect(await stopped.ended).toBe(0)
    expect(isDatabaseStopped(dataDir)).toBe(true)

    const next = await start(env)
    await next.says('listens on')
    expect(next.said()).toContain('Serving sample data')
    expect(await statusOf(`${next.address}/ready`)).toBe(200)
  })

  it('ends when npm, which started it, is killed', async () => {
    const server = await start({}, { command: ['npm', 'start'] })
    await server.says('listens on')
    server.child.kill('SIGKILL')
    await vi.waitFor(() => expect(statusOf(`${server.address}/health`)).rejects.toThrow(), patience)
    await vi.waitFor(() => expect(isDatabaseStopped(server.dataDir)).toBe(true), patience)
  })

  it('names every wrong setting in a sentence of its own', async () => {
    const said = await refusal({ LOG_LEVEL: 'loud', SECRET_KEY: 'short', PORT: 'x' })
    expect(said.map((line) => line.split(':')[0])).toEqual(['PORT', 'SECRET_KEY', 'LOG_LEVEL'])
  })

  it('refuses a port in use in one sentence, before anything is made', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = String(typeof address === 'object' ? address?.port : address)
    const dataDir = join(newFolder(), 'new')
    expect(await refusal({ PORT: port, DATA_DIR: dataDir })).toEqual([
      `Port ${port} on 127.0.0.1 is in use: stop what listens there, or set PORT to another one.`,
    ])
    expect(fs.existsSync(dataDir)).toBe(false)
    taken.close()
  })

  it('refuses a data folder that is a file in one sentence', async () => {
    const dataDir = join(folder, 'file')
    fs.writeFileSync(dataDir, '')
    expect(await refusal({ DATA_DIR: dataDir })).toEqual([
      expect.stringMatching(/^The data folder .*file cannot be used: .*EEXIST/),
    ])
  })

  it.runIf(fs.existsSync('/proc/self'))('refuses a data folder where none can be made in one sentence', async () => {
    expect(await refusal({ DATA_DIR: '/proc/praxidex/data' })).toEqual([
      expect.stringMatching(/^The data folder .* cannot be used: /),
    ])
  })

  it('refuses a database folder that holds something else in one sentence, and builds no sample first', async () => {
    const dataDir = newFolder()
    fs.mkdirSync(join(dataDir, 'postgres'))
    fs.writeFileSync(join(dataDir, 'postgres', 'stranger'), '')
    expect(await refusal({ DATA_DIR: dataDir, REGISTRY_DIR: '' })).toEqual([
      expect.stringMatching(/^The database folder .* is not one of ours: .*stranger\.$/),
    ])
    expect(fs.existsSync(join(dataDir, 'registry'))).toBe(false)
  })

  it('refuses a registry folder that is named and missing in one sentence', async () => {
    expect(await refusal({ REGISTRY_DIR: join(folder, 'not-mounted') })).toEqual([
      expect.stringMatching(/^The registry folder .*not-mounted does not exist: /),
    ])
  })

  it('refuses the data of another secret in one sentence, unless that one is named as the previous one', async () => {
    const dataDir = newFolder()
    const SECRET_KEY_PREVIOUS = randomBytes(32).toString('hex')
    const first = await start({ DATA_DIR: dataDir, SECRET_KEY: SECRET_KEY_PREVIOUS })
    await first.says('listens on')
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    const said = await refusal({ DATA_DIR: dataDir, SECRET_KEY: randomBytes(32).toString('hex') })
    expect(said.filter((line) => !line.startsWith('Serving'))).toEqual([
      expect.stringMatching(/^The secret .* is not the one/),
    ])
    expect(isDatabaseStopped(dataDir)).toBe(true)
    const SECRET_KEY = randomBytes(32).toString('hex')
    const later = await start({ DATA_DIR: dataDir, SECRET_KEY, SECRET_KEY_PREVIOUS })
    await later.says('listens on')
    expect(later.said()).toContain('npm run admin -- rewrap')
  })

  it('refuses a database elsewhere that does not answer, in one sentence', async () => {
    const env = { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/x', SECRET_KEY: randomBytes(32).toString('hex') }
    const said = await refusal(env)
    expect(said.filter((line) => !line.startsWith('Serving'))).toEqual([
      expect.stringMatching(/^The database cannot be reached: .*ECONNREFUSED/),
    ])
    expect(said.join()).not.toContain('hunter2')
  })

  it.runIf(isRoot)('refuses a data folder that its account may not read, in one sentence', async (test) => {
    test.skip(!isReadableByOthers(), 'the checkout is closed to other accounts')
    const dataDir = newFolder()
    fs.chmodSync(dataDir, 0o700)
    expect(await refusal({ DATA_DIR: dataDir }, ordinaryAccount)).toEqual([
      expect.stringMatching(/^The data folder .* cannot be used: .*EACCES/),
    ])
  })
})

function isReadableByOthers(): boolean {
  try {
    execFileSync('/bin/cat', [join(root, 'package.json')], { ...ordinaryAccount, stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
