/** What a search costs at most, by a registry in which everything matches too often. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { fhirCandidatesMax, fhirSearchMsMax } from '#contract/limits'
import type { Registry } from '#registry/search/query'
import { findPage } from './find.ts'
import { applyParameter } from './parameters.ts'
import { Plan } from './plan.ts'

type Searched = Pick<Registry, 'countLocations' | 'find' | 'get'>

const crowded: Searched = {
  countLocations: ({ resource }) => (resource === 'organizations' ? 10_000 : 120_000),
  find: () => ({ total: 90_412, hits: [] }),
  get: () => ({ kind: 'unknown' }),
}

function search(type: Plan['type'], parameters: Readonly<Record<string, string>>, offset = 0, registry = crowded) {
  const plan = new Plan(type)
  for (const [parameter, value] of Object.entries(parameters)) {
    const given = { parameter, modifier: undefined, values: [value], isDirect: true }
    applyParameter(plan, parameter, given, { lastUpdatedMs: 0, base: 'http://localhost:3000/fhir' })
  }
  return findPage(registry, plan, { offset, limit: 20 })
}

test.each([
  ['Practitioner', { family: 'smith' }, 'family'],
  ['PractitionerRole', { 'practitioner.given': 'john' }, 'practitioner.given'],
  ['Organization', { 'address-state': 'TX', address: 'main' }, 'address'],
  ['Location', { 'address-state': 'TX' }, 'address-state'],
  ['Location', { near: '40|-74|5|mi', address: 'main' }, 'address'],
  ['Location', { '_has:PractitionerRole:location:location.near': '40|-74|5|mi' }, 'Location'],
  ['Endpoint', {}, 'Endpoint'],
] as const)(
  'G9: %s by %j is refused as too costly where too many records would be read',
  async (type, parameters, named) => {
    await expect(search(type, parameters)).rejects.toMatchObject({
      code: 'fhir_too_costly',
      message: expect.stringContaining(`${named}: expected other filters that leave at most 5,000 providers`),
    })
  },
)

test('G9: a search whose records take longer than may be is ended, to be tried again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow: Searched = {
    ...crowded,
    find: () => ({ total: 3, hits: [1, 2, 3].map((npi) => ({ npi, distanceMiles: undefined })) }),
    get() {
      vi.advanceTimersByTime(fhirSearchMsMax)
      return { kind: 'unknown' }
    },
  }
  await expect(search('Practitioner', { family: 'smith' }, 0, slow)).rejects.toMatchObject({
    code: 'fhir_timeout',
    status: 503,
    headers: { 'retry-after': '5' },
    message: expect.stringContaining('family: the server is busy and couldn’t read 3 providers within 5 seconds'),
  })
})

test('a search that the index answers is never too costly, and has its total', async () => {
  expect(await search('Practitioner', { name: 'smith' })).toMatchObject({ total: 90_412 })
  expect(await search('PractitionerRole', { specialty: '207Q00000X', 'location.near': '40|-74|5|mi' })).toMatchObject({
    total: 90_412,
  })
  expect(await search('Organization', { 'address-city': 'austin' })).toMatchObject({ total: 90_412 })
})

test('locations near a point are counted by the index where too many are near to be read', async () => {
  const find = vi.fn(crowded.find)
  const found = await search('Location', { near: '40|-74|5|mi' }, 0, { ...crowded, find })
  expect(found).toEqual({ total: 130_000, matches: [], depthMax: fhirCandidatesMax })
  expect(find).toHaveBeenCalledTimes(2)
  await expect(search('Location', { near: '40|-74|5|mi' }, fhirCandidatesMax)).rejects.toMatchObject({
    code: 'fhir_not_supported',
  })
})

test('G9: a chain of more than two references is refused', async () => {
  const chain = 'location.organization.endpoint.organization.name'
  await expect((async () => search('PractitionerRole', { [chain]: 'x' }))()).rejects.toMatchObject({
    code: 'fhir_not_supported',
  })
})
