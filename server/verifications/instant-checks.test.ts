import { expect, test } from 'vitest'
import { api } from '#contract/api'
import { verification } from '#contract/verifications'
import { instantChecks } from './instant-checks.ts'

const facts = {
  kind: 'individual' as const,
  name: 'DAVID A WIEBE',
  personName: { last: 'WIEBE', first: 'DAVID', middle: 'A', suffix: '' },
  otherNames: [],
  names: ['DAVID A WIEBE'],
  credentials: ['MD'],
  taxonomyCodes: ['207W00000X'],
  specialties: ['Ophthalmology'],
  licenses: [{ number: '12637', state: 'NE' }],
  city: 'Kearney',
  state: 'NE',
  enumeratedOn: '2006-05-01',
  deactivatedOn: null,
}

test('the checks that the documentation shows are made, with the same words and source', () => {
  const { npi, checks } = verification.parse(api.submitVerification.example.output)
  const made = instantChecks({
    npi,
    credential: 'MD',
    registry: { facts, sourceDate: '2026-11-08', isSample: false },
    ofSources: [],
    seenBefore: { exact: 0, near: [], unsure: [] },
    metadata: { hasExif: false, hasCamera: false },
    today: '2026-11-20',
  })
  expect(made).toEqual(expect.arrayContaining(checks))
})
