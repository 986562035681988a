/** FHIR searches of a whole sample registry, each compared with a look at every resource that the export has. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exported, type Fhir, fhirOf, type Resource } from '../support/fhir/fhir-calls.ts'
import { testKeyOf } from '../support/keys/test-mode.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let fhir: Fhir
const all = new Map<string, Resource[]>()
const byReference = new Map<string, Resource>()
const types = ['Practitioner', 'PractitionerRole', 'Organization', 'Location', 'Endpoint']
beforeAll(async () => {
  server = await startTestServer()
  // Test keys may export on every plan, and the sample is what this server serves.
  const { key } = await testKeyOf(server, await server.signUp())
  fhir = fhirOf(server.app, key)
  for (const type of types) {
    const ofType = await exported(fhir, type)
    all.set(type, ofType)
    for (const one of ofType) byReference.set(`${type}/${one.id}`, one)
  }
})
afterAll(() => server.close())

const every = (type: string): Resource[] => all.get(type) ?? []
const at = (reference: string | undefined): Resource[] => {
  const found = byReference.get(reference ?? '')
  return found === undefined ? [] : [found]
}

const human = z.looseObject({
  name: z.array(
    z.looseObject({
      text: z.string().optional(),
      family: z.string().optional(),
      given: z.array(z.string()).optional(),
    }),
  ),
})
const addressed = z.looseObject({
  address: z.looseObject({
    state: z.string().optional(),
    city: z.string().optional(),
    postalCode: z.string().optional(),
  }),
  position: z.object({ longitude: z.number(), latitude: z.number() }).optional(),
})
const coded = z.looseObject({
  specialty: z.array(z.looseObject({ coding: z.array(z.object({ code: z.string() })) })).default([]),
})

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const familyStarts = (start: string) => (one: Resource) =>
  human.parse(one).name.some(({ family = '' }) => plain(family).startsWith(start))
const givenStarts = (start: string) => (one: Resource) =>
  human.parse(one).name.some(({ given = [] }) => given.some((name) => plain(name).startsWith(start)))
const nameHas = (start: string) => (one: Resource) =>
  human.parse(one).name.some(({ text = '', family = '', given = [] }) =>
    [text, family, ...given].some((part) =>
      plain(part)
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => word.startsWith(start)),
    ),
  )
const inState = (state: string) => (one: Resource) => addressed.parse(one).address.state === state
const hasSpecialty =
  (...codes: string[]) =>
  (one: Resource) =>
    coded.parse(one).specialty.some(({ coding }) => coding.some(({ code }) => codes.includes(code)))
const milesTo = (latitude: number, longitude: number) => (one: Resource) => {
  const { position } = addressed.parse(one)
  if (position === undefined) return Number.POSITIVE_INFINITY
  const radians = Math.PI / 180
  const [a, b] = [latitude * radians, position.latitude * radians]
  const east = (position.longitude - longitude) * radians
  const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(east / 2) ** 2
  return 2 * 3958.7613 * Math.asin(Math.sqrt(h))
}
const locationsOf = ({ location = [] }: Resource) => location.flatMap(({ reference }) => at(reference))
const practitionerOf = ({ practitioner }: Resource) => at(practitioner?.reference)
const organizationOf = ({ managingOrganization }: Resource) => at(managingOrganization?.reference)
const rolesOf = ({ id }: Resource) => at(`PractitionerRole/${id}`)
/** Of a location, whose id begins with that of its provider. */
const rolesAt = ({ id = '' }: Resource) => rolesOf({ resourceType: '', id: id.replace(/-\d+$/, '') })

