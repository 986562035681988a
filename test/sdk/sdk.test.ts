/** The SDK as a program has it: built, packed, installed in an empty project, and run against the server. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const dir = mkdtempSync(join(tmpdir(), 'praxidex-sdk-'))
const project = join(dir, 'project')

let server: TestServer
let baseUrl: string
beforeAll(async () => {
  await run('npx', ['tsx', 'sdk/build/main.ts', join(dir, 'built')], { cwd: root })
  await run('npm', ['pack', '--pack-destination', dir], { cwd: join(dir, 'built') })
  const tarball = readdirSync(dir).find((name) => name.endsWith('.tgz')) ?? ''
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(dir, tarball)], {
    cwd: project,
  })
  server = await startTestServer()
  baseUrl = `http://127.0.0.1:${await server.listen()}`
})
afterAll(async () => {
  await server.close()
  rmSync(dir, { recursive: true })
})

/** Runs a program of that project, which prints JSON. */
async function program(source: string): Promise<unknown> {
  const path = join(project, 'program.mjs')
  const head = `import * as sdk from '@praxidex/sdk'\nconst client = sdk.createPraxidex(${JSON.stringify({ baseUrl, apiKey: server.apiKey })})\n`
  writeFileSync(path, head + source)
  return JSON.parse((await run(process.execPath, [path], { cwd: project })).stdout)
}

/** The same calls as those of sample.py. */
const calls = `
const npis = []
for await (const { npi } of sdk.eachDoctor(client, { state: 'TX', limit: 25 })) npis.push(npi)
const { name } = await sdk.getDoctor({ client, path: { npi: npis[0] } })
const refusal = await sdk.getDoctor({ client, path: { npi: 1999999999 } }).catch((error) => error)
const isRefusal = refusal instanceof sdk.PraxidexError && refusal.status === 404 && refusal.message.endsWith('.')
console.log(JSON.stringify({ npis, name, code: isRefusal && refusal.code }))
`

