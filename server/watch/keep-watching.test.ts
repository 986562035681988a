import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventTypes } from '#contract/events'
import { historyFolder } from '#registry/search/changes'
import { followRegistry, type RegistrySource } from '#registry/search/follow'
import { openHistory } from '#registry/search/history'
import { rollBack as rollBackRegistry, versionDir } from '../../registry/build/announce.ts'
import { openWorkspace } from '../../registry/build/workspace.ts'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { buildIn } from '../../test/support/registry/test-build.ts'
import {
  deactivated,
  mainCsv,
  npiOf,
  person,
  type Row,
  testFolder,
  writeFiles,
} from '../../test/support/registry/test-files.ts'
import { loadLeie, loadOne } from '../../test/support/sources/load-for-tests.ts'
import { coloradoRoll, optOuts } from '../../test/support/sources/rolls.ts'
import { exclusionFile, exclusionLine, suspendedFile, suspendedLine } from '../../test/support/sources/test-list.ts'
import type { Database } from '../platform/database/database.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { rollBack } from '../sources/load-list.ts'
import { eventsAfter, type NewEvent, recordEvents, type WatchEvent } from './events.ts'
import { forgetUnwatched } from './forget.ts'
import { holdNextToPlan } from './hold-to-plan.ts'
import { type WatchParts, watchNext } from './keep-watching.ts'
import {
  addToCount,
  deleteMembers,
  dropRoster,
  findMembers,
  findRosters,
  insertMembers,
  insertRoster,
  insertWatched,
} from './roster-store.ts'

const weeks = ['20260608', '20260615', '20260622', '20260629']
const phone = 'Provider Business Practice Location Address Telephone Number'
const [ada, bea, cy, dee] = [npiOf(1), npiOf(2), npiOf(3), npiOf(4)]
const licensed = (number: string, state = 'CO'): Row => ({
  'Provider Last Name (Legal Name)': 'MARTINEZ',
  'Provider First Name': 'ADA',
  'Provider Credential Text': 'MD',
  'Provider License Number_1': number,
  'Provider License Number State Code_1': state,
})

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())

/** A registry of its own, watched from an empty database on. */
async function watched() {
  const { db } = database
  for (const table of ['watch_progress', 'watch_events', 'watched_facts', 'watched_providers', 'rosters'] as const) {
    await db.deleteFrom(table).execute()
  }
  const registryDir = testFolder()
  let registry: RegistrySource | undefined
  const build = async (week: number, rows: readonly Row[]) => {
    const files = { [`npidata_pfile_20050523-${weeks[week]}.csv`]: mainCsv(rows) }
    await buildIn(registryDir, writeFiles(testFolder(), files), { allowCountChange: true })
    await follow()
  }
  const follow = async () => {
    await registry?.close()
    const options = {
      intervalMs: 60_000,
      onSwitch: () => {},
      onError: (error: Error) => expect.unreachable(error.message),
    }
    registry = await followRegistry(registryDir, options)
  }
  let today = '2026-11-20'
  const warnings: string[] = []
  const parts: WatchParts = {
    database,
    registry: { ...closed, current: () => registry?.current() },
    history: openHistory(registryDir, (sentence) => void warnings.push(sentence)),
    now: () => new Date(`${today}T12:00:00Z`),
  }
  const watch = async () => {
    while (await watchNext(parts));
  }
  let position = '0'
  return {
    parts,
    warnings,
    registryDir,
    build,
    watch,
    /** As on another machine, whose first build is the next. */
    async beginAnew() {
      await registry?.close()
      registry = undefined
      for (const name of readdirSync(registryDir)) rmSync(join(registryDir, name), { recursive: true })
    },
    async rollBack() {
      const workspace = openWorkspace(registryDir, () => ({ release() {} }))
      await rollBackRegistry(workspace, new Date())
      workspace.close()
      await follow()
    },
    setToday(day: string) {
      today = day
    },
    /** What was recorded since the last call. */
    async events(): Promise<WatchEvent[]> {
      await watch()
      const events = await eventsAfter(db, { position, limit: 5_000 })
      position = events.at(-1)?.position ?? position
      for (const { type, data } of events) expect(eventTypes[type].data.parse(data)).toEqual(data)
      return events
    },
    async roster(npis: readonly string[], accountId?: string): Promise<{ accountId: string; rosterId: string }> {
      const owner = accountId ?? (await newAccount())
      const rosterId = uuidv7()
      await db.transaction().execute(async (trx) => {
        await insertRoster(trx, { accountId: owner, id: rosterId, name: 'Roster' })
        const members = npis.map((npi) => ({ npi: Number(npi), reference: null }))
        await insertMembers(trx, rosterId, members)
        await insertWatched(
          trx,
          members.map(({ npi }) => ({ npi, standing: 'active' as const })),
        )
      })
      await watch()
      return { accountId: owner, rosterId }
    },
    async state(rosterId: string, npi: string) {
      const members = await findMembers(db, { rosterId, state: undefined, after: undefined, limit: 100 })
      return members.find((member) => member.npi === Number(npi))?.state
    },
  }
}

