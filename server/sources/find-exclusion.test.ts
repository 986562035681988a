import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { loadLeie } from '../../test/support/sources/load-for-tests.ts'
import { exclusionFile, exclusionLine } from '../../test/support/sources/test-list.ts'
import type { Database } from '../platform/database/database.ts'
import { findExclusion, type PersonAsked } from './find-exclusion.ts'

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => sql`delete from source_lists`.execute(database.db))

const load = (lines: readonly string[], isSample = false) =>
  loadLeie(database, exclusionFile(lines), { date: '2026-11-10', isSample })

const person = { npi: '1000000004', firstName: 'Ada', lastName: 'Moss', state: 'NY', isSample: false }
const ask = (changed: Partial<PersonAsked> = {}) => findExclusion(database.db, { ...person, ...changed })

const from = { listName: 'OIG exclusion list (LEIE)', listDate: '2026-11-10' }

describe('the list of exclusions', () => {
  test('says nothing of anybody before it is loaded', async () => {
    expect(await ask()).toEqual({ kind: 'no_list', listName: from.listName })
  })

  test('matches by NPI, whatever the name, and says since when, by which section and with which waiver', async () => {
    const [type, on, waiver] = ['1128b8', '20220320', 'TX']
    await load([exclusionLine({ business: '101 FIRST CARE', npi: '1000000004', type, on, waiver })])
    expect(await ask()).toEqual({
      ...from,
      kind: 'npi',
      type: '1128b8',
      excludedOn: '2022-03-20',
      sentence:
        'The list has this NPI: 101 FIRST CARE of NY, excluded since 2022-03-20 by section 1128b8, with a waiver for TX.',
    })
    expect(await ask({ npi: '1000000012' })).toEqual({ ...from, kind: 'none' })
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
      exclusionLine({ last: 'MOSS', first: 'ADA', npi: '1000000012' }),
      exclusionLine({ last: 'FERN', first: 'IDA' }),
    ])
    expect(await ask()).toMatchObject({ kind: 'none' })
    expect(await ask({ lastName: 'Fern', firstName: 'Ida' })).toMatchObject({ kind: 'name' })
  })

  test('takes ten zeros for no NPI, and no name for no match', async () => {
    await load([exclusionLine({ business: 'A PHARMACY' }), exclusionLine({ last: 'MOSS', npi: '' })])
    expect(await ask({ npi: '0000000000', firstName: '', lastName: '' })).toMatchObject({ kind: 'none' })
    expect(await ask({ firstName: '' })).toMatchObject({ kind: 'none' })
  })

  test('forgets a person who was reinstated, from that day on', async () => {
    await load([
      exclusionLine({ last: 'MOSS', first: 'ADA', reinstated: '20210101' }),
      exclusionLine({ last: 'FERN', first: 'IDA', reinstated: '29990101' }),
    ])
    expect(await ask()).toMatchObject({ kind: 'none' })
    expect(await ask({ lastName: 'Fern', firstName: 'Ida' })).toMatchObject({ kind: 'name' })
  })

  test('that is a sample says nothing of real providers', async () => {
    await load([exclusionLine({ last: 'MOSS', first: 'ADA' })], true)
    expect(await ask()).toMatchObject({ kind: 'no_list' })
    expect(await ask({ isSample: true })).toMatchObject({
      kind: 'name',
      listName: 'Sample of OIG exclusion list (LEIE) (invented)',
    })
  })
})
