import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Check } from '#contract/verifications'
import type { Review } from './desk-data.ts'
import { Evidence } from './evidence.tsx'
import type { Desk } from './use-desk.ts'

const source = { name: 'A source', date: null }
const checks: Check[] = [
  { code: 'npi.check_digit', result: 'passed', sentence: 'It is right.', source },
  { code: 'npi.individual', result: 'passed', sentence: 'It is of a person.', source },
  { code: 'npi.found', result: 'passed', sentence: 'The registry has it.', source },
  { code: 'npi.active', result: 'passed', sentence: 'It is active.', source },
  { code: 'credential.agrees', result: 'passed', sentence: 'The registry lists it.', source },
]
const pending: Review['verification'] = {
  id: 'one',
  npi: '1679576722',
  credentials: ['MD'],
  status: 'pending',
  createdAt: '2026-11-29T02:05:16.000Z',
  checks,
  isReading: true,
}
const review: Review = {
  verification: pending,
  submitter: { email: 'ada@example.org', npi: null },
  registry: {
    name: 'Ada Byrd',
    kind: 'individual',
    credentials: ['MD'],
    specialties: ['Family medicine'],
    licenses: [{ number: 'A1', state: 'OH' }],
    city: 'Columbus',
    state: 'OH',
    deactivatedOn: null,
  },
  board: null,
  image: null,
  earlier: [],
  history: [],
}
const board: Review['board'] = {
  license: { number: 'A1', state: 'OH', from: 'registry' },
  list: 'A list',
  date: '2026-11-08',
  verdict: 'match',
  basis: 'number agrees',
  name: 'Ada Byrd',
  number: 'A1',
  profession: 'MD',
  status: 'ACTIVE',
  expiresOn: null,
  discipline: null,
}

/** The words of a part, or of a row of its table, without markup. */
function wordsOf(data: Review, title: string, row?: string): string {
  const desk = { openId: 'one', list: {}, review: { data, error: null }, addressOf: () => '/admin' }
  const html = renderToString(
    <MemoryRouter>
      <Evidence desk={desk as unknown as Desk} />
    </MemoryRouter>,
  )
  const plain = (part: string) =>
    part
      .replaceAll('<!-- -->', '')
      .replaceAll(/(?:<[^>]*>)+/g, ' ')
      .trim()
  const part = html.split('<section').find((one) => plain(`<section${one}`).startsWith(title)) ?? ''
  const words = row === undefined ? part : part.split('<tr').find((one) => plain(`<tr${one}`).startsWith(row))
  return plain(`<p${words}`)
}

test('a document is not read yet while it is being read, and not read once that is over', () => {
  const decided = { ...pending, status: 'rejected' as const, isReading: false }
  for (const title of ['Board and document', 'Submitted and registry']) {
    expect(wordsOf({ ...review, board }, title, 'Name')).toContain('Not read yet. ')
    expect(wordsOf({ ...review, board, verification: decided }, title, 'Name')).toContain('Not read. ')
  }
})

test('only what was submitted agrees with the registry: an NPI is passed, and nobody can tell of a standing', () => {
  const row = (name: string, data = review) => wordsOf(data, 'Submitted and registry', name)
  expect(row('Credential')).toMatch(/^Credential Agrees /)
  expect(row('NPI')).toMatch(/^NPI Passed /)
  expect(row('Standing')).toMatch(/^Standing Can’t tell Not read yet\. Active/)
  const expiry: Check = {
    code: 'document.expiry',
    result: 'passed',
    sentence: 'The document is valid until 2099-06-30.',
    source,
  }
  const read = (...more: Check[]) => ({ ...review, verification: { ...pending, checks: [...checks, ...more] } })
  expect(row('Standing', read(expiry))).toMatch(/^Standing Passed The document is valid until Jun 30, 2099\./)
  expect(row('Standing', read({ ...expiry, result: 'failed' }))).toMatch(/^Standing Failed /)
})

test('checks of a decided request have the day of the last decision, from which they are', () => {
  expect(wordsOf(review, 'Checks')).toMatch(/^Checks This is/)
  const event = (action: string, day: string) => ({ action, at: `${day}T12:00:00.000Z`, by: null })
  const history = [event('verification.approved', '2026-11-01'), event('verification.kept', '2026-11-20')]
  const verification = { ...pending, status: 'approved' as const, isReading: false }
  const kept = { ...review, verification, history: [...history, event('verification.marked', '2026-11-29')] }
  expect(wordsOf(kept, 'Checks')).toMatch(/^Checks as of Nov 20, 2026 /)
})

test('no board’s list has a license that was looked up; what was not looked up says so, and why', () => {
  const verdict = (check: Pick<Check, 'source'>, status: 'pending' | 'rejected' = 'pending') => {
    const license: Check = { code: 'license.active', result: 'unknown', sentence: 'Nobody has this NPI.', ...check }
    return wordsOf({ ...review, verification: { ...pending, status, checks: [license] } }, 'Board and document')
  }
  const board = 'Board and document'
  expect(verdict({ source: { name: 'A board', date: '2026-11-08' } })).toBe(
    `${board} No board’s list has this license.`,
  )
  expect(verdict({ source })).toBe(`${board} Not looked up. Nobody has this NPI.`)
  expect(verdict({ source }, 'rejected')).toBe(`${board} Not looked up at the decision. Nobody has this NPI.`)
})