const closed = { damages: () => 0, overlayFault: () => undefined, close: async () => {} }

async function newAccount(): Promise<string> {
  const id = uuidv7()
  const row = { id, email: `${id}@example.org`, phone: '212-555-0101', password_hash: 'none', npi: null }
  await database.db.insertInto('accounts').values(row).execute()
  return id
}

/** The newest file of changes; answers its name. */
function damageNewest(registryDir: string): string {
  const folder = join(registryDir, historyFolder)
  const newest = readdirSync(folder).sort().at(-1) ?? ''
  const bytes = readFileSync(join(folder, newest))
  bytes[0] ^= 0x10
  writeFileSync(join(folder, newest), bytes)
  return newest
}

const typesOf = (events: readonly WatchEvent[]) => events.map(({ type, npi }) => `${type} ${npi}`)

describe('a build of the registry', () => {
  test('makes an event for each account that watches a provider whose filed values changed', async () => {
    const world = await watched()
    await world.build(0, [person(ada), person(bea), deactivated(cy, '01/02/2026'), person(dee)])
    await world.watch()
    const one = await world.roster([ada, bea, cy])
    const again = await world.roster([ada], one.accountId)
    const other = await world.roster([ada])
    expect(await world.events()).toEqual([])
    await world.build(1, [
      person(ada, { [phone]: '2125550199', 'Last Update Date': '06/10/2026' }),
      deactivated(bea, '06/11/2026'),
      person(cy, { 'NPI Deactivation Date': '01/02/2026', 'NPI Reactivation Date': '06/12/2026' }),
      person(dee, { [phone]: '2125550188' }),
    ])
    const events = await world.events()
    expect(typesOf(events).sort()).toEqual(
      [
        `provider.updated ${ada}`,
        `provider.updated ${ada}`,
        `provider.deactivated ${bea}`,
        `provider.reactivated ${cy}`,
      ].sort(),
    )
    const mine = events.find(({ type, accountId }) => type === 'provider.updated' && accountId === one.accountId)
    expect(mine).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      rosterIds: [one.rosterId, again.rosterId].sort(),
      data: {
        sourceDate: '2026-06-15',
        changes: [
          { field: 'phone', before: '+12125550101', after: '+12125550199' },
          { field: 'updatedOn', before: '2024-02-01', after: '2026-06-10' },
        ],
      },
    })
    expect(events.find(({ accountId }) => accountId === other.accountId)?.rosterIds).toEqual([other.rosterId])
    expect(await world.state(one.rosterId, bea)).toBe('deactivated')
    expect(await world.state(one.rosterId, cy)).toBe('active')
    expect(await world.events()).toEqual([])
  })

  test('makes none for a date of filing alone, nor for what was before watching began', async () => {
    const world = await watched()
    await world.build(0, [person(ada)])
    await world.build(1, [person(ada, { [phone]: '2125550199' })])
    await world.watch()
    await world.roster([ada])
    await world.build(2, [person(ada, { [phone]: '2125550199', 'Last Update Date': '06/20/2026' })])
    expect(await world.events()).toEqual([])
  })

  test('that is rolled back makes none, and the next one is compared with the last that made some', async () => {
    const world = await watched()
    await world.build(0, [person(ada)])
    await world.watch()
    await world.roster([ada])
    await world.build(1, [person(ada, { [phone]: '2125550199' })])
    expect(typesOf(await world.events())).toEqual([`provider.updated ${ada}`])
    await world.rollBack()
    expect(await world.events()).toEqual([])
    await world.build(2, [person(ada, { [phone]: '2125550199', 'Provider Credential Text': 'MD' })])
    expect((await world.events()).map(({ data }) => data.changes)).toMatchObject([[{ field: 'nameParts' }]])
  })

  test('is gone through on a machine that begins anew, and not again on one that is behind', async () => {
    const world = await watched()
    const changed = (number: string) => [person(ada, { [phone]: number })]
    await world.build(0, [person(ada)])
    await world.watch()
    await world.roster([ada])
    await world.build(1, changed('2125550199'))
    expect(typesOf(await world.events())).toEqual([`provider.updated ${ada}`])
    const behind = testFolder()
    const files = { [`npidata_pfile_20050523-${weeks[0]}.csv`]: mainCsv([person(ada)]) }
    await buildIn(behind, writeFiles(testFolder(), files), { allowCountChange: true })
    while (await watchNext({ ...world.parts, history: openHistory(behind) }));
    await world.beginAnew()
    await world.build(1, changed('2125550199'))
    expect(await world.events()).toEqual([])
    await world.build(2, changed('2125550188'))
    expect(typesOf(await world.events())).toEqual([`provider.updated ${ada}`])
  })

  test('that cannot be compared makes events of those alone whom CMS deactivated or reactivated meanwhile', async () => {
    const world = await watched()
    await world.build(0, [person(ada), person(bea), deactivated(cy, '01/02/2026')])
    await world.watch()
    const { rosterId } = await world.roster([ada, bea, cy, dee])
    const { version = '' } = world.parts.registry.current() ?? {}
    rmSync(join(versionDir(world.registryDir, version), 'records.bin'))
    const reactivated = person(cy, { 'NPI Deactivation Date': '01/02/2026', 'NPI Reactivation Date': '06/12/2026' })
    const others = [reactivated, person(dee)]
    await world.build(1, [person(ada, { [phone]: '2125550199' }), deactivated(bea, '06/11/2026'), ...others])
    const events = await world.events()
    expect(typesOf(events)).toEqual([`provider.deactivated ${bea}`, `provider.reactivated ${cy}`])
    const of = { registryVersion: world.parts.registry.current()?.version, sourceDate: '2026-06-15' }
    expect(events.map(({ data }) => data)).toEqual([
      { ...of, deactivatedOn: '2026-06-11', replacementNpi: null },
      { ...of, reactivatedOn: '2026-06-12' },
    ])
    expect(await world.events()).toEqual([])
    expect(await world.state(rosterId, ada)).toBe('active')
    expect(await world.state(rosterId, bea)).toBe('deactivated')
    await world.build(2, [person(ada, { [phone]: '2125550188' }), person(bea), ...others])
    expect(typesOf(await world.events())).toEqual([`provider.updated ${ada}`, `provider.reactivated ${bea}`])
  })

  test('that cannot be compared and is rolled back makes no events of what was before', async () => {
    const world = await watched()
    await world.build(0, [person(ada), person(bea)])
    await world.watch()
    const { rosterId } = await world.roster([ada, bea])
    await world.build(1, [deactivated(ada, '06/11/2026'), person(bea)])
    expect(typesOf(await world.events())).toEqual([`provider.deactivated ${ada}`])
    await world.build(2, [deactivated(ada, '06/11/2026'), person(bea, { [phone]: '2125550199' })])
    damageNewest(world.registryDir)
    // Passes over the file.
    expect(await watchNext(world.parts)).toBe(true)
    await world.rollBack()
    await world.rollBack()
    expect(await world.events()).toEqual([])
    expect(await world.state(rosterId, ada)).toBe('deactivated')
  })

  test('with a damaged file of changes is passed over, with one warning', async () => {
    const world = await watched()
    await world.build(0, [person(ada), person(bea)])
    await world.watch()
    const { rosterId } = await world.roster([ada, bea])
    await world.build(1, [person(ada, { [phone]: '2125550199' }), deactivated(bea, '06/11/2026')])
    const newest = damageNewest(world.registryDir)
    expect(typesOf(await world.events())).toEqual([`provider.deactivated ${bea}`])
    expect(world.warnings).toEqual([expect.stringContaining(newest)])
    expect(await world.state(rosterId, bea)).toBe('deactivated')
    await world.build(2, [person(ada, { [phone]: '2125550188' }), deactivated(bea, '06/11/2026')])
    expect(typesOf(await world.events())).toEqual([`provider.updated ${ada}`])
    expect(world.warnings).toHaveLength(1)
  })

  test('is gone through once by processes that work at the same time, without an event twice or left out', async () => {
    const world = await watched()
    const npis = Array.from({ length: 1_500 }, (_, n) => npiOf(n + 1))
    await world.build(
      0,
      npis.map((npi) => person(npi)),
    )
    await world.watch()
    await world.roster(npis)
    await world.build(
      1,
      npis.map((npi) => person(npi, { [phone]: '2125550199' })),
    )
    const workers = Array.from({ length: 4 }, async () => {
      for (let turns = 0; turns < 40; turns++) await watchNext(world.parts)
    })
    await Promise.all(workers)
    const events = await world.events()
    expect(events.map(({ npi }) => npi)).toEqual([...npis].map(Number).sort((a, b) => a - b))
  })

  test('makes no more events in a transaction than its limit, though many accounts watch each provider', async () => {
    const world = await watched()
    const npis = [ada, bea, cy]
    const with555 = (number: string) => npis.map((npi) => person(npi, { [phone]: number }))
    await world.build(0, with555('2125550101'))
    await world.watch()
    const accountIds: string[] = []
    for (let n = 0; n < 5; n++) accountIds.push((await world.roster(npis)).accountId)
    await world.build(1, with555('2125550199'))
    const eventsMax = 4
    const counts: number[] = []
    for (let isMore = true, position = '0'; isMore; ) {
      isMore = await watchNext({ ...world.parts, eventsMax })
      const made = await eventsAfter(database.db, { position, limit: 100 })
      position = made.at(-1)?.position ?? position
      counts.push(made.length)
    }
    expect(Math.max(...counts)).toBe(eventsMax)
    const expected = npis.map(Number).flatMap((npi) => accountIds.sort().map((accountId) => `${npi} ${accountId}`))
    expect((await world.events()).map(({ npi, accountId }) => `${npi} ${accountId}`)).toEqual(expected)
  })
})

