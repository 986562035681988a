/**
 * T04: a disk without room under all that a process keeps: the tables, their log, images. It is a small one in
 * memory, which only the superuser of Linux can make.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verification } from '#contract/verifications'
import { type Database, openDatabase } from '#server/platform/database/database'
import { urlOfCluster } from '../support/local-database.ts'
import { type ProductProcess, startProduct } from '../support/product-process.ts'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { type GrantedAccount, signUpAt } from '../support/sign-up-at.ts'
import { fill, mountDisk, unmountDisk } from '../support/small-disk.ts'
import { newPicture } from '../support/test-pictures.ts'

const rounds = 10
const diskBytes = 250_000_000

/** Calls of each kind while there is no room. */
const callsWithoutRoom = 20

/** Milliseconds in which everything works again once there is room. */
const healedMsMax = 5_000

const disk = mountDisk(diskBytes)
const named = `a disk without room${disk === undefined ? ' (not tried: no disk can be mounted here)' : ''}`

describe.skipIf(disk === undefined)(named, () => {
  const folder = disk ?? ''
  const ballast = join(folder, 'ballast')
  let registry: SampleRegistry
  let product: ProductProcess
  let database: Database
  // Without a quota, whose count of each call would have to be written before the answer.
  let account: GrantedAccount
  beforeAll(async () => {
    registry = await buildSampleRegistry(100)
    product = await startProduct(folder, {
      REGISTRY_DIR: registry.registryDir,
      SIGN_UPS_PER_IP: '1000000',
      SIGN_INS_PER_IP: '1000000',
      PHONE_CHANGES_PER_ACCOUNT: '1000000',
    })
    const url = urlOfCluster(join(product.dataDir, 'postgres', 'cluster'))
    database = await openDatabase({ kind: 'postgres', url }, { onWarning: () => {}, onLost: () => {} })
  })
  afterAll(async () => {
    await database.close()
    await product.kill()
    await registry.remove()
    // Its PostgreSQL goes by itself once its process is gone.
    await vi.waitFor(() => unmountDisk(folder), { timeout: 30_000, interval: 200 })
  })

  async function post(path: string, body: object, headers = {}): Promise<Response> {
    return fetch(product.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  async function me(headers: Record<string, string>): Promise<unknown> {
    return (await fetch(`${product.origin}/me`, { headers })).json()
  }

  const search = async () =>
    (await fetch(`${product.origin}/api/organizations?limit=1`, { headers: { 'api-key': account.apiKey } })).status
  const changePhone = async (newPhone: string) => (await post('/me', { newPhone }, account.headers)).status
  /** The uploads that were answered with 201, and what their sender looks at them with. */
  const acknowledged: { id: string; headers: Record<string, string> }[] = []
  const submit = async (npi: number) => {
    const image = (await newPicture().png().toBuffer()).toString('base64')
    const headers = { 'api-key': account.apiKey }
    const answer = await post('/api/verifications', { npi: String(npi), credential: 'MD', image }, headers)
    if (answer.status === 201) acknowledged.push({ id: verification.parse(await answer.json()).id, headers })
    return answer.status
  }

  /** What somebody sees who opens the image of one of them. */
  async function imageOf({ id, headers }: (typeof acknowledged)[number]): Promise<string> {
    const shown = await fetch(`${product.origin}/api/verifications/${id}`, { headers })
    const { pathname, search } = new URL(verification.parse(await shown.json()).imageUrl ?? '')
    const answer = await fetch(product.origin + pathname + search)
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
    return `${format} ${width} x ${height}`
  }

  test(`T04: costs no acknowledged change, and is over when there is room again, ${rounds} times over`, async () => {
    const [searches, writes, uploads] = [new Set<number>(), new Set<number>(), new Set<number>()]
    const healedMs: number[] = []
    let npi = 1_000_000_000
    for (let round = 0; round < rounds; round++) {
      account = await signUpAt(product.origin, database, 'enterprise')
      let phone = '212-555-0101'
      fill(ballast)
      for (let call = 0; call < callsWithoutRoom; call++) {
        searches.add(await search())
        const next = `212-555-${String(call).padStart(4, '0')}`
        const written = await changePhone(next)
        if (written === 200) phone = next
        writes.add(written)
        uploads.add(await submit(npi++))
      }
      rmSync(ballast)
      const startedMs = performance.now()
      const patience = { timeout: 60_000, interval: 50 }
      await vi.waitFor(async () => expect(await me(account.headers)).toMatchObject({ phone }), patience)
      await vi.waitFor(async () => expect(await changePhone('212-555-9999')).toBe(200), patience)
      // Somebody else, since what was refused counts as well against what one account may send.
      account = await signUpAt(product.origin, database, 'enterprise')
      await vi.waitFor(async () => expect(await submit(npi++)).toBe(201), patience)
      healedMs.push(performance.now() - startedMs)
    }
    const images: string[] = []
    for (const upload of acknowledged) images.push(await imageOf(upload))
    const figures = {
      searchesAnswered: [...searches].join(' '),
      writesAnswered: [...writes].join(' '),
      uploadsAnswered: [...uploads].join(' '),
      healedMsMax: Math.round(Math.max(...healedMs)),
      imagesOpened: images.length,
    }
    note({ id: 'T04', seed: null, trials: rounds }, figures)
    expect([...searches]).toEqual([200])
    for (const status of writes) expect([200, 503, 507]).toContain(status)
    for (const status of uploads) expect([201, 429, 503, 507]).toContain(status)
    // Otherwise the disk was not full.
    for (const answers of [writes, uploads]) expect([503, 507].some((status) => answers.has(status))).toBe(true)
    expect(images.length).toBeGreaterThanOrEqual(rounds)
    expect(new Set(images)).toEqual(new Set(['webp 600 x 400']))
    expect(Math.max(...healedMs)).toBeLessThan(healedMsMax)
  })
})
