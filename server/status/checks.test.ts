import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { statusDays } from '#contract/limits'
import type { StatusComponent } from '#contract/status-words'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { loadLeie } from '../../test/support/sources/load-for-tests.ts'
import { exclusionFile, exclusionLine } from '../../test/support/sources/test-list.ts'
import { fail } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import { check, countedDays, type Findings, forgetOldChecks, openMarks } from './checks.ts'
import { serviceStatus } from './service-status.ts'

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`delete from status_days; delete from letters`.execute(database.db)
})

const registry = { current: () => undefined }
const allUp: Findings = { api: true, registry: true, lists: true, database: true, jobs: true }
const at = (time: string) => new Date(`2026-11-28T${time}Z`)
const today = async (component: StatusComponent, now: Date) => (await countedDays(database.db, now))(component).at(-1)

test('a minute is up, partly or down by what its checks found, and unknown without one', async () => {
  const marks = openMarks(database)
  marks.add(allUp, at('00:00:10'))
  marks.add(allUp, at('00:00:40'))
  marks.add({ ...allUp, jobs: false }, at('00:01:10'))
  marks.add({ ...allUp, jobs: false }, at('00:02:10'))
  marks.add(allUp, at('00:02:40'))
  await marks.write()
  const now = at('00:04:59')
  expect(await today('jobs', now)).toEqual({ day: '2026-11-28', up: 1, partly: 1, down: 1, unknown: 2 })
  expect(await today('api', now)).toEqual({ day: '2026-11-28', up: 3, partly: 0, down: 0, unknown: 2 })
})

test('processes that check at the same time agree, in whatever order and however often they write', async () => {
  const processes = Array.from({ length: 4 }, () => openMarks(database))
  for (const [index, marks] of processes.entries()) {
    // The last process alone finds the database gone in the second minute.
    marks.add(allUp, at('12:00:00'))
    marks.add({ ...allUp, database: index < 3 }, at('12:01:00'))
    marks.add({ ...allUp, lists: false }, at('12:02:00'))
  }
  await Promise.all(processes.flatMap((marks) => [marks.write(), marks.write()]))
  const now = at('12:02:59')
  expect(await today('database', now)).toMatchObject({ up: 2, partly: 1, down: 0, unknown: 720 })
  expect(await today('lists', now)).toMatchObject({ up: 2, partly: 0, down: 1, unknown: 720 })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from status_days`.execute(database.db)
  expect(rows).toEqual([{ n: 5 }])
})

test('what was found while the database was away is written when it is back', async () => {
  let isAway = true
  const marks = openMarks({
    get db() {
      if (isAway) throw new Error('the database is away')
      return database.db
    },
  })
  marks.add({ ...allUp, database: false }, at('23:59:30'))
  await expect(marks.write()).rejects.toThrow('the database is away')
  marks.add({ ...allUp, database: false }, new Date('2026-11-29T00:00:00Z'))
  isAway = false
  await marks.write()
  const days = (await countedDays(database.db, new Date('2026-11-29T00:00:30Z')))('database')
  expect(days.slice(-2)).toEqual([
    { day: '2026-11-28', up: 0, partly: 0, down: 1, unknown: 1439 },
    { day: '2026-11-29', up: 0, partly: 0, down: 1, unknown: 0 },
  ])
})

test(`the last ${statusDays} days are kept and answered, and no older one`, async () => {
  const marks = openMarks(database)
  const day = (index: number) => new Date(at('12:00:00').getTime() - index * 86_400_000)
  for (const index of [0, statusDays - 1, statusDays, statusDays + 1]) marks.add(allUp, day(index))
  await marks.write()
  const days = (await countedDays(database.db, day(0)))('api')
  expect(days).toHaveLength(statusDays)
  expect([days[0]?.up, days[1]?.up, days.at(-1)?.up]).toEqual([1, 0, 1])
  await forgetOldChecks(database.db, sql<Date>`${day(0)}::timestamptz`)
  const { rows } = await sql<{ n: number }>`select count(distinct day)::int as n from status_days`.execute(database.db)
  expect(rows).toEqual([{ n: 3 }])
})

test('a check finds what does not work', async () => {
  expect(await check({ database, registry }, true)).toEqual({ ...allUp, registry: false })
  await sql`insert into letters (id, recipient, kind, subject, body_text, body_html, due_at)
    values (${randomUUID()}, 'ada@example.org', 'kept', '', '', '', now() - interval '11 minutes')`.execute(database.db)
  expect(await check({ database, registry }, false)).toEqual({ ...allUp, api: false, registry: false, jobs: false })
  await sql`update letters set given_up_at = now()`.execute(database.db)
  expect(await check({ database, registry }, true)).toEqual({ ...allUp, registry: false })
})

const call = {
  caller: { kind: 'anyone' },
  client: { ip: '' },
  params: {},
  query: {},
  body: {},
  headers: {},
  fail,
} as const

test('the status says what works, how old the lists are, and what was found; it reads that once for many callers', async () => {
  await loadLeie(database, exclusionFile([exclusionLine({ last: 'MOSS' })]), { date: '2020-01-01' })
  let asked = 0
  const isAlive = () => {
    asked++
    return database.isAlive()
  }
  const counting = { db: database.db, isAlive }
  const status = serviceStatus({ database: counting, registry })
  const answers = await Promise.all(Array.from({ length: 100 }, () => status(call)))
  expect(asked).toBe(1)
  expect(answers[0]?.output).toMatchObject({
    registry: null,
    lists: [{ title: 'OIG exclusion list (LEIE)', date: '2020-01-01', isStale: true, isSample: false }],
    components: [
      { name: 'api', isUp: true },
      { name: 'registry', isUp: false },
      { name: 'lists', isUp: true },
      { name: 'database', isUp: true },
      { name: 'jobs', isUp: true },
    ],
  })
})

test('without its database the status answers: what is down, and that the days are not known', async () => {
  const gone = await startTestDatabase()
  await gone.close()
  const { output } = await serviceStatus({ database: gone, registry })(call)
  expect(output.lists).toBeNull()
  expect(output.components).toEqual([
    { name: 'api', isUp: true, days: null },
    { name: 'registry', isUp: false, days: null },
    { name: 'lists', isUp: false, days: null },
    { name: 'database', isUp: false, days: null },
    { name: 'jobs', isUp: false, days: null },
  ])
})
