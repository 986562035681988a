import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { npiLookUpsPerHourMax } from '#contract/limits'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let headers: Record<string, string>

beforeAll(async () => {
  server = await startTestServer()
  headers = (await server.signUp()).headers
})
afterAll(() => server.close())

const lookUp = (npi: string | number, as = headers) => server.get(`/me/npi/${npi}`, as)

const named = z.object({ npi: z.int(), name: z.string() })

async function firstOf(resource: 'individuals' | 'organizations', query = '') {
  const { body } = await server.get(`/api/${resource}?limit=1${query}`)
  const lists = z.object({ providers: z.tuple([named]).optional(), organizations: z.tuple([named]).optional() })
  const { providers, organizations } = lists.parse(body)
  return (providers ?? organizations)?.[0] ?? expect.unreachable(`the sample has no ${resource}`)
}

describe('looking an NPI up', () => {
  test('tells the name of the person and the credentials that can be verified', async () => {
    const { npi, name } = await firstOf('individuals', '&credential=MD')
    const { status, body } = await lookUp(npi)
    expect(status).toBe(200)
    expect(body).toEqual({
      npi: String(npi),
      isCheckDigitRight: true,
      kind: 'individual',
      name,
      credentials: expect.arrayContaining(['MD']),
    })
  })

  test('tells an organization from a person', async () => {
    const { npi, name } = await firstOf('organizations')
    expect((await lookUp(npi)).body).toMatchObject({ kind: 'organization', name, credentials: [] })
  })

  test('tells that a number was deactivated', async () => {
    expect((await lookUp(server.deactivatedNpi)).body).toMatchObject({ kind: 'deactivated', name: null })
  })

  test('answers for an unassigned number, and says whether its check digit is right', async () => {
    const nobody = { kind: 'unknown', name: null, credentials: [] }
    expect((await lookUp('1234567893')).body).toMatchObject({ ...nobody, isCheckDigitRight: true })
    expect((await lookUp('1234567890')).body).toMatchObject({ ...nobody, isCheckDigitRight: false })
    expect((await lookUp('0000000000')).body).toMatchObject({ ...nobody, isCheckDigitRight: false })
  })

  test.each(['123456789', '12345678901', '12345678x0'])('refuses %s, which is not ten digits', async (npi) => {
    const { status, body } = await lookUp(npi)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_input', error: expect.stringContaining('ten digits') })
  })

  test('uses none of the quota, and has a limit of its own for each account', async () => {
    const account = await server.signUp()
    const answers = await Promise.all(
      Array.from({ length: npiLookUpsPerHourMax }, () => lookUp('1234567893', account.headers)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const oneMore = await lookUp('1234567893', account.headers)
    expect(oneMore.status).toBe(429)
    expect(oneMore.body).toMatchObject({ code: 'too_many_attempts' })
    expect(Number(oneMore.headers['retry-after'])).toBeGreaterThan(0)
    expect((await lookUp('1234567893')).status).toBe(200)
    const { body } = await server.get('/api-events/stats', account.headers)
    expect(body).toMatchObject({ totalCalls: 0 })
  })
})
