import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { type FarDatabase, startFarDatabase } from '../../../test/support/far-database.ts'
import { startLocalDatabase } from '../../../test/support/local-database.ts'
import { openSecrets } from '../secrets.ts'
import { checkDatabase } from './check-database.ts'
import type { Database } from './database.ts'

const secrets = openSecrets(randomBytes(32))
const settings = { onWeakDatabase: 'refuse', limiterUrl: 'memory:' } as const

/** A database whose one role owns the tables too, of which a start warns. */
const warnings = [expect.stringMatching(/^Calls are served as praxidex, which may change the tables/)]

let far: FarDatabase
beforeAll(async () => {
  far = await startFarDatabase({ isTroubleExpected: true })
})
afterAll(() => far.close())

/** Transactions that are not over. */
async function transactionsOfOthers(db: Database['db']): Promise<unknown[]> {
  const { rows } = await sql`select pid from pg_stat_activity
    where xact_start is not null and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
  return rows
}

/** Opens the database, and makes the network to it silent; both are over with the test. */
async function openInSilence(onEnd: (end: () => Promise<void>) => void) {
  const { network, open } = await far.another()
  const database = await open()
  // The one that took the turn to bring the tables up to date ends with its connection; in the silence it would not.
  await eventually(async () => expect(await database.asOwner(transactionsOfOthers)).toEqual([]))
  onEnd(async () => {
    network.heal()
    await database.close()
  })
  network.silence()
  const asked = network.connections()
  return {
    database,
    network,
    asksAgain: () => eventually(() => expect(network.connections()).toBeGreaterThan(asked + 1)),
  }
}

it('waits for a database that does not answer for longer than a call waits', async ({ onTestFinished }) => {
  const { database, network, asksAgain } = await openInSilence(onTestFinished)
  const checking = checkDatabase({ database, secrets, settings }, new AbortController().signal)
  await Promise.race([checking, asksAgain()])
  network.heal()
  expect(await checking).toEqual(warnings)
})

it('stops waiting when the process is to end', async ({ onTestFinished }) => {
  const { database, asksAgain } = await openInSilence(onTestFinished)
  const ending = new AbortController()
  const checking = checkDatabase({ database, secrets, settings }, ending.signal)
  await Promise.race([checking, asksAgain()])
  ending.abort()
  await expect(checking).rejects.toThrow('aborted')
})

it('warns where a second process counts requests for itself on the same database', async ({ onTestFinished }) => {
  const local = await startLocalDatabase()
  const [first, second] = [await local.open(), await local.open()]
  onTestFinished(async () => {
    await second.close()
    await local.close()
  })
  const { signal } = new AbortController()
  const warned = [expect.stringMatching(/^Another process uses this database, and LIMITER_URL is not set/)]
  await checkDatabase({ database: first, secrets, settings }, signal)
  expect(await checkDatabase({ database: second, secrets, settings }, signal)).toEqual(expect.arrayContaining(warned))
  const together = { ...settings, limiterUrl: 'redis://limits.example' }
  const calm = await checkDatabase({ database: second, secrets, settings: together }, signal)
  expect(calm).not.toEqual(expect.arrayContaining(warned))
  await first.close()
  await eventually(async () =>
    expect(await checkDatabase({ database: second, secrets, settings }, signal)).toEqual(calm),
  )
})
