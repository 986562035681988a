import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestDatabase } from '../../../../test/support/platform/test-database.ts'
import { findExclusions } from '../../../sources/ask.ts'
import { migrations } from './list.ts'

test('the list of exclusions that was loaded before goes on working as one of the lists, without dates of birth', async () => {
  const database = await startTestDatabase()
  onTestFinished(() => database.close())
  await database.asOwner(async (owner) => {
    await sql`drop table source_keys, source_rows, source_lists, source_versions`.execute(owner)
    await migrations['0011-exclusions']?.up(owner)
    await sql`insert into exclusion_lists values ('a', '2026-10-09', 4, now(), now()), ('b', null, null, null, now())`.execute(
      owner,
    )
    await sql`insert into exclusion_current values ('current', 'a')`.execute(owner)
    await sql`insert into exclusions values
      ('a', 2, '1000000004', '', '', '101 FIRST CARE', null, 'NY', '1128b8', '2022-03-20', null, 'TX'),
      ('a', 3, null, 'OBRIENSMITH', 'ADALEE', 'ADA LEE O''BRIEN-SMITH', '1960-01-02', 'FL', '1128a1', '2020-01-01', null, null),
      ('a', 4, null, 'FERN', 'IDA', 'IDA FERN', '1960-01-02', 'FL', '1128a1', '2020-01-01', '2021-01-01', null),
      ('a', 5, null, 'CHER', '', 'CHER', null, 'FL', '1128a1', '2020-01-01', null, null),
      ('b', 2, null, 'HALF', 'LOADED', 'LOADED HALF', null, 'FL', '1128a1', '2020-01-01', null, null)`.execute(owner)
    await migrations['0030-sources']?.up(owner)
    await sql`grant select on source_keys, source_rows, source_lists, source_versions to public`.execute(owner)
  })
  const ask = async (npi: string, first: string, last: string) =>
    (await findExclusions(database.db, { npi, names: [{ first, last }] })).map(({ row, list }) => ({
      ...row,
      on: list.date,
    }))
  expect(await ask('1000000004', '', '')).toMatchObject([
    {
      organization: '101 FIRST CARE',
      state: 'NY',
      basis: '1128b8',
      since: '2022-03-20',
      waiverState: 'TX',
      on: '2026-10-09',
    },
  ])
  expect(await ask('1', 'Ada Lee', "O'Brien Smith")).toMatchObject([
    {
      name: { first: 'ADA LEE', last: "O'BRIEN-SMITH" },
      npis: [],
      state: 'FL',
      basis: '1128a1',
      since: '2020-01-01',
      until: null,
    },
  ])
  expect(await ask('1', 'Ida', 'Fern')).toMatchObject([{ until: '2021-01-01' }])
  expect(await ask('1', 'Loaded', 'Half')).toEqual([])
  const { rows } = await sql<{ fields: string }>`select fields from source_rows`.execute(database.db)
  expect(rows).toHaveLength(4)
  expect(rows.map(({ fields }) => fields).join()).not.toContain('1960')
})
