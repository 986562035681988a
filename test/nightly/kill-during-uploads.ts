/**
 * Processes of the product are killed without notice while clients submit verifications, at moments left to chance: before and after
 * the image is decoded, noted, written and bound. What was acknowledged is there with its image, and what is left of the rest is
 * cleared away when its time is over.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabase } from '#server/parts/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/parts/embedded-postgres'
import { databaseName, databaseRole } from '#server/parts/embedded-postgres-cluster'
import { submit, type Upload, type UploadJournal, uploadOn } from '../faults/upload-client.ts'
import { type ProductProcess, startProduct } from '../support/product-process.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'

const kills = 20
const clients = 4
const patience = { timeout: 120_000, interval: 5 }

/** Milliseconds within which a process is killed once it has a call in hand: a call takes some hundreds. */
const killedWithinMs = 400

let folder: string
let filesDir: string
let registry: SampleRegistry
let postgres: EmbeddedPostgres
let database: Database
let products: ProductProcess[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-uploads-'))
  filesDir = join(folder, 'files')
  const home = join(folder, 'postgres')
  mkdirSync(home)
  const fail = (trouble: Error) => expect.unreachable(trouble.message)
  ;[registry, postgres] = await Promise.all([
    buildSampleRegistry(100),
    startEmbeddedPostgres(home, { onRestart: () => {}, onLost: fail }),
  ])
  const url = `postgres://${databaseRole}@/${databaseName}?host=${encodeURIComponent(join(home, 'cluster'))}`
  const env = {
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    REGISTRY_DIR: registry.registryDir,
    FILES_URL: `disk:${filesDir}`,
    SIGN_INS_PER_IP: '1000000',
    SIGN_UPS_PER_IP: '1000000',
  }
  products = await Promise.all([startProduct(folder, env), startProduct(folder, env)])
  database = await openDatabase({ kind: 'postgres', url }, { onWarning: () => {}, onLost: fail })
  // Nobody reads the documents, which has tests of its own and takes the processor that the calls need.
  await sql`alter table verifications alter column read_due_at drop default`.execute(database.db)
}, 300_000)
afterAll(async () => {
  await Promise.all(products.map((product) => product.kill()))
  await database.close()
  await postgres.stop()
  await registry.remove()
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 })
})

test('no request that was acknowledged is lost, none is half there, and no file is left over, over 20 kills', async () => {
  const journal: UploadJournal = { uploads: [], inHand: new Map(), done: new Map(), surprises: [] }
  const ending = new AbortController()
  const origins = products.map(({ origin }) => origin)
  const uploading = Promise.all(Array.from({ length: clients }, () => uploadOn(journal, origins, ending.signal)))

  const restarts = new Map<ProductProcess, Promise<unknown>>()
  const doneBefore = new Map<ProductProcess, number>()
  for (let kill = 0; kill < kills; kill++) {
    const product = products[kill % products.length] ?? expect.unreachable()
    await restarts.get(product)
    // It has begun to serve, and has something in hand.
    const isServing = vi.waitFor(() => {
      expect(journal.done.get(product.origin)).toBeGreaterThan(doneBefore.get(product) ?? 0)
      expect(journal.inHand.get(product.origin)).toBeGreaterThan(0)
    }, patience)
    await Promise.race([uploading, isServing])
    await wait(randomInt(killedWithinMs))
    await product.kill()
    doneBefore.set(product, journal.done.get(product.origin) ?? 0)
    restarts.set(product, product.start())
  }
  await Promise.all(restarts.values())
  ending.abort()
  await uploading

  const acknowledged = journal.uploads.filter(({ id }) => id !== undefined)
  const open = journal.uploads.filter(({ id }) => id === undefined)
  const begun = await letTimePass()
  // A process looks for what is due when it starts.
  await products[0]?.kill()
  await products[0]?.start()
  await vi.waitFor(async () => expect(storedFiles()).toEqual(await keptImages()), patience)
  expect(await incomplete()).toEqual([])

  for (const upload of open) await submit(journal, origins[0] ?? '', upload)
  expect(journal.surprises).toEqual([])
  expect(open.filter(({ id }) => id === undefined)).toEqual([])
  expect(await submittedTwice(journal.uploads)).toEqual([])
  const rows = await database.db.selectFrom('verifications').select('id').execute()
  expect(rows.map(({ id }) => id).sort()).toEqual(journal.uploads.map(({ id }) => id).sort())
  expect(await incomplete()).toEqual([])
  expect(storedFiles()).toEqual(await keptImages())
  for (const upload of journal.uploads) expect(await imageStatusOf(upload)).toBe(200)
  console.info(
    `${kills} kills: ${acknowledged.length} requests acknowledged, none lost; ${open.length} without an answer, of which ${begun} had left an image that was cleared away; each of them there once after it was sent again.`,
  )
}, 900_000)

/** What was left half done is as old as it has to be to be cleared away or taken over; answers how many images were. */
async function letTimePass(): Promise<number> {
  const { rows } = await sql`
    update images set created_at = created_at - interval '11 minutes' where not is_bound returning id`.execute(
    database.db,
  )
  await sql`update idempotency_keys set created_at = created_at - interval '3 minutes' where answer is null`.execute(
    database.db,
  )
  return rows.length
}

/** Verifications without an image that can be read, and images that are kept for none. */
async function incomplete(): Promise<unknown[]> {
  const { rows } = await sql`
    select verifications.id, images.id as image from verifications
    full join (select * from images where wrapped_key is not null) images
      on images.id = verifications.image_id and images.is_bound
    where verifications.id is null or images.id is null`.execute(database.db)
  return rows
}

/** Names of all files in the store. */
function storedFiles(): string[] {
  const entries = readdirSync(filesDir, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [basename(entry.name)] : [])).sort()
}

async function keptImages(): Promise<string[]> {
  const rows = await database.db.selectFrom('images').select('id').where('wrapped_key', 'is not', null).execute()
  return rows.map(({ id }) => id).sort()
}

/** Requests that are there more than once, or under another id than was acknowledged. */
async function submittedTwice(uploads: readonly Upload[]): Promise<string[]> {
  const rows = await database.db.selectFrom('verifications').select(['id', 'npi']).execute()
  return uploads.flatMap(({ id, body }) => {
    const { npi } = z.object({ npi: z.string() }).parse(JSON.parse(body))
    const ids = rows.filter((row) => row.npi === npi).map((row) => row.id)
    return ids.join() === id ? [] : [`${npi}: ${ids.join()}`]
  })
}

/** What the link to the image of a request is answered with. */
async function imageStatusOf({ apiKey, id }: Upload): Promise<number> {
  const origin = products[0]?.origin ?? ''
  const shown = await fetch(`${origin}/api/verifications?type=personal&limit=50`, { headers: { 'api-key': apiKey } })
  const { verifications } = z
    .object({ verifications: z.array(z.object({ id: z.string(), imageUrl: z.string() })) })
    .parse(await shown.json())
  const { pathname, search } = new URL(verifications.find((one) => one.id === id)?.imageUrl ?? origin)
  return (await fetch(`${origin}${pathname}${search}`)).status
}
