/**
 * Processes of the product are killed without notice while clients submit verifications, at moments left to chance:
 * before and after the image is decoded, noted, written and bound. What was acknowledged is there with its image, and
 * what is left of the rest is cleared away when its time is over.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { askUntilAnswered } from '#server/platform/database/patience'
import { eventually } from '../support/eventually.ts'
import { startLocalDatabase } from '../support/local-database.ts'
import { type ProductProcess, startProduct } from '../support/product-process.ts'
import { buildSampleRegistry } from '../support/sample-registry.ts'
import { openUploadAuditor } from './upload-auditor.ts'
import { submit, type UploadJournal, uploadOn } from './upload-client.ts'

const clients = 4
const patience = { timeout: 120_000, interval: 20 }

/** Milliseconds within which a process is killed once it has a call in hand: a call takes some hundreds. */
const killedWithinMs = 400

interface UploadFigures extends Record<string, number> {
  kills: number
  acknowledged: number
  /** Requests without an answer, and of them those that had left an image that was cleared away. */
  unanswered: number
  clearedAway: number
}

/**
 * Kills this many times; fails as a test does where anything that was acknowledged is not whole, or anything else is
 * left.
 */
export async function killDuringUploads(kills: number): Promise<UploadFigures> {
  const closing: (() => unknown)[] = []
  try {
    return await killing(kills, (close) => closing.push(close))
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function killing(kills: number, onEnd: (close: () => unknown) => void): Promise<UploadFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-uploads-'))
  onEnd(() => rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 }))
  const filesDir = join(folder, 'files')
  const [registry, local] = await Promise.all([buildSampleRegistry(100), startLocalDatabase()])
  onEnd(() => registry.remove())
  onEnd(() => local.close())
  const database = await local.open()
  onEnd(() => database.close())
  // Nobody reads the documents, which has tests of its own and takes the processor that the calls need.
  const readNothing = sql`alter table verifications alter column read_due_at drop default`
  await askUntilAnswered(() => readNothing.execute(database.db))
  const env = {
    DATABASE_URL: local.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    REGISTRY_DIR: registry.registryDir,
    FILES_URL: `disk:${filesDir}`,
    SIGN_INS_PER_IP: '1000000',
    SIGN_UPS_PER_IP: '1000000',
  }
  const products = await Promise.all([startProduct(folder, env), startProduct(folder, env)])
  onEnd(() => Promise.all(products.map((product) => product.kill())))
  const [first] = products

  const journal = await uploadsUnderKills(products, kills)
  const acknowledged = journal.uploads.filter(({ id }) => id !== undefined)
  const unanswered = journal.uploads.filter(({ id }) => id === undefined)
  const auditor = openUploadAuditor(database, filesDir, first.origin)
  const clearedAway = await auditor.letTimePass()
  // A process looks for what is due when it starts.
  await first.kill()
  await first.start()
  // Before that, what is kept for nobody has its file, too.
  await vi.waitFor(async () => {
    expect(await auditor.incomplete()).toEqual([])
    expect(auditor.storedFiles()).toEqual(await auditor.keptImages())
  }, patience)

  for (const upload of unanswered)
    await eventually(async () => expect(await submit(journal, first.origin, upload)).toBe(true))
  expect(journal.surprises).toEqual([])
  expect(unanswered.filter(({ id }) => id === undefined)).toEqual([])
  expect(await auditor.submittedTwice(journal.uploads)).toEqual([])
  expect(await auditor.verifications()).toEqual(journal.uploads.map(({ id }) => id).sort())
  expect(await auditor.incomplete()).toEqual([])
  expect(auditor.storedFiles()).toEqual(await auditor.keptImages())
  for (const upload of journal.uploads) expect(await auditor.imageStatusOf(upload)).toBe(200)
  return { kills, acknowledged: acknowledged.length, unanswered: unanswered.length, clearedAway }
}

/** Has clients submit while the processes are killed in turn and started again; answers what the clients were told. */
async function uploadsUnderKills(products: readonly ProductProcess[], kills: number): Promise<UploadJournal> {
  const journal: UploadJournal = { uploads: [], inHand: new Map(), done: new Map(), surprises: [] }
  const ending = new AbortController()
  const origins = products.map(({ origin }) => origin)
  const uploading = Promise.all(Array.from({ length: clients }, () => uploadOn(journal, origins, ending.signal)))
  try {
    const restarts = new Map<ProductProcess, Promise<unknown>>()
    const doneBefore = new Map<ProductProcess, number>()
    for (let kill = 0; kill < kills; kill++) {
      const product = products[kill % products.length] ?? expect.unreachable()
      await restarts.get(product)
      // It has begun to serve, and has something in hand.
      const isServing = vi.waitFor(() => {
        expect(journal.surprises).toEqual([])
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
  } finally {
    ending.abort()
  }
  await uploading
  return journal
}