describe('a list that is replaced', () => {
  test('makes an event where it begins or stops to exclude a provider, and none when it is rolled back', async () => {
    const world = await watched()
    await world.build(0, [person(ada), person(bea)])
    await world.watch()
    const { rosterId } = await world.roster([ada, bea])
    const nobody = exclusionLine({ last: 'SOMEBODY', first: 'ELSE' })
    const listed = (npi: string) => exclusionLine({ last: 'EXAMPLE', first: 'ADA', npi })
    await loadLeie(database, exclusionFile([nobody, listed(bea)]), { date: '2026-09-01', allowCountChange: true })
    expect(typesOf(await world.events())).toEqual([`exclusion.added ${bea}`])
    expect(await world.state(rosterId, bea)).toBe('excluded')
    await loadLeie(database, exclusionFile([nobody, listed(ada)]), { date: '2026-10-01', allowCountChange: true })
    const events = await world.events()
    expect(typesOf(events)).toEqual([`exclusion.added ${ada}`, `exclusion.removed ${bea}`])
    expect(events[0]?.data).toMatchObject({ verdict: 'match', grounds: '1128a1', since: '2020-03-19', until: null })
    await rollBack(database, 'oig-leie')
    expect(await world.events()).toEqual([])
    await loadLeie(database, exclusionFile([nobody]), { date: '2026-11-01', allowCountChange: true })
    expect(typesOf(await world.events())).toEqual([`exclusion.removed ${ada}`])
    expect(await world.state(rosterId, ada)).toBe('active')
  })

  test('stops to exclude a provider when its row is gone, not when CMS has no license number to find it by', async () => {
    const world = await watched()
    await world.build(0, [person(ada, licensed('A54321', 'CA')), person(bea)])
    await world.watch()
    await world.roster([ada, bea])
    const [suspended, other] = [suspendedLine('Martinez', 'Ada', 'A 54321'), suspendedLine('Roe', 'Ann', 'A 99999')]
    await loadOne(database, 'ca-medi-cal', suspendedFile([suspended]), '2026-09-01')
    expect(typesOf(await world.events())).toEqual([`exclusion.added ${ada}`])
    await world.build(1, [deactivated(ada, '06/10/2026'), person(bea)])
    expect(typesOf(await world.events())).toEqual([`provider.deactivated ${ada}`])
    await loadOne(database, 'ca-medi-cal', suspendedFile([suspended, other]), '2026-10-01')
    expect(await world.events()).toEqual([])
    await loadOne(database, 'ca-medi-cal', suspendedFile([other]), '2026-11-01')
    expect(typesOf(await world.events())).toEqual([`exclusion.removed ${ada}`])
  })

  test('makes an event on the day on which an exclusion ends, and no other when it is replaced', async () => {
    const world = await watched()
    await world.build(0, [person(ada)])
    await world.watch()
    const { rosterId } = await world.roster([ada])
    const listed = exclusionLine({ last: 'EXAMPLE', first: 'ADA', npi: ada, reinstated: '20261203' })
    await loadLeie(database, exclusionFile([listed]), { date: '2026-11-01', allowCountChange: true })
    expect(typesOf(await world.events())).toEqual([`exclusion.added ${ada}`])
    world.setToday('2026-12-02')
    expect(await world.events()).toEqual([])
    expect(await world.state(rosterId, ada)).toBe('excluded')
    world.setToday('2026-12-03')
    expect((await world.events()).map(({ type, data }) => [type, data.until])).toEqual([
      ['exclusion.removed', '2026-12-03'],
    ])
    expect(await world.state(rosterId, ada)).toBe('active')
    const other = exclusionLine({ last: 'SOMEBODY', first: 'ELSE' })
    for (const [lines, date] of [
      [[listed, other], '2026-12-01'],
      [[other], '2026-12-02'],
    ] as const) {
      await loadLeie(database, exclusionFile(lines), { date, allowCountChange: true })
      expect(await world.events()).toEqual([])
    }
  })

  test('makes an event where a board says otherwise of a license, and notices 90, 30 and 7 days before its end', async () => {
    const world = await watched()
    const row = { last: 'Martinez', first: 'Ada', number: '0054321', status: 'Active', expires: '2027-03-01' }
    await loadOne(database, 'co-dora', coloradoRoll([row]), '2026-09-01')
    await world.build(0, [person(ada, licensed('DR.0054321')), person(bea)])
    await world.watch()
    const { rosterId } = await world.roster([ada, bea])
    expect(await world.state(rosterId, ada)).toBe('active')
    await loadOne(database, 'co-dora', coloradoRoll([{ ...row, action: 'Stipulation' }]), '2026-10-01')
    const [changed, ...others] = await world.events()
    expect(others).toEqual([])
    expect(changed).toMatchObject({
      type: 'license.changed',
      npi: Number(ada),
      data: { state: 'CO', before: { status: 'active', discipline: null }, after: { status: 'active' } },
    })
    const days: unknown[] = []
    for (const today of [
      '2026-12-01',
      '2026-12-02',
      '2027-01-15',
      '2027-01-30',
      '2027-02-27',
      '2027-03-01',
      '2027-03-02',
    ]) {
      world.setToday(today)
      days.push(...(await world.events()).map(({ type, data }) => [today, type, data.days]))
    }
    expect(days).toEqual([
      ['2026-12-01', 'license.expiring', 90],
      ['2027-01-30', 'license.expiring', 30],
      ['2027-02-27', 'license.expiring', 7],
    ])
    await loadOne(database, 'co-dora', coloradoRoll([{ ...row, number: '99', last: 'Other' }]), '2026-11-01')
    expect((await world.events()).map(({ type, data }) => [type, data.after])).toEqual([['license.changed', null]])
  })

  test('makes an event where Medicare says otherwise', async () => {
    const world = await watched()
    await world.build(0, [person(ada)])
    const affidavit = (npi: string) => ({ npi, since: '2025-01-01', until: '2099-01-01' })
    await loadOne(database, 'cms-opt-out', optOuts([affidavit(ada), affidavit(cy)]), '2026-09-01')
    await world.watch()
    await world.roster([ada])
    await loadOne(database, 'cms-opt-out', optOuts([affidavit(cy)]), '2026-10-01')
    expect((await world.events()).map(({ type, data }) => [type, data.changes])).toEqual([
      ['medicare.changed', [{ field: 'optedOut', before: true, after: false }]],
    ])
  })
})

