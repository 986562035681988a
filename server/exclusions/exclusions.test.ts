import { Readable } from 'node:stream'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exclusionFile, exclusionLine, manyLines } from '../../test/support/exclusions/test-list.ts'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import { removeList } from './exclusion-store.ts'
import { findExclusion, type PersonAsked } from './find-exclusion.ts'
import { loadExclusions } from './load-exclusions.ts'

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  for (const table of ['exclusions', 'exclusion_current', 'exclusion_lists']) {
    await sql`delete from ${sql.table(table)}`.execute(database.db)
  }
})

const options = { listDate: undefined, leaveOutRefused: false, allowCountChange: false, today: '2026-11-20' }

const load = (lines: readonly string[], changed: Partial<Parameters<typeof loadExclusions>[2]> = {}) =>
  loadExclusions(database, Readable.from([exclusionFile(lines)]), { ...options, ...changed })

const ask = (changed: Partial<PersonAsked> = {}) =>
  findExclusion(database.db, { npi: '1972902351', firstName: 'Ada', lastName: 'Moss', state: 'NY', ...changed })

/** Lets every statement fail that would remove rows. */
const removingNothing: KyselyPlugin = {
  transformQuery({ node }) {
    if (/DeleteQueryNode|delete from/.test(JSON.stringify(node))) throw new Error('kept')
    return node
  },
  transformResult: async ({ result }) => result,
}

const currentId = async () =>
  (await database.db.selectFrom('exclusion_current').select('list_id').executeTakeFirst())?.list_id

const countOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database.db)
  return rows[0]?.n
}

describe('the list of exclusions', () => {
  test('says nothing of anybody before it is loaded', async () => {
    expect(await ask()).toEqual({ kind: 'no_list' })
  })

  test('matches by NPI, whatever the name, and tells since when, by which section and with which waiver', async () => {
    await load([
      exclusionLine({ business: '101 FIRST CARE', npi: '1972902351', type: '1128b8', on: '20220320', waiver: 'TX' }),
    ])
    expect(await ask()).toEqual({
      kind: 'npi',
      listDate: '2022-03-20',
      type: '1128b8',
      excludedOn: '2022-03-20',
      sentence:
        'The list has this NPI: 101 FIRST CARE of NY, excluded since 2022-03-20 by section 1128b8, with a waiver for TX.',
    })
    expect(await ask({ npi: '1972902352' })).toEqual({ kind: 'none', listDate: '2022-03-20' })
  })

  test('matches by name as a possible match: without case, accents, hyphens and suffix, of the same state first', async () => {
    await load([
      exclusionLine({ last: "O'BRIEN SMITH", first: 'JOSE', state: 'FL' }),
      exclusionLine({ last: 'OBRIEN-SMITH JR', first: 'JOSÉ', state: 'NY', on: '19990101' }),
    ])
    const found = await ask({ firstName: 'José', lastName: 'O’Brien-Smith', state: 'NY' })
    expect(found).toMatchObject({ kind: 'name', excludedOn: '1999-01-01' })
    expect(found).toMatchObject({ sentence: expect.stringContaining('The name stands there once more.') })
    expect(await ask({ firstName: 'Jose', lastName: 'OBrien' })).toMatchObject({ kind: 'none' })
  })

  test('matches no name of a row that has an NPI of its own', async () => {
    await load([
      exclusionLine({ last: 'MOSS', first: 'ADA', npi: '1000000004' }),
      exclusionLine({ last: 'FERN', first: 'IDA' }),
    ])
    expect(await ask()).toMatchObject({ kind: 'none' })
    expect(await ask({ lastName: 'Fern', firstName: 'Ida' })).toMatchObject({ kind: 'name' })
  })

  test('takes ten noughts for no NPI, and no name for nobody', async () => {
    await load([exclusionLine({ business: 'A PHARMACY' }), exclusionLine({ last: 'MOSS', npi: '' })])
    expect(await ask({ npi: '0000000000', firstName: '', lastName: '' })).toMatchObject({ kind: 'none' })
    expect(await ask({ firstName: '' })).toMatchObject({ kind: 'none' })
  })

  test('forgets whoever was reinstated, from that day on', async () => {
    await load([
      exclusionLine({ last: 'MOSS', first: 'ADA', reinstated: '20210101' }),
      exclusionLine({ last: 'FERN', first: 'IDA', reinstated: '29990101' }),
    ])
    expect(await ask()).toMatchObject({ kind: 'none' })
    expect(await ask({ lastName: 'Fern', firstName: 'Ida' })).toMatchObject({ kind: 'name' })
  })
})

