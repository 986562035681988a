/**
 * What a newcomer does, against the real process: start, sign up, search, build another registry, roll back, stop.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../support/free-port.ts'
import { programOf } from '../support/program.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const exitDeadlineMs = 20_000

/** A first start takes some seconds, more on a machine that is busy. */
const waitDeadlineMs = 100_000

let dataDir: string
let environment: Record<string, string>
let base: string
let server: ChildProcess
let output = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'praxidex-newcomer-'))
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  environment = { PATH: process.env.PATH ?? '', HOME: dataDir, PORT: String(port), DATA_DIR: dataDir }
  server = spawn(process.execPath, programOf('server/main.ts'), { cwd: root, env: environment })
  server.stdout?.on('data', (chunk) => {
    output += String(chunk)
  })
  server.stderr?.on('data', (chunk) => {
    output += String(chunk)
  })
  await waitUntil('it is ready', async () => (await fetch(`${base}/ready`)).status === 200)
})

afterAll(async () => {
  if (server.exitCode === null) server.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

test('the start says where it listens, that this is sample data, and how to load the real file', () => {
  expect(output).toContain(base)
  expect(output).toMatch(/sample data/i)
  expect(output).toContain('npm run registry:build')
})

test('a newcomer gets from an email address to doctors near a place', async () => {
  const apiKey = await newKey()
  const answer = await fetch(`${base}/api/doctors?address=New+York,+NY&radius=25&limit=2`, {
    headers: { 'api-key': apiKey },
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    doctors: [{ address: { coords: [expect.any(Number), expect.any(Number)] }, distanceMiles: expect.any(Number) }, {}],
    location: { precision: 'city' },
  })
})

test('a running server follows a new registry and a rollback, and no request fails meanwhile', async () => {
  const apiKey = await newKey()
  const ask = () => fetch(`${base}/api/individuals?state=CA&limit=25`, { headers: { 'api-key': apiKey } })
  // The operator lifts the limits, which this would reach at once.
  await program('server/admin/main.ts', 'plan', account.email, 'enterprise')
  await waitUntil('the plan holds', async () => (await ask()).headers.get('x-quota-limit') === 'unlimited')
  const first = await servedVersion()
  let isDone = false
  const failures: string[] = []
  let answers = 0
  const load = (async () => {
    while (!isDone) {
      const answer = await ask()
      const body = z.object({ providers: z.array(z.unknown()) }).safeParse(await answer.json())
      answers++
      if (answer.status !== 200 || body.data?.providers.length !== 25) failures.push(`${answer.status}`)
    }
  })()
  await registry('build', '--sample', '--providers', '20400')
  await waitUntil('it serves the new version', async () => (await servedVersion()) !== first)
  const second = await servedVersion()
  expect((await registry('status')).stdout).toContain(second)
  await registry('rollback')
  await waitUntil('it serves the first version again', async () => (await servedVersion()) === first)
  isDone = true
  await load
  expect(failures).toEqual([])
  expect(answers).toBeGreaterThan(20)
})

test('a second instance on the same port or the same folder is refused with one sentence', async () => {
  const samePort = await failing({ ...environment, DATA_DIR: `${dataDir}-other` })
  expect(samePort).toMatchObject({ code: 1 })
  expect(samePort.stderr).toContain(environment.PORT)
  const sameFolder = await failing({ ...environment, PORT: String(await freePort()) })
  expect(sameFolder).toMatchObject({ code: 1 })
  expect(sameFolder.stderr).toContain(dataDir)
  for (const { stderr } of [samePort, sameFolder]) expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('Ctrl-C stops the server and its PostgreSQL', async () => {
  const postmaster = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  expect(existsSync(postmaster)).toBe(true)
  server.kill('SIGINT')
  const [code] = await once(server, 'exit', { signal: AbortSignal.timeout(exitDeadlineMs) })
  expect(code).toBe(0)
  await expect(fetch(`${base}/health`)).rejects.toThrow()
  // PostgreSQL removes its pid file as the last step of an orderly stop.
  expect(existsSync(postmaster)).toBe(false)
})

const account = { email: 'ada@example.org', password: 'a long walk by the sea', phone: '212-555-0101' }

/** Signs up once, signs in, and reads the key. */
async function newKey(): Promise<string> {
  const json = { 'content-type': 'application/json' }
  await fetch(`${base}/signup`, { method: 'POST', headers: json, body: JSON.stringify(account) })
  const { email, password } = account
  const login = await fetch(`${base}/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password }),
  })
  const { token } = z.object({ token: z.string() }).parse(await login.json())
  const me = await fetch(`${base}/me`, { headers: { authorization: `Bearer ${token}` } })
  return z.object({ apiKey: z.string() }).parse(await me.json()).apiKey
}

async function servedVersion(): Promise<string> {
  const ready = await fetch(`${base}/ready`)
  return z.object({ registryVersion: z.string() }).parse(await ready.json()).registryVersion
}

const registry = (...args: string[]) => program('registry/build/main.ts', ...args)

/** Runs one of the operator's programs beside the server. */
function program(path: string, ...args: string[]) {
  return run(process.execPath, [...programOf(path), ...args], { cwd: root, env: environment })
}

/** Starts a server that is expected to refuse. */
async function failing(env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, programOf('server/main.ts'), { cwd: root, env })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(exitDeadlineMs) })
  return { code: typeof code === 'number' ? code : null, stderr }
}

/**
 * Asks again and again, a tenth of a second apart, until the answer is yes; fails with what the server said when it
 * never is.
 */
async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + waitDeadlineMs
  while (!(await isSo().catch(() => false))) {
    if (server.exitCode !== null || performance.now() > deadline) {
      throw new Error(`expected that ${what} within ${waitDeadlineMs / 1000} s; the server said:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
