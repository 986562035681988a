/**
 * Reads rendered specimens through the real process and compares: nothing that contradicts may ever pass. `npm test`
 * reads a few; `npm run test:specimens` reads all and writes the figures of docs/verifications.md to the terminal.
 */
import { afterAll, expect, test } from 'vitest'
import {
  type Damage,
  damageNames,
  hasFonts,
  type Layout,
  layoutNames,
  type SpecimenFields,
  specimen,
} from '../../test/support/documents/specimens.ts'
import { type ExpectedFields, findFields } from './find-fields.ts'
import { openDocumentReader } from './read-document.ts'

const isAll = process.env.SPECIMENS === 'all'
const canDraw = await hasFonts()
if (!canDraw) console.log('This machine has no fonts to draw specimens with; none is read.')

const reader = openDocumentReader()
afterAll(() => reader.close())

interface Person extends SpecimenFields {
  code: string
}

const people: readonly [Person, Person, Person] = [
  { name: 'Hiroshi John Lewis', license: 'RN100042', state: 'New York', code: 'NY', expires: '12/31/2027' },
  { name: 'Olivia Bell', license: '5108823', state: 'Ohio', code: 'OH', expires: 'August 5, 2028' },
  { name: 'Ian Sally O’Brien', license: 'G80518', state: 'West Virginia', code: 'WV', expires: '2027-06-30' },
]

const expectedOf = ({ name, license, code }: Person): ExpectedFields => ({
  names: [name],
  licenses: [{ number: license, state: code }],
  credential: 'RN',
  today: '2026-11-20',
  dayRunning: '2026-11-20',
})

/** What a specimen says otherwise than the registry, and which check must not pass then. */
const contradictions = [
  { what: 'another first name', field: 'document.name', change: { name: 'Maria Lewis' } },
  { what: 'another middle name', field: 'document.name', change: { name: 'Hiroshi Paul Lewis' } },
  { what: 'another last name', field: 'document.name', change: { name: 'Hiroshi John Lewin' } },
  { what: 'a number off by one digit', field: 'document.license', change: { license: 'RN100043' } },
  { what: 'a number of one digit more', field: 'document.license', change: { license: 'RN1000421' } },
  { what: 'another state', field: 'document.license', change: { state: 'Texas' } },
  { what: 'a past expiry', field: 'document.expiry', change: { expires: '12/31/2024' } },
] as const

/** What the checks came to, by their codes. */
async function read(layout: Layout, damage: Damage, fields: SpecimenFields, expected: ExpectedFields) {
  const text = await reader.read(await specimen(layout, damage, fields))
  if (text === undefined) throw new Error('the reader gave nothing')
  return new Map(findFields(text, expected).map(({ code, result }) => [code, result]))
}

const spoilt = (index: number): Damage => damageNames[index % damageNames.length] ?? 'none'

const cases = layoutNames.flatMap((layout, row) => {
  const damages = isAll ? damageNames : [spoilt(2 * row + 2)]
  return damages.map((damage, column) => ({ layout, damage, person: people[(row + column) % 3] ?? people[0] }))
})

const wrong = layoutNames.flatMap((layout, row) => {
  const some = isAll ? contradictions : contradictions.filter((_, index) => index % layoutNames.length === row)
  return some.map((contradiction, index) => ({
    layout,
    damage: isAll ? spoilt(3 * row + index) : 'none',
    ...contradiction,
  }))
})

const tally: Record<string, Record<string, number>> = {}
const count = (code: string, result: string) => {
  const results = tally[code] ?? {}
  tally[code] = { ...results, [result]: (results[result] ?? 0) + 1 }
}

test.skipIf(!canDraw).each(cases)(
  'a $layout, $damage, fails nothing that is on file',
  async ({ layout, damage, person }) => {
    const results = await read(layout, damage, person, expectedOf(person))
    for (const [code, result] of results) count(code, result)
    expect([...results.values()]).not.toContain('failed')
    // Whichever way it is spoilt, most of it is read.
    expect([...results.values()].filter((result) => result === 'passed').length).toBeGreaterThan(isAll ? -1 : 1)
  },
)

test.skipIf(!canDraw).each(wrong)(
  'a $layout, $damage, with $what never passes',
  async ({ layout, damage, field, change }) => {
    const results = await read(layout, damage, { ...people[0], ...change }, expectedOf(people[0]))
    count(`${field} that contradicts`, results.get(field) ?? 'none')
    expect(results.get(field)).not.toBe('passed')
  },
)

test.runIf(isAll)('the figures', () => {
  console.log(cases.length, wrong.length, tally)
  for (const [code, results] of Object.entries(tally)) {
    if (code.endsWith('contradicts')) expect(results.passed).toBeUndefined()
    else expect((results.passed ?? 0) / cases.length, code).toBeGreaterThan(0.9)
  }
})
