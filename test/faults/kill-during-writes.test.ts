/**
 * T01 and T02: processes of the product and their PostgreSQL are killed without notice while clients write, and
 * everything that was acknowledged is looked for in the database afterwards.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sealAll } from '#server/audit/seal'
import { verifyAudit } from '#server/audit/verify'
import type { Database } from '#server/platform/database/database'
import { deathsMax, deathsWithinMs } from '#server/platform/postgres-embedded/embedded-postgres'
import { openSecrets } from '#server/platform/secrets'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import { type OutboxReader, openOutboxReader } from '../support/outbox-reader.ts'
import { type ProductProcess, startProduct } from '../support/product-process.ts'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { trials } from '../support/trials.ts'
import { doneCalls, findLosses, type Journal, openCalls } from './journal.ts'
import { writeOn } from './journal-client.ts'

const kills = trials({ commit: 2, nightly: 104 })
const databaseKills = trials({ commit: 1, nightly: 13 })
const processes = 3
const clients = 4

/** Milliseconds between two kills of PostgreSQL: one that dies more often is given up. */
const pauseMs = databaseKills > deathsMax ? (1.05 * deathsWithinMs) / deathsMax : 0

/** Calls that have to be done between two kills, so that each of them meets some under way. */
const callsBetween = 12

const patience = { timeout: 60_000, interval: 20 }

const secret = randomBytes(32)
const secrets = openSecrets(secret)

let folder: string
let registry: SampleRegistry
let local: LocalDatabase
let database: Database
let products: ProductProcess[]
let outbox: OutboxReader

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-kill-'))
  ;[registry, local] = await Promise.all([buildSampleRegistry(100), startLocalDatabase({ isTroubleExpected: true })])
  const outboxDir = join(folder, 'outbox')
  outbox = openOutboxReader(outboxDir)
  const env = {
    DATABASE_URL: local.url,
    SECRET_KEY: secret.toString('hex'),
    REGISTRY_DIR: registry.registryDir,
    MAIL_URL: `outbox:${outboxDir}`,
    SIGN_INS_PER_IP: '1000000',
    SIGN_UPS_PER_IP: '1000000',
    RESETS_PER_IP: '1000000',
    EMAILS_PER_RECIPIENT: '1000000',
    NEW_KEYS_PER_ACCOUNT: '1000000',
  }
  products = await Promise.all(Array.from({ length: processes }, () => startProduct(folder, env)))
  database = await local.open()
})
afterAll(async () => {
  await Promise.all(products.map((product) => product.kill()))
  await database.close()
  await local.close()
  await registry.remove()
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 })
})

test(`T01, T02: of what was acknowledged during ${kills} kills of the product and ${databaseKills} of PostgreSQL nothing is lost, double or half done`, async () => {
  const journal: Journal = { accounts: [], surprises: [] }
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const origins = products.map(({ origin }) => origin)
  const writing = Array.from({ length: clients }, () => writeOn({ journal, origins, outbox, ending: ending.signal }))
  const failed = Promise.all(writing)

  const [startsMs, returnsMs]: [number[], number[]] = [[], []]
  const progress = async (calls: number) => {
    const before = doneCalls(journal)
    await Promise.race([
      failed,
      vi.waitFor(() => expect(doneCalls(journal)).toBeGreaterThanOrEqual(before + calls), patience),
    ])
  }
  const up = new Set(products)
  let killedMs = Number.NEGATIVE_INFINITY
  const restarts: Promise<void>[] = []
  for (let kill = 1; kill <= kills; kill++) {
    await progress(callsBetween)
    // One goes down while another one comes up; the clients always find one that serves.
    await vi.waitFor(() => expect(up.size).toBeGreaterThanOrEqual(2), patience)
    const chosen = [...up][kill % up.size] ?? expect.unreachable()
    up.delete(chosen)
    await chosen.kill()
    restarts.push(startAgain(chosen).then((ms) => void (startsMs.push(ms) && up.add(chosen))))
    if (kill % (kills / databaseKills) === 0) {
      await progress(callsBetween)
      await vi.waitFor(() => expect(performance.now() - killedMs).toBeGreaterThanOrEqual(pauseMs), patience)
      killPostgres(local.cluster)
      killedMs = performance.now()
      await progress(1)
      returnsMs.push(performance.now() - killedMs)
    }
  }
  await Promise.all(restarts)
  await progress(callsBetween)
  ending.abort()
  await failed

  const { lost, duplicated, half } = await findLosses(database.db, secrets, journal)
  const letters = await missingLetters(journal)
  await sealAll({ database, secrets }, () => {})
  expect({ lost, duplicated, half, letters, surprises: journal.surprises }).toEqual({
    lost: [],
    duplicated: [],
    half: [],
    letters: [],
    surprises: [],
  })
  expect(await verifyAudit({ database, secrets })).toMatchObject({ kind: 'intact', waiting: 0 })
  const figures = {
    acknowledged: doneCalls(journal),
    withoutAnswer: openCalls(journal),
    lost: 0,
    double: 0,
    halfDone: 0,
  }
  const startMsMax = Math.round(Math.max(...startsMs))
  const firstWriteMsMax = Math.round(Math.max(...returnsMs))
  note({ id: 'T01', seed: null, trials: kills }, { ...figures, startMsMax })
  note({ id: 'T02', seed: null, trials: databaseKills }, { ...figures, firstWriteMsMax })
}, 1_800_000)

/** Starts it, again if PostgreSQL was away just then; answers how many milliseconds the start took that went well. */
async function startAgain(product: ProductProcess, attempts = 5): Promise<number> {
  try {
    return await product.start()
  } catch (error) {
    if (attempts === 1) throw error
    return startAgain(product, attempts - 1)
  }
}

/** Accounts whose promised letter is neither sent nor on its way. */
async function missingLetters({ accounts }: Journal): Promise<string[]> {
  const waiting = new Set<string>()
  // In the order in which a letter goes, so that one that goes on meanwhile is met: wanted, written, sent.
  for (const { email } of await database.db.selectFrom('reset_requests').select('email').execute()) waiting.add(email)
  for (const { recipient } of await database.db.selectFrom('letters').select('recipient').execute())
    waiting.add(recipient)
  const missing: string[] = []
  for (const { email, isLetterPromised } of accounts) {
    if (isLetterPromised && !waiting.has(email) && !(await outbox.hasResetLetterTo(email))) missing.push(email)
  }
  return missing
}

/** Kills the server's main process and all of its children. */
function killPostgres(cluster: string): void {
  const main = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
  // Elsewhere the children notice by themselves that the main process is gone, and go.
  const running = process.platform === 'linux' ? readdirSync('/proc') : []
  const children = running.filter((name) => /^\d+$/.test(name) && parentOf(name) === main)
  for (const pid of [main, ...children.map(Number)]) killIfThere(pid)
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It noticed that the main process was gone, and went.
  }
}
