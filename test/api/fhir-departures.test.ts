/** The ten points in which CMS's directory departs from FHIR (web/build/documentation/fhir.ts), as they are here. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Fhir, fhirOf } from '../support/fhir/fhir-calls.ts'
import { buildFhirRegistry, fhirNpis } from '../support/fhir/fhir-registry.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const { cardiologist, lee, organization } = fhirNpis
const npiSystem = 'http://hl7.org/fhir/sid/us-npi'

let server: TestServer
let fhir: Fhir
let removeRegistry: () => void
beforeAll(async () => {
  const built = await buildFhirRegistry()
  removeRegistry = built.remove
  server = await startTestServer(undefined, { registryDir: built.registryDir })
  fhir = fhirOf(server.app, server.apiKey)
})
afterAll(async () => {
  await server.close()
  removeRegistry()
})

const read = async (path: string): Promise<unknown> => (await fhir.get(path)).json()

test('1. a search answers a Bundle, paged by its links, and not an object with results', async () => {
  const answer = await fhir.get('/Practitioner?_count=1')
  expect(Object.keys(answer.json())).toEqual(['resourceType', 'type', 'total', 'link', 'entry'])
  const [self, next] = (await fhir.search('/Practitioner?_count=1')).link
  expect([self?.relation, next?.relation]).toEqual(['self', 'next'])
  expect((await fhir.search(next?.url ?? '')).entry).toHaveLength(1)
})

test('2. total is how many match, on every page, and each entry says why it is there', async () => {
  const [first, whole] = [await fhir.search('/Practitioner?_count=1'), await fhir.search('/Practitioner')]
  expect(first.total).toBe(whole.entry.length)
  expect(first.entry.map(({ search }) => search.mode)).toEqual(['match'])
})

test('3. parameters have FHIR’s names, with chains and _has', async () => {
  expect(await fhir.matches('/Location?address-city=boston')).toEqual([`${cardiologist}-2`])
  expect(await fhir.matches('/PractitionerRole?practitioner.name=lee&location.address-state=NY')).toEqual([lee])
  expect(await fhir.matches('/Practitioner?_has:PractitionerRole:practitioner:specialty=207Q00000X')).toEqual([lee])
})

test('4. an NPI has its system, with which and without which it is found', async () => {
  expect(await read(`/Practitioner/${lee}`)).toMatchObject({
    identifier: [{ system: npiSystem, value: lee, type: { coding: [{ code: 'NPI' }] } }],
  })
  for (const value of [`${npiSystem}|${lee}`, lee]) {
    expect(await fhir.matches(`/Practitioner?identifier=${value}`)).toEqual([lee])
  }
})

test('5. a license has the number that was filed', async () => {
  expect(await read(`/Practitioner/${cardiologist}`)).toMatchObject({
    qualification: expect.arrayContaining([expect.objectContaining({ identifier: [{ value: 'GA100042' }] })]),
  })
})

test('6. a role has its specialties, primary first, and its phone number', async () => {
  expect(await read(`/PractitionerRole/${lee}`)).toMatchObject({
    specialty: [{ coding: [{ system: 'http://nucc.org/provider-taxonomy', code: '207Q00000X' }] }],
    telecom: expect.arrayContaining([expect.objectContaining({ system: 'phone' })]),
  })
})

test('7. an error is an OperationOutcome, and a wrong value is refused by name', async () => {
  expect(await fhir.refusal('/Practitioner/x')).toMatchObject({ status: 404, code: 'not-found' })
  expect(await fhir.refusal('/Location?address-state=New%20York')).toMatchObject({
    status: 400,
    code: 'value',
    diagnostics: expect.stringContaining('address-state'),
  })
})

test('8. the types in the capability statement are FHIR’s', async () => {
  const types = JSON.stringify(await read('/metadata')).match(/(?<="type":")[a-z]+(?=")/g) ?? []
  expect(types).toContain('token')
  for (const type of types) expect(['date', 'number', 'reference', 'special', 'string', 'token']).toContain(type)
})

test('9. near sorts by distance and answers it', async () => {
  const { entry } = await fhir.search('/Location?near=40.75|-73.99|25|mi')
  const miles = entry.map(({ search }) => search.extension?.[0]?.valueDistance.value ?? Number.NaN)
  expect(miles.length).toBeGreaterThan(1)
  expect(miles).toEqual(miles.toSorted((a, b) => a - b))
  expect(await fhir.refusal('/Location?near=40.75|-73.99|25|mi|more')).toMatchObject({ status: 400, code: 'value' })
})

test('10. a name matches by its start, and a provider is read by its NPI', async () => {
  expect(await fhir.matches('/Practitioner?family=le')).toContain(lee)
  for (const [type, id] of [
    ['Practitioner', lee],
    ['Organization', organization],
  ]) {
    expect(z.object({ id: z.string() }).parse(await read(`/${type}/${id}`)).id).toBe(id)
  }
})