test('a plan with fewer members watches the oldest, and all again once there is room', async () => {
  const { db } = database
  const world = await watched()
  const npis = Array.from({ length: 30 }, (_, n) => npiOf(n + 1))
  const everybody = (number: string) => npis.map((npi) => person(npi, { [phone]: number }))
  await world.build(0, everybody('2125550101'))
  await world.watch()
  const { accountId, rosterId: older } = await world.roster(npis.slice(0, 20))
  const { rosterId: newer } = await world.roster(npis.slice(20), accountId)
  for (const [id, members] of [
    [older, 20],
    [newer, 10],
  ] as const) {
    await db.updateTable('rosters').set({ members }).where('id', '=', id).execute()
  }
  const onPlan = async (tier: 'free' | 'developer') => {
    const row = { account_id: accountId, granted_tier: tier }
    const change = { granted_tier: tier }
    await db
      .insertInto('subscriptions')
      .values(row)
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
      .execute()
    await hold()
  }
  const hold = async () => {
    while (await holdNextToPlan(database));
  }
  const watchedOf = async () => (await findRosters(db, accountId)).map((roster) => roster.watched)
  await onPlan('developer')
  expect(await watchedOf()).toEqual([20, 10])
  await onPlan('free')
  expect(await watchedOf()).toEqual([20, 5])
  const states = await Promise.all(npis.slice(20).map((npi) => world.state(newer, npi)))
  expect(states).toEqual([...Array(5).fill('active'), ...Array(5).fill('not_watched')])
  await world.build(1, everybody('2125550199'))
  expect((await world.events()).map(({ npi }) => String(npi))).toEqual(npis.slice(0, 25))

  await db.transaction().execute(async (trx) => {
    const gone = npis.slice(0, 2).map(Number)
    await addToCount(trx, older, -(await deleteMembers(trx, older, gone)))
  })
  await hold()
  expect(await watchedOf()).toEqual([18, 7])
  await db.transaction().execute((trx) => dropRoster(trx, accountId, older))
  await hold()
  expect(await watchedOf()).toEqual([10])
  await onPlan('developer')
  await world.build(2, everybody('2125550188'))
  expect((await world.events()).map(({ npi }) => String(npi))).toEqual(npis.slice(20))
})

