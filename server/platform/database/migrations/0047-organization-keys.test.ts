import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestDatabase } from '../../../../test/support/platform/test-database.ts'
import { exclusionRow } from '../../../../test/support/sources/match-rows.ts'
import { organizationKey } from '../../../sources/keys.ts'
import { packRow } from '../../../sources/packed-row.ts'
import { migrations } from './list.ts'

const organizations = [
  'RIVERA NURSING, L.L.C.',
  'Rivera Nursing Inc',
  ' O’Brien & Sons Co., Inc. ',
  "St. Mary's Home-Care (North)",
  'Clínica Muñoz',
  '24/7 LLC',
  '101',
  'LLC',
  'The Company',
  `Long ${'name '.repeat(100)}`,
]

test('exclusions of organizations that were loaded before are found by the keys that they get when loaded now', async () => {
  const database = await startTestDatabase()
  onTestFinished(() => database.close())
  await database.asOwner(async (owner) => {
    await sql`insert into source_versions values (7, 'oig-leie', 'exclusion', null, '2026-10-09', 'name', 1, 0, false, now()),
      (8, 'co-dora', 'license', 'CO', '2026-10-09', 'name', 1, 0, false, now())`.execute(owner)
    const rows = [...organizations.map((organization) => ({ organization, name: null })), {}]
    for (const [index, row] of rows.entries()) {
      await sql`insert into source_rows values (7, ${index}, ${packRow(exclusionRow(row))}, '{kept}')`.execute(owner)
    }
    await sql`insert into source_rows values (8, 1, '["RN","a license"]', '{kept}')`.execute(owner)
    await migrations['0047-organization-keys']?.up(owner)
  })
  const found = await sql<{ row: number; key: string }>`select row, key from source_keys order by row`.execute(
    database.db,
  )
  const expected = organizations.flatMap((name, row) => {
    const key = organizationKey(name)
    return key === undefined ? [] : [{ row, key }]
  })
  expect(found.rows).toEqual(expected)
  const kept = await sql<{ row: number; key: string }>`
    select row, keys[2] as key from source_rows where version = 7 and keys[2] is not null order by row`.execute(
    database.db,
  )
  expect(kept.rows).toEqual(expected)
})
