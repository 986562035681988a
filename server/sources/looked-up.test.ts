/** What many look-ups at once cost the database, and that each is answered as if it were alone. */
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withCheckDigit } from '#registry/npi'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { loadTexts } from '../../test/support/sources/load-for-tests.ts'
import type { Database } from '../platform/database/database.ts'
import { sourceLookUp } from './looked-up.ts'

const atOnce = 800

let database: Database
let statements = 0
/** Counts the statements that go by it. */
const counter: KyselyPlugin = {
  transformQuery({ node }) {
    statements++
    return node
  },
  transformResult: async ({ result }) => result,
}

const npiOf = (index: number) => withCheckDigit(100_000_000 + index)
const numberOf = (index: number) => String(1_000_000 + index)
const lastOf = (index: number) => `ABBEY${String.fromCharCode(65 + (index % 26), 65 + Math.floor(index / 26))}`

const rollColumns =
  'lastname,firstname,middlename,suffix,entityname,city,state,mailzipcode,licensetype,subcategory,licensenumber,licensefirstissuedate,licenselastreneweddate,licenseexpirationdate,licensestatusdescription,specialty,title,degrees,casenumber,programaction,disciplineeffectivedate,disciplinecompletedate,linktoverifylicense'
const rollRow = (index: number) =>
  `${lastOf(index)},NORA,,,,Pueblo,CO,81001,RN,,${numberOf(index)},2019-02-13T00:00:00.000,,2099-09-30T00:00:00.000,Active,,,,,,,,`

beforeAll(async () => {
  const everyone = Array.from({ length: atOnce }, (_, index) => index)
  const opted = everyone.filter((index) => index % 2 === 0)
  database = await startTestDatabase()
  const outcomes = await loadTexts(
    database,
    {
      'colorado.csv': [rollColumns, ...everyone.map(rollRow), ''].join('\n'),
      'order-refer.csv': [
        'NPI,LAST_NAME,FIRST_NAME,PARTB,DME,HHA,PMD,HOSPICE',
        ...opted.map((index) => `${npiOf(index)},${lastOf(index)},NORA,Y,Y,N,N,N`),
        '',
      ].join('\n'),
    },
    { date: '2026-11-10' },
  )
  expect(outcomes).toMatchObject([{ kind: 'loaded' }, { kind: 'loaded' }])
})
afterAll(() => database.close())

const lookUp = (index: number, sources: ReturnType<typeof sourceLookUp>) => {
  const license = { licenseNumber: numberOf(index), licenseState: 'CO' }
  const taxonomies = [{ code: '163W00000X', label: 'Registered Nurse', isPrimary: true, ...license }]
  const nameParts = { first: 'Nora', last: lastOf(index) }
  const json = JSON.stringify({ nameParts, credentials: ['RN'], taxonomies, otherNames: [] })
  const registry = { isSample: false }
  return sources({ npi: npiOf(index), json: Buffer.from(json), isPerson: true, registry })
}

test(`${atOnce} look-ups at once are a few questions to the database, and each has its own answer`, async () => {
  const sources = sourceLookUp({ database: { ...database, db: database.db.withPlugin(counter) } })
  await lookUp(0, sources)
  statements = 0
  const answers = await Promise.all(Array.from({ length: atOnce }, (_, index) => lookUp(index, sources)))
  expect(statements).toBeLessThanOrEqual(Math.ceil(atOnce / 50))
  for (const [index, { members }] of answers.entries()) {
    const { medicare, licenses } = JSON.parse(`{${members.slice(1)}}`)
    expect(licenses).toMatchObject([{ number: numberOf(index), verified: { verdict: 'match', status: 'active' } }])
    expect(medicare).toMatchObject({ mayOrder: index % 2 === 0 ? true : null })
  }
})

test('a look-up that the database does not answer fails, with those beside it, and the next one is asked again', async () => {
  let isAway = true
  const away: KyselyPlugin = {
    transformQuery({ node }) {
      if (isAway) throw new Error('away')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const sources = sourceLookUp({ database: { ...database, db: database.db.withPlugin(away) } })
  const failed = await Promise.allSettled([lookUp(1, sources), lookUp(2, sources)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect((await lookUp(1, sources)).members).toContain('"verdict":"match"')
})