describe('loading a list', () => {
  test('replaces the one before whole, tells the counts and records it', async () => {
    await load([exclusionLine({ last: 'MOSS', first: 'ADA' })])
    const result = await load(manyLines(1200), { listDate: '2026-11-10' })
    expect(result).toEqual({
      listDate: '2026-11-10',
      rows: 1200,
      withNpi: 120,
      refused: 0,
      refusals: [],
      before: { listDate: '2020-03-19', rows: 1 },
    })
    expect(await ask()).toEqual({ kind: 'none', listDate: '2026-11-10' })
    expect(await countOf('exclusions')).toBe(1200)
    expect(await countOf('exclusion_lists')).toBe(1)
    const events = await database.db
      .selectFrom('audit_events')
      .select(['actor', 'details'])
      .where('action', '=', 'exclusions.loaded')
      .execute()
    expect(events).toContainEqual({ actor: 'operator', details: { listDate: '2026-11-10', rows: 1200, refused: 0 } })
  })

  test('shows readers the list before or the new one, never neither and never both', async () => {
    await load([exclusionLine({ last: 'MOSS', first: 'ADA', on: '20200101' })])
    const seen = new Set<string>()
    let isLoading = true
    const reading = (async () => {
      while (isLoading) {
        const answer = await ask()
        seen.add(`${answer.kind} ${answer.kind === 'no_list' ? '' : answer.listDate}`)
      }
    })()
    await load([...manyLines(2000), exclusionLine({ last: 'FERN', first: 'IDA', on: '20210101' })])
    isLoading = false
    await reading
    expect([...seen].filter((one) => one !== 'name 2020-01-01' && one !== 'none 2021-01-01')).toEqual([])
    expect(await ask()).toMatchObject({ kind: 'none', listDate: '2021-01-01' })
  })

  test('that fails half-way leaves the list before, and nothing of the new one', async () => {
    await load([exclusionLine({ last: 'MOSS', first: 'ADA' })])
    const broken = Readable.from(
      (function* () {
        yield exclusionFile(manyLines(1100))
        throw new Error('the disk went away')
      })(),
    )
    await expect(loadExclusions(database, broken, options)).rejects.toThrow('the disk went away')
    expect(await ask()).toMatchObject({ kind: 'name' })
    expect(await countOf('exclusions')).toBe(1)
    expect(await countOf('exclusion_lists')).toBe(1)
  })

  test('counts once it is named, whatever becomes of the one before, and is not removed while it counts', async () => {
    await load([exclusionLine({ last: 'MOSS', first: 'ADA', on: '20200101' })])
    const file = Readable.from([exclusionFile([exclusionLine({ last: 'MOSS', first: 'ADA', on: '20210101' })])])
    await loadExclusions({ ...database, db: database.db.withPlugin(removingNothing) }, file, options)
    expect(await ask()).toMatchObject({ kind: 'name', listDate: '2021-01-01' })
    await removeList(database.db, (await currentId()) ?? '')
    expect(await ask()).toMatchObject({ kind: 'name', listDate: '2021-01-01' })
  })

  test('clears away what a program that died had loaded', async () => {
    await sql`insert into exclusion_lists (id, created_at) values ('dead', now() - interval '3 hours'), ('busy', now())`.execute(
      database.db,
    )
    await load([exclusionLine({ last: 'MOSS', first: 'ADA' })])
    const lists = await database.db.selectFrom('exclusion_lists').select('id').execute()
    expect(lists.map(({ id }) => id)).toContain('busy')
    expect(lists.map(({ id }) => id)).not.toContain('dead')
  })

  test('refuses bad rows one by one with line and reason, and the file when more than 0.5 % are bad', async () => {
    const bad = [
      exclusionLine({ last: 'MOSS', npi: '12345' }),
      exclusionLine({ last: 'MOSS', on: '20230230' }),
      exclusionLine({ last: 'MOSS', type: '' }),
      exclusionLine({}),
      '"MOSS","ADA"',
      'MO"SS,ADA',
    ]
    await expect(load([...bad, ...manyLines(1000)])).rejects.toThrow('6 of 1006 rows are refused, more than 0.5 %')
    const { rows, refused, refusals } = await load([...bad, ...manyLines(1000)], { leaveOutRefused: true })
    expect({ rows, refused }).toEqual({ rows: 1000, refused: 6 })
    expect(refusals.toSorted()).toEqual([
      'line 2: NPI: expected ten digits',
      'line 3: EXCLDATE: expected a day as yyyymmdd',
      'line 4: EXCLTYPE: expected a section of the law',
      'line 5: LASTNAME, BUSNAME: expected a name',
      'line 6: expected 18 fields; got another number',
      'line 7: it is not CSV, or too long',
    ])
    expect((await load([bad[0] ?? '', ...manyLines(1000)])).refused).toBe(1)
  })

  test('stops at more than 5 % fewer rows than before, unless told otherwise', async () => {
    await load(manyLines(100))
    await expect(load(manyLines(94))).rejects.toThrow(
      'The list has 94 rows, more than 5 % fewer than the one of 2020-03-19 with 100',
    )
    expect((await load(manyLines(95))).rows).toBe(95)
    expect((await load(manyLines(10), { allowCountChange: true })).rows).toBe(10)
  })

  test.each([
    ['another file', 'A,B\n1,2\n', 'got none named LASTNAME, FIRSTNAME'],
    ['an empty file', '', 'Expected a list with rows'],
    ['a file that is cut off within a field', exclusionFile(manyLines(20)).slice(0, -10), 'The file is cut off'],
    ['a header alone', exclusionFile([]), 'Expected a list with rows'],
  ])('refuses %s in one sentence', async (_, text, sentence) => {
    await expect(loadExclusions(database, Readable.from([text]), options)).rejects.toThrow(sentence)
    expect(await countOf('exclusion_lists')).toBe(0)
  })

  test('takes the latest exclusion that is not in the future for the date of a list', async () => {
    const lines = ['20260110', '20261120', '20261121'].map((on) => exclusionLine({ last: 'MOSS', on }))
    expect((await load(lines)).listDate).toBe('2026-11-20')
  })
})