test('an event with grounds of any length is recorded, and once', async () => {
  const accountId = await newAccount()
  const grounds = randomBytes(10_000).toString('hex')
  const data = { shareId: 'one' }
  const event: NewEvent = { accountId, type: 'share.revoked', npi: null, data, cause: `list some-list 1 ${grounds}` }
  for (let time = 0; time < 2; time++) {
    await database.db.transaction().execute((trx) => recordEvents(trx, [event]))
  }
  const events = await eventsAfter(database.db, { position: '0', limit: 5_000 })
  expect(events.filter((one) => one.accountId === accountId)).toHaveLength(1)
})

test('what nobody watches any more is forgotten, and events after 90 days', async () => {
  const world = await watched()
  await world.build(0, [person(ada), person(bea)])
  await world.watch()
  const { rosterId } = await world.roster([ada])
  await world.roster([bea])
  await world.build(1, [person(ada, { [phone]: '2125550199' }), person(bea)])
  expect(await world.events()).toHaveLength(1)
  const { db } = database
  await db.deleteFrom('rosters').where('id', '=', rosterId).execute()
  await forgetUnwatched(db, sql<Date>`now() + interval '89 days'`)
  const npis = async () => (await db.selectFrom('watched_providers').select('npi').execute()).map(({ npi }) => npi)
  expect(await npis()).toEqual([bea])
  expect(await eventsAfter(db, { position: '0', limit: 10 })).toHaveLength(1)
  await forgetUnwatched(db, sql<Date>`now() + interval '91 days'`)
  expect(await eventsAfter(db, { position: '0', limit: 10 })).toEqual([])
})