describe('the SDK', () => {
  test('answers any number of NPIs in their order, a batch after the other', async () => {
    const answers = await program(`
const known = []
for await (const { npi } of sdk.eachDoctor(client, { state: 'TX', limit: 25 })) known.push(npi)
const npis = Array.from({ length: 1001 }, (_, index) => (index % 2 ? known[0] : 1999999999))
const answers = []
for await (const { npi, status, name } of sdk.eachByNpi(client, npis, { fields: ['name'] })) answers.push([npi, status, typeof name])
console.log(JSON.stringify({ count: answers.length, isInOrder: answers.every(([npi], index) => npi === npis[index]), some: answers.slice(-2).map(([, ...rest]) => rest) }))
`)
    expect(answers).toEqual({
      count: 1001,
      isInOrder: true,
      some: [
        ['active', 'string'],
        ['unknown', 'undefined'],
      ],
    })
  })

  test('has no dependencies, imports nothing that a browser lacks, and has types for what it exports', () => {
    const installed = join(project, 'node_modules/@praxidex/sdk')
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('dependencies')
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@praxidex'])
    const scripts = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
    const imported = scripts.flatMap((name) => [
      ...readFileSync(join(installed, name), 'utf8').matchAll(/ from '(.+)'/g),
    ])
    expect(imported.length).toBeGreaterThan(10)
    expect(imported.filter(([, from]) => !from?.startsWith('.'))).toEqual([])
    writeFileSync(
      join(project, 'typed.ts'),
      `import { createPraxidex, type Doctor, eachDoctor, searchDoctors } from '@praxidex/sdk'
const client = createPraxidex({ baseUrl: '', apiKey: '' })
export const total: number = (await searchDoctors({ client, query: { state: 'TX' } })).total
for await (const doctor of eachDoctor(client)) { const one: Doctor = doctor; console.log(one.npi) }
// @ts-expect-error No such parameter.
await searchDoctors({ client, query: { specialities: 'x' } })
`,
    )
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'typed.ts']
    const checked = spawnSync(join(root, 'node_modules/.bin/tsc'), options, { cwd: project, encoding: 'utf8' })
    expect(checked.stdout).toBe('')
  })

  test('reads every page of a search, one provider, and a refusal', async () => {
    const { total } = JSON.parse(JSON.stringify((await server.get('/api/doctors?state=TX')).body))
    const answer = JSON.parse(JSON.stringify(await program(calls)))
    expect(new Set(answer.npis).size).toBe(total)
    expect(total).toBeGreaterThan(25)
    expect(answer).toMatchObject({ name: expect.any(String), code: 'provider_not_found' })
  })

  test.skipIf(spawnSync('python3', ['--version']).status !== 0)('and the Python sample answer alike', async () => {
    const { stdout } = await run('python3', [join(root, 'test/sdk/sample.py'), baseUrl, server.apiKey])
    expect(JSON.parse(stdout)).toEqual(await program(calls))
  })

  test('tries again after 429 and 503, when the server says, and gives up on other answers', async () => {
    const port = await freePort()
    const answers = [429, 503, 200, 400]
    const busy = createServer((_, answer) => {
      const status = answers.shift() ?? 500
      answer.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' })
      answer.end(JSON.stringify(status === 200 ? { total: 7 } : { error: 'A sentence.', code: 'rate_limited' }))
    }).listen(port)
    onTestFinished(() => void busy.close())
    const told = await program(`
const busy = sdk.createPraxidex({ baseUrl: 'http://127.0.0.1:${port}', apiKey: 'x' })
const { total } = await sdk.searchDoctors({ client: busy })
const { status } = await sdk.searchDoctors({ client: busy }).catch((error) => error)
console.log(JSON.stringify([total, status]))`)
    expect([told, answers]).toEqual([[7, 400], []])
  })

  test('takes a signed call about a decision, and no other', async () => {
    const built = join(project, 'node_modules/@praxidex/sdk/index.js')
    const { verifyWebhook, WebhookError } = await import(pathToFileURL(built).href)
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const body = JSON.stringify({ type: 'verification.decided', data: { status: 'Approved' } })
    const signedAt = (date: Date) => ({
      'webhook-id': 'id',
      'webhook-timestamp': String(Math.floor(date.getTime() / 1000)),
      'webhook-signature': `v1a,other ${new Webhook(secret).sign('id', date, body)}`,
    })
    const headers = signedAt(new Date())
    expect(await verifyWebhook({ secret, headers, body })).toEqual(JSON.parse(body))
    expect(await verifyWebhook({ secret, headers: new Headers(headers), body })).toEqual(JSON.parse(body))
    const signatures = headers['webhook-signature']
    const several = { ...headers, 'webhook-signature': `v1,% v1 , v2,AAAA v1,AAAA ${signatures}` }
    expect(await verifyWebhook({ secret, headers: several, body })).toEqual(JSON.parse(body))
    const wrong: { headers: Record<string, unknown>; body: string }[] = [
      { headers, body: body.replace('Approved', 'Rejected') },
      { headers: signedAt(new Date(Date.now() - 600_000)), body },
      { headers: signedAt(new Date(Date.now() + 600_000)), body },
      { headers: {}, body },
      ...['', ' ', ',', 'v1,%', 'v1', 'v2,AAAA', `v1,${'A'.repeat(100_000)}`, 'v1,AAAA '.repeat(10_000)].map(
        (signature) => ({ headers: { ...headers, 'webhook-signature': signature }, body }),
      ),
      ...['', 'now', '1e99', '-1', 'Infinity', '9'.repeat(100_000)].map((timestamp) => ({
        headers: { ...headers, 'webhook-timestamp': timestamp },
        body,
      })),
      { headers: { ...headers, 'webhook-id': ['id', 'id'] }, body },
      { headers: { ...headers, 'webhook-id': 'x'.repeat(100_000) }, body },
    ]
    for (const call of wrong) {
      const error = await verifyWebhook({ secret, ...call }).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(WebhookError)
      expect(String(error)).toMatch(/^Error: Expected .{10,120}$/)
    }
    const noJson = { 'webhook-id': 'id', 'webhook-timestamp': headers['webhook-timestamp'] }
    const signature = new Webhook(secret).sign('id', new Date(1000 * Number(headers['webhook-timestamp'])), '{')
    const signed = { ...noJson, 'webhook-signature': signature }
    await expect(verifyWebhook({ secret, headers: signed, body: '{' })).rejects.toThrow('Expected JSON in the body.')
    for (const wrongSecret of ['', 'whsec_', 'whsec_%'])
      await expect(verifyWebhook({ secret: wrongSecret, headers, body })).rejects.toThrow('whsec_ and base64')
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    await expect(verifyWebhook({ secret: other, headers, body })).rejects.toThrow('with this secret')
  })
})
