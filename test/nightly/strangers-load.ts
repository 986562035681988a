/**
 * G10: what a flood of unknown keys, connections that never read and many uploads at once take from others and of
 * memory.
 */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiProcesses, startApiProcesses } from '../support/api-processes.ts'
import { addedBytes, startLoad, timesUntil } from '../support/floods.ts'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import { buildSampleRegistry } from '../support/sample-registry.ts'
import { sampleProviders } from '../support/test-server.ts'

const megabyte = 1024 * 1024
const nothing = { callsPerMonth: null, requestsPerMinute: null, requestsPerDay: null }
const plans = { free: nothing, developer: nothing, enterprise: nothing }

const isLinux = process.platform === 'linux'

describe.skipIf(!isLinux)(`a server under strangers' load${isLinux ? '' : ' (not tried: no /proc)'}`, () => {
  let local: LocalDatabase
  let registry: Awaited<ReturnType<typeof buildSampleRegistry>>
  let processes: ApiProcesses
  let origin: string
  let port: number
  let pid: number
  beforeAll(async () => {
    ;[local, registry] = await Promise.all([startLocalDatabase(), buildSampleRegistry(sampleProviders)])
    const { registryDir } = registry
    processes = await startApiProcesses({ count: 1, databaseUrl: local.url, registryDir, plans })
    origin = processes.origins[0] ?? ''
    port = Number(new URL(origin).port)
    pid = processes.children[0]?.pid ?? 0
  })
  afterAll(async () => {
    await processes.close()
    await local.close()
    await registry.remove()
  })

  const search = (apiKey: string) => ({ url: `${origin}/api/doctors?state=NY&limit=5`, headers: { 'api-key': apiKey } })

  test.each(['keys', 'sessions'] as const)(
    'G10: a flood of unknown %s fails no known key and no probe',
    async (kind) => {
      const { apiKey } = await processes.signUp()
      const { over: flooding } = await startLoad({ port, kind, connections: 800, perSecond: 2_000, seconds: 15 })
      const [said, searches, ready] = await Promise.all([
        flooding,
        timesUntil(flooding, { ...search(apiKey), everyMs: 50 }),
        timesUntil(flooding, { url: `${origin}/ready`, everyMs: 50 }),
      ])
      console.log(`unknown ${kind}: ${said}; searches ${JSON.stringify(searches)}; /ready ${JSON.stringify(ready)}`)
      expect([searches.others, ready.others]).toEqual([{}, {}])
      expect(JSON.parse(said)).toMatchObject({ broken: 0 })
    },
  )

  test('G10: 200 connections that ask 1,400 times and never read take no memory to speak of', async () => {
    await (await fetch(`${origin}/openapi.json`)).arrayBuffer()
    for (const requests of [1_400, 100, 16]) {
      const { over: asking } = await startLoad({
        port,
        kind: 'never reading',
        connections: 200,
        requests,
        path: '/openapi.json',
        seconds: 10,
      })
      const [bytes, health] = await Promise.all([
        addedBytes(pid, asking),
        timesUntil(asking, { url: `${origin}/health`, everyMs: 20 }),
      ])
      console.log(
        `${requests} requests each: ${Math.round(bytes / megabyte)} MB more; /health ${JSON.stringify(health)}`,
      )
      expect(health.others).toEqual({})
      expect(bytes).toBeLessThan(150 * megabyte)
    }
  })

  test('G10: 24 uploads of 13 MB at once take at most 300 MB', async () => {
    const pixels = randomBytes(1_800 * 1_800 * 3)
    const image = await sharp(pixels, { raw: { width: 1_800, height: 1_800, channels: 3 } })
      .png()
      .toBuffer()
    const body = JSON.stringify({ npi: '1234567893', credential: 'MD', image: image.toString('base64') })
    const accounts = await Promise.all(Array.from({ length: 12 }, () => processes.signUp()))
    const upload = async (apiKey: string) => {
      const headers = { 'content-type': 'application/json', 'api-key': apiKey }
      const answer = await fetch(`${origin}/api/verifications`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      await answer?.arrayBuffer()
      return answer?.status ?? 'cut off'
    }
    const uploading = Promise.all(accounts.flatMap(({ apiKey }) => [upload(apiKey), upload(apiKey)]))
    const [bytes, statuses] = await Promise.all([addedBytes(pid, uploading), uploading])
    console.log(
      `24 uploads of ${Math.round(body.length / megabyte)} MB: ${Math.round(bytes / megabyte)} MB more; ${statuses.join(' ')}`,
    )
    expect(statuses.filter((status) => ![201, 409, 503, 'cut off'].includes(status))).toEqual([])
    expect(bytes).toBeLessThan(300 * megabyte)
  })
})
