import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { type Endpoint, endpoint } from '#contract/endpoint'
import { documentedGroups } from '#contract/groups'
import type { Field } from '../../pages/documentation/documentation.ts'
import { documentationOf } from './documentation.ts'
import { guidesOfDocs } from './documented.ts'
import { llmsText, twins } from './markdown.ts'
import { indexOf } from './search-index.ts'

const groups = documentationOf(api)

test('every endpoint of the five groups is documented, and each address is that of one page', () => {
  const documented = Object.values<Endpoint>(api).filter(({ group }) => documentedGroups.some((name) => name === group))
  const addresses = groups.flatMap(({ address, endpoints }) => [address, ...endpoints.map((entry) => entry.address)])
  expect(addresses).toHaveLength(documented.length + documentedGroups.length)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses).toEqual(
    expect.arrayContaining([
      '/documentation/doctors/get',
      '/documentation/verifications/post',
      '/documentation/verifications/get',
      '/documentation/verifications/get-id',
    ]),
  )
})

test('an endpoint that is added to the contract is documented without further doing', () => {
  const added = endpoint({
    method: 'GET',
    path: '/api/doctors/{npi}/colleagues',
    group: 'doctors',
    summary: 'List colleagues',
    description: 'Who else practices there.',
    caller: 'key',
    scope: 'providers:read',
    params: z.strictObject({ npi: z.string() }),
    query: z.strictObject({ depth: z.enum(['near', 'far']).optional().describe('How far to look.') }),
    output: z.object({ colleagues: z.array(z.object({ npi: z.int() })) }),
    example: { input: { params: { npi: '2000000002' } }, output: { colleagues: [{ npi: 2000000010 }] } },
  })
  const [doctors] = documentationOf({ ...api, added })
  expect(doctors?.endpoints.at(-1)).toMatchObject({
    address: '/documentation/doctors/get-npi-colleagues',
    description: 'Who else practices there. A key with scopes needs providers:read.',
    request: {
      query: [{ name: 'depth', description: 'How far to look.', values: ['near', 'far'], isRequired: false }],
    },
    answer: [{ name: 'colleagues', type: 'array of objects', fields: [{ name: 'npi', type: 'integer' }] }],
  })
})

test('limits, defaults and choices of parameters are those that the contract enforces', () => {
  const fieldOf = (searched: string, name: string) => {
    const search = groups
      .flatMap(({ endpoints }) => endpoints)
      .find(({ method, path }) => `${method} ${path}` === `GET ${searched}`)
    return search?.request.query.find((one) => one.name === name)
  }
  const field = (name: string) => fieldOf('/api/organizations', name)
  expect(field('radius')?.rules).toEqual(['above 0', 'at most 25', 'default 10'])
  expect(field('limit')?.rules).toEqual(['from 1 to 25', 'default 10'])
  for (const path of ['/api/doctors', '/api/verifications']) {
    expect(fieldOf(path, 'page')).toMatchObject({
      rules: ['from 1 to 10,000', 'default 1'],
      description: 'Page, from 1. Page times limit may be at most 10,000.',
    })
  }
  expect(field('npi')).toMatchObject({ type: 'array of integers', rules: ['at most 100'] })
  expect(field('facilityType')?.values).toContain('nursing-facility')
})

test('the individuals are in beta, and so is the picture of a doctor, which answers do not have', () => {
  const beta = groups.flatMap(({ endpoints }) => endpoints.filter(({ isBeta }) => isBeta))
  expect(beta.map(({ path }) => path)).toEqual([
    '/api/individuals',
    '/api/individuals/{npi}',
    '/api/individuals/{npi}/reviews',
    '/api/individuals/{npi}/history',
  ])
  const fields = groups.flatMap(({ models }) => models.flatMap((model) => model.fields))
  expect(fields.filter(({ isBeta }) => isBeta === true).map(({ name }) => name)).toEqual(['profilePicture'])
  expect(groups.flatMap(({ endpoints }) => endpoints.flatMap(({ answer }) => namesOf(answer)))).not.toContain(
    'profilePicture',
  )
})

test('endpoints that only admins may call are marked, and no others', () => {
  const marked = groups.flatMap(({ endpoints }) => endpoints.filter(({ isForAdmins }) => isForAdmins))
  expect(marked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/verifications/{id}',
    'POST /api/verifications/reject',
    'PUT /api/verifications/{id}/claim',
    'GET /api/verifications/{id}/review',
  ])
})

test('every page has a twin in Markdown with its title, and llms.txt names them all', () => {
  const list = llmsText()
  for (const { address, markdown } of twins()) {
    expect(markdown).toMatch(/^# \S/)
    expect(markdown).not.toMatch(/undefined|\[object|```call/)
    expect(list).toContain(`(${address}.md)`)
  }
})

test('the search knows pages, parameters, nested fields and errors', () => {
  const known = Object.values(indexOf().documentIds)
  for (const address of [
    '/documentation',
    '/documentation/doctors/get#query-radius',
    '/documentation/doctors#doctor-address-coords',
    '/documentation/errors#error-rate_limited',
  ]) {
    expect(known).toContain(address)
  }
})

function namesOf(fields: readonly Field[]): string[] {
  return fields.flatMap((field) => [field.name, ...namesOf(field.fields)])
}

test('emphasized words of guides are strong, without the asterisks of Markdown', () => {
  const texts = guidesOfDocs().flatMap(({ blocks }) => JSON.stringify(blocks).match(/"text":"(?:[^"\\]|\\.)*"/g) ?? [])
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter((text) => /[" (]\*\w/.test(text))).toEqual([])
})
