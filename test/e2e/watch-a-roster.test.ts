/** What the page Watch a roster says, done: its commands as they stand there, against the real process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { event } from '#contract/events'
import { testNpis } from '#contract/key-modes'
import { defaultOrigin } from '#contract/product'
import { watchARoster } from '../../web/build/documentation/watch-a-roster.ts'
import { freePort } from '../support/free-port.ts'
import { programOf } from '../support/program.ts'

const root = new URL('../..', import.meta.url).pathname
const account = { email: 'ada@example.org', password: 'a long walk by the sea', phone: '212-555-0101' }

let dataDir: string
let environment: Record<string, string>
let base: string
let server: ChildProcess

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'praxidex-watch-'))
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  environment = { PATH: process.env.PATH ?? '', HOME: dataDir, PORT: String(port), DATA_DIR: dataDir }
  server = spawn(process.execPath, programOf('server/main.ts'), { cwd: root, env: environment, stdio: 'ignore' })
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 240_000, interval: 200 })
}, 250_000)
afterAll(async () => {
  server.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

const isReady = async () => {
  const answer = await fetch(`${base}/ready`).catch(() => undefined)
  return answer?.status === 200
}

/** Each code block with a command of the shell, in the order of the page. */
const [, makeRoster = '', addMember = '', readMembers = '', loadList = '', readEvents = ''] = watchARoster()
  .split('```')
  .filter((part, index) => index % 2 === 1 && /^\n(curl|export|echo)/.test(part))

/** Runs the commands in a folder beside the server; answers what they print. */
function run(commands: string, variables: Record<string, string>): Promise<string> {
  // The program that npm would run, in whatever folder.
  const npm = `npm() { shift 3; "${process.execPath}" "${programOf('server/sources/main.ts').join('" "')}" "$@"; }`
  const text = commands.replaceAll(defaultOrigin, base).replace(/^export .*$/gm, '')
  const env = { ...environment, ...variables }
  return new Promise((resolve, reject) => {
    const shell = spawn('bash', ['-ec', `curl() { command curl -sS "$@"; }\n${npm}\n${text}`], { cwd: dataDir, env })
    let [printed, complaints] = ['', '']
    shell.stdout.on('data', (chunk) => {
      printed += String(chunk)
    })
    shell.stderr.on('data', (chunk) => {
      complaints += String(chunk)
    })
    shell.on('exit', (code) => (code === 0 ? resolve(printed) : reject(new Error(complaints))))
  })
}

async function newKey(): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  await post('/signup', account)
  const { email, password } = account
  const { token } = z.object({ token: z.string() }).parse(await post('/login', { email, password }))
  const me = await fetch(`${base}/me`, { headers: { authorization: `Bearer ${token}` } })
  return z.object({ apiKey: z.string() }).parse(await me.json()).apiKey
}

test('a newcomer gets from an empty account to a first event by the commands of the page', async () => {
  const KEY = await newKey()
  const roster = z.object({ id: z.string() }).parse(JSON.parse(await run(makeRoster, { KEY })))
  const variables = { KEY, ROSTER: roster.id }
  expect(JSON.parse(await run(addMember, variables))).toMatchObject({ added: 1 })
  const npi = Number(testNpis[0]?.npi)
  const members = async () => JSON.parse(await run(readMembers, variables)).members
  await expect
    .poll(members, { timeout: 60_000, interval: 500 })
    .toMatchObject([{ npi, reference: 'E-1042', state: 'active' }])
  await run(loadList, variables)
  const events = async () =>
    z.object({ events: z.array(event) }).parse(JSON.parse(await run(readEvents, variables))).events
  await expect
    .poll(events, { timeout: 60_000, interval: 500 })
    .toMatchObject([{ type: 'exclusion.added', npi, rosterIds: [roster.id] }])
}, 300_000)