/** A practice location of the sample with many others around it. */
function somewhere(): { latitude: number; longitude: number } {
  const counts = new Map<string, number>()
  for (const one of every('Location')) {
    const { position } = addressed.parse(one)
    const key = position === undefined ? '' : `${position.latitude.toFixed(1)} ${position.longitude.toFixed(1)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  counts.delete('')
  const [[key = ''] = []] = [...counts].toSorted(([, a], [, b]) => b - a)
  const [latitude = 0, longitude = 0] = key.split(' ').map(Number)
  return { latitude, longitude }
}

const ids = (resources: readonly Resource[]) => resources.map(({ id = '' }) => id).toSorted()

describe('a FHIR search finds what a look at every resource finds:', () => {
  const tests: [query: string, expected: (one: Resource) => boolean][] = [
    ['Practitioner?name=jam', nameHas('jam')],
    ['Practitioner?family=sm', familyStarts('sm')],
    ['Practitioner?family=sm&given=j', (one) => familyStarts('sm')(one) && givenStarts('j')(one)],
    ['Practitioner?family=smith,jones', (one) => familyStarts('smith')(one) || familyStarts('jones')(one)],
    ['Practitioner?name=ja&name=j', (one) => nameHas('ja')(one) && nameHas('j')(one)],
    ['Practitioner?gender=female&name=mar', (one) => one.gender === 'female' && nameHas('mar')(one)],
    ['Practitioner?family:exact=Smith', (one) => human.parse(one).name.some(({ family }) => family === 'Smith')],
    [
      'Practitioner?family:contains=mit',
      (one) => human.parse(one).name.some(({ family = '' }) => plain(family).includes('mit')),
    ],
    ['Practitioner?active=false', () => false],
    [
      'Practitioner?_has:PractitionerRole:practitioner:specialty=207Q00000X',
      (one) => rolesOf(one).some(hasSpecialty('207Q00000X')),
    ],
    [
      'Practitioner?_has:PractitionerRole:practitioner:location.address-state=TX',
      (one) => rolesOf(one).some((role) => locationsOf(role).some(inState('TX'))),
    ],
    ['PractitionerRole?specialty=http://nucc.org/provider-taxonomy|207Q00000X', hasSpecialty('207Q00000X')],
    ['PractitionerRole?specialty=207Q00000X,207R00000X', hasSpecialty('207Q00000X', '207R00000X')],
    [
      'PractitionerRole?specialty=207Q00000X&practitioner.gender=male',
      (one) => hasSpecialty('207Q00000X')(one) && practitionerOf(one).some(({ gender }) => gender === 'male'),
    ],
    ['PractitionerRole?specialty=http://example.org|207Q00000X', () => false],
    ['PractitionerRole?practitioner.name=lee', (one) => practitionerOf(one).some(nameHas('lee'))],
    ['PractitionerRole?practitioner.family=le', (one) => practitionerOf(one).some(familyStarts('le'))],
    ['PractitionerRole?location.address-state=CA', (one) => locationsOf(one).some(inState('CA'))],
    [
      'PractitionerRole?location.address-city=San',
      (one) => locationsOf(one).some((place) => plain(addressed.parse(place).address.city ?? '').startsWith('san')),
    ],
    ['PractitionerRole?organization=Organization/1234567893', () => false],
    [
      'Organization?name=a',
      (one) => [one.name, ...[one.alias ?? []].flat()].some((name) => plain(String(name)).startsWith('a')),
    ],
    ['Organization?type=prvgrp', (one) => JSON.stringify(one.type).includes('"prvgrp"')],
    ['Organization?type=fac,261QP2300X', (one) => /"fac"|"261QP2300X"/.test(JSON.stringify(one.type))],
    ['Organization?address-state=NY', (one) => JSON.stringify(one.address).includes('"state":"NY"')],
    ['Location?address-state=TX', inState('TX')],
    ['Location?address-state=PR', inState('PR')],
    [
      'PractitionerRole?location.address-state=NY&location.address-city=b',
      (one) =>
        locationsOf(one).some(inState('NY')) &&
        locationsOf(one).some((place) => plain(addressed.parse(place).address.city ?? '').startsWith('b')),
    ],
    ['Organization?address-postalcode=100', (one) => /"postalCode":"100/.test(JSON.stringify(one.address))],
    [
      'Location?address-state=TX&address-city=Hou',
      (one) => inState('TX')(one) && plain(addressed.parse(one).address.city ?? '').startsWith('hou'),
    ],
    [
      'Location?_has:PractitionerRole:location:specialty=207Q00000X',
      (one) => rolesAt(one).some(hasSpecialty('207Q00000X')),
    ],
    [
      'Location?organization.type=prvgrp',
      (one) => organizationOf(one).some((own) => JSON.stringify(own.type).includes('"prvgrp"')),
    ],
    [
      'Location?organization.address-state=NY&address-state=TX',
      (one) =>
        inState('TX')(one) && organizationOf(one).some((own) => JSON.stringify(own.address).includes('"state":"NY"')),
    ],
    ['Organization?endpoint.status=active', (one) => [one.endpoint ?? []].flat().length > 0],
    [
      'Organization?address-state=TX&_has:Endpoint:organization:status=active',
      (one) => JSON.stringify(one.address).includes('"state":"TX"') && [one.endpoint ?? []].flat().length > 0,
    ],
    ['Endpoint?status=active', () => true],
    [
      'Endpoint?organization.address-state=NY',
      (one) => organizationOf(one).some((own) => JSON.stringify(own.address).includes('"state":"NY"')),
    ],
  ]

  test.each(tests)('%s', async (query, expected) => {
    const type = query.split('?', 1).join('')
    const found = await fhir.matches(`/${query}&_count=100`)
    expect(found.toSorted()).toEqual(ids(every(type).filter(expected)))
    const { total } = await fhir.search(`/${query}&_count=0`)
    expect(total).toBe(found.length)
  })

  test.each(['organization.endpoint.unknown=x', '_has:PractitionerRole:location:practitioner.unknown=x'])(
    'Location?%s, which is ignored, narrows nothing',
    async (unknown) => {
      const [whole, ignoring] = [
        await fhir.search('/Location?address-state=TX&_count=0'),
        await fhir.search(`/Location?address-state=TX&${unknown}&_count=0`),
      ]
      expect(ignoring.total).toBe(whole.total)
    },
  )

  test('the sample has something of each kind', () => {
    for (const type of types) expect(every(type).length).toBeGreaterThan(20)
  })
})

describe('near a point', () => {
  test('locations come nearest first, with their distances, and all of them', async () => {
    const { latitude, longitude } = somewhere()
    const miles = milesTo(latitude, longitude)
    const expected = every('Location').filter((one) => miles(one) <= 10)
    expect(expected.length).toBeGreaterThan(20)
    const found = await fhir.search(`/Location?near=${latitude}|${longitude}|10|mi&_count=100`)
    expect(found.total).toBe(expected.length)
    const distances = found.entry.map(({ search }) => search.extension?.[0]?.valueDistance.value ?? -1)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    for (const [index, { resource }] of found.entry.entries()) expect(distances[index]).toBeCloseTo(miles(resource), 2)
    expect((await fhir.matches(`/Location?near=${latitude}|${longitude}|10|mi`)).toSorted()).toEqual(ids(expected))
  })

  test.each([
    ['16.0934|km', 10],
    ['16093.4|m', 10],
    ['10|[mi_us]', 10],
    ['16.0934|', 10],
    ['|', 10],
  ])('a distance of %s is %d miles', async (distance, expected) => {
    const { latitude, longitude } = somewhere()
    const inMiles = await fhir.search(`/Location?near=${latitude}|${longitude}|${expected}|mi&_count=0`)
    const other = await fhir.search(`/Location?near=${latitude}|${longitude}|${distance}&_count=0`)
    expect(other.total).toBe(inMiles.total)
  })

  test('one query asks for specialty, name and place, and includes who and where', async () => {
    const { latitude, longitude } = somewhere()
    const miles = milesTo(latitude, longitude)
    const roles = every('PractitionerRole').filter((role) => locationsOf(role).some((one) => miles(one) <= 25))
    const [role] = roles
    if (role === undefined) throw new Error('nobody is near')
    const [{ coding: [{ code } = { code: '' }] = [] } = {}] = coded.parse(role).specialty
    const [person] = practitionerOf(role)
    const name = human.parse(person).name[0]?.family ?? ''
    const query = `/PractitionerRole?location.near=${latitude}|${longitude}|25|mi&specialty=${code}&practitioner.name=${encodeURIComponent(name)}&_include=PractitionerRole:practitioner&_include=PractitionerRole:location&_count=20`
    const found = await fhir.search(query)
    const isMatch = (one: Resource) => hasSpecialty(code)(one) && practitionerOf(one).some(nameHas(plain(name)))
    expect(found.total).toBe(roles.filter(isMatch).length)
    const [first] = found.entry
    expect(first?.search.extension?.[0]?.url).toBe('http://hl7.org/fhir/StructureDefinition/location-distance')
    const included = found.entry
      .filter(({ search }) => search.mode === 'include')
      .map(({ resource }) => `${resource.resourceType}/${resource.id}`)
    for (const one of found.entry.filter(({ search }) => search.mode === 'match').map(({ resource }) => resource)) {
      expect(included).toContain(one.practitioner?.reference)
      for (const { reference } of one.location ?? []) expect(included).toContain(reference)
    }
    expect(new Set(included).size).toBe(included.length)
  })

  test('a ZIP code finds the locations that have it', async () => {
    const [one] = every('Location').filter((place) => /^\d{5}/.test(addressed.parse(place).address.postalCode ?? ''))
    const zip = (addressed.parse(one).address.postalCode ?? '').slice(0, 5)
    const found = await fhir.matches(`/Location?address-postalcode=${zip}`)
    const expected = every('Location').filter((place) => addressed.parse(place).address.postalCode?.startsWith(zip))
    expect(found.toSorted()).toEqual(ids(expected))
  })
})
