/**
 * T01: the process that makes events is killed in each of its steps, with all of the step done but its commit, and
 * another one goes on; or two work at once: each change is reported once, none twice and none left out.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database'
import { uuidv7 } from '#server/platform/uuid'
import { eventsAfter, type WatchEvent } from '#server/watch/events'
import { insertMembers, insertRoster, insertWatched } from '#server/watch/roster-store'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import { startProgram, type TestChild } from '../support/platform/test-child.ts'
import { testProgram } from '../support/prepared.ts'
import { buildIn } from '../support/registry/test-build.ts'
import { mainCsv, npiOf, person, writeFiles } from '../support/registry/test-files.ts'
import { loadLeie } from '../support/sources/load-for-tests.ts'
import { exclusionFile, exclusionLine } from '../support/sources/test-list.ts'
import { trials } from '../support/trials.ts'

/** More than a block of changes and a batch of a list. */
const npis = Array.from({ length: 2_500 }, (_, n) => npiOf(n + 1))
const excluded = npis.filter((_, n) => n % 50 === 0)

let folder: string
let local: LocalDatabase
let database: Database
/** While new members were compared. */
let killsOfNew: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-watch-'))
  local = await startLocalDatabase()
  database = await local.open()
  await build()
  await watchUnderKills()
  await addRoster()
  killsOfNew = await watchUnderKills()
}, 300_000)
afterAll(async () => {
  await database.close()
  await local.close()
  rmSync(folder, { recursive: true })
})

let week = -1

/** The next week's, in which everybody has another phone number; answers its version. */
async function build(): Promise<string> {
  week++
  const day = new Date(Date.UTC(2026, 0, 4 + 7 * week)).toISOString().slice(0, 10).replaceAll('-', '')
  const phone = { 'Provider Business Practice Location Address Telephone Number': `212555${1000 + week}` }
  const files = { [`npidata_pfile_20050523-${day}.csv`]: mainCsv(npis.map((npi) => person(npi, phone))) }
  const { manifest } = await buildIn(join(folder, 'registry'), writeFiles(folder, files))
  for (const name of Object.keys(files)) rmSync(join(folder, name))
  return manifest.version
}

function startWatching(isBesideOthers: boolean): TestChild {
  const given = JSON.stringify({ databaseUrl: local.url, registryDir: join(folder, 'registry'), isBesideOthers })
  return startProgram([...testProgram('test/support/watch-process/main.ts'), given])
}

/** Starts one process after the other and kills each in its second step; answers how many were killed. */
async function watchUnderKills(): Promise<number> {
  for (let kills = 0; ; kills++) {
    const child = startWatching(false)
    const said = await child.line()
    if (said === 'done') return kills
    expect(said).toBe('before the commit')
    await child.kill()
  }
}

async function addRoster(): Promise<void> {
  const accountId = uuidv7()
  const account = { id: accountId, email: 'ada@example.org', phone: '212-555-0101', password_hash: 'none', npi: null }
  await database.db.insertInto('accounts').values(account).execute()
  await database.db.transaction().execute(async (trx) => {
    const rosterId = uuidv7()
    await insertRoster(trx, { accountId, id: rosterId, name: 'All' })
    const members = npis.map((npi) => ({ npi: Number(npi), reference: null }))
    await insertMembers(trx, rosterId, members)
    await insertWatched(
      trx,
      members.map(({ npi }) => ({ npi, standing: 'active' as const })),
    )
  })
}

/** What was reported since. */
async function reporting(): Promise<() => Promise<WatchEvent[]>> {
  const query = database.db.selectFrom('watch_events').select('position').orderBy('position', 'desc').limit(1)
  const position = (await query.executeTakeFirst())?.position ?? '0'
  return () => eventsAfter(database.db, { position, limit: 1_000_000 })
}

const named = (events: readonly WatchEvent[]) => events.map(({ type, npi }) => `${type} ${npi}`).sort()

test('each change is reported once, whatever step the process is killed in', async () => {
  expect(killsOfNew).toBeGreaterThan(2)
  expect(await eventsAfter(database.db, { position: '0', limit: 1 })).toEqual([])
  const killsMin = trials({ commit: 5, nightly: 100 })
  let [kills, rounds] = [0, 0]
  while (kills < killsMin) {
    rounds++
    const reported = await reporting()
    await build()
    const isAdded = rounds % 2 === 1
    const lines = (isAdded ? excluded : []).map((npi) => exclusionLine({ last: 'EXAMPLE', first: 'ADA', npi }))
    const somebody = exclusionLine({ last: 'SOMEBODY', first: 'ELSE' })
    const date = new Date(Date.UTC(2026, 8, rounds)).toISOString().slice(0, 10)
    await loadLeie(database, exclusionFile([somebody, ...lines]), { date, allowCountChange: true })
    kills += await watchUnderKills()
    const type = isAdded ? 'exclusion.added' : 'exclusion.removed'
    const expected = [...npis.map((npi) => `provider.updated ${npi}`), ...excluded.map((npi) => `${type} ${npi}`)]
    expect(named(await reported())).toEqual(expected.sort())
  }
  console.info(`${kills} processes were killed while they made events of ${rounds} switches.`)
}, 900_000)

test('two processes at once report each change once, and the changes of each provider in order', async () => {
  const reported = await reporting()
  const processes = [startWatching(true), startWatching(true)]
  const batches = processes.map(() => 0)
  for (const [index, { line }] of processes.entries()) {
    void (async () => {
      while ((await line()) === 'batch') batches[index]++
    })()
  }
  const versions: string[] = []
  const roundsMax = 20
  while (versions.length < 2 || (batches.includes(0) && versions.length < roundsMax)) {
    versions.push(await build())
    const count = npis.length * versions.length
    await expect.poll(async () => (await reported()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
  }
  for (const one of processes) await one.kill()
  expect(batches).not.toContain(0)
  const versionsOf = new Map<number, unknown[]>()
  for (const { npi, data } of await reported()) {
    versionsOf.set(Number(npi), [...(versionsOf.get(Number(npi)) ?? []), data.registryVersion])
  }
  expect(versionsOf).toEqual(new Map(npis.map((npi) => [Number(npi), versions])))
}, 900_000)
