/** What a hit by a name is worth: sure by the very name alone, else possible, or one of several. */
import { describe, expect, test } from 'vitest'
import { pageSizeMax } from '#contract/limits'
import { namedRow } from './check-list.ts'

const hit = (name: string, credentials?: string[]) => ({ npi: 2000000002, name, ...(credentials && { credentials }) })
const rowOf = (name: string, hits: ReturnType<typeof hit>[], total = hits.length) =>
  namedRow({ line: 2, name, city: '', state: 'NY' }, hits, total)

describe('a name of a list', () => {
  test.each([
    ['Jonathan Smith', 'Jonathan Smith'],
    ['Smith, Jonathan', 'Jonathan Q Smith'],
    ['Dr. Jonathan Smith, M.D.', 'Jonathan Smith Jr.'],
    ['josé o’brien', "Jose O'Brien"],
    ['Mercy Clinic', 'Mercy Clinic, LLC'],
  ])('%j is that of %j on file', (asked, name) => {
    expect(rowOf(asked, [hit(name, ['MD'])])).toMatchObject({ state: 'active', npi: '2000000002', name, note: '' })
  })

  test.each([
    ['Jon Smith', 'Jonathan Smith'],
    ['Bob Smith', 'Robert Smith'],
    ['Jane Doe', 'Mary Jane Doe'],
    ['Jane Miller', 'Jane Doe'],
    ['Mercy', 'Mercy Clinic'],
    ['Jr', 'Jonathan Smith Jr'],
  ])('%j is only possibly that of %j, and the row says so', (asked, name) => {
    expect(rowOf(asked, [hit(name)])).toMatchObject({
      state: 'possible',
      name,
      note: `Found by a similar name: ${asked} → ${name}`,
    })
  })

  test('is sure where one alone has it and others resemble it', () => {
    const hits = [hit('Jonathan Smith'), hit('Jon Smith'), hit('Jon Smithers')]
    expect(rowOf('Jon Smith', hits)).toMatchObject({ state: 'active', name: 'Jon Smith' })
  })

  test('is one of several where two have it, none has it exactly, or not all are known', () => {
    expect(rowOf('Jon Smith', [hit('Jon Smith'), hit('Jon A Smith')])).toMatchObject({ state: 'several', npi: '' })
    expect(rowOf('Jon Smith', [hit('Jonathan Smith'), hit('Jonas Smith')])).toMatchObject({ state: 'several' })
    const many = [hit('Jon Smith'), ...Array.from({ length: pageSizeMax - 1 }, () => hit('Jonathan Smith'))]
    expect(rowOf('Jon Smith', many, 40)).toMatchObject({
      state: 'several',
      note: '40 providers in NY have this name or a similar one.',
    })
  })

  test('is unknown where no one has it', () => {
    expect(rowOf('Jon Smith', [])).toMatchObject({ state: 'unknown', note: 'No one with this name was found.' })
  })
})
