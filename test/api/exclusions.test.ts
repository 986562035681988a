import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { individualFull } from '#contract/providers'
import { verification as shape } from '#contract/verifications'
import { card } from '../support/images/test-cards.ts'
import { loadLeie } from '../support/sources/load-for-tests.ts'
import { exclusionFile, exclusionLine } from '../support/sources/test-list.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The check of a new request for this NPI. */
async function exclusionOf(npi: string) {
  const { apiKey } = await server.signUp()
  const image = (await card({ layout: 0, name: `Ada ${randomUUID()}` })).toString('base64')
  const answer = await server.post('/api/verifications', { npi, credential: 'MD', image }, { 'api-key': apiKey })
  return shape.parse(answer.body).checks.find(({ code }) => code === 'exclusion.listed')
}

test('whoever is on the list of exclusions fails the check, who shares a name is a possible match, and others pass', async () => {
  const { body } = await server.get('/api/individuals?credential=MD&limit=3')
  const { providers } = z.object({ providers: z.array(z.object({ npi: z.int() })) }).parse(body)
  const [listed = '', namesake = '', other = ''] = providers.map(({ npi }) => String(npi))
  expect(await exclusionOf(listed)).toMatchObject({ result: 'unknown', source: { date: null } })

  const { nameParts } = individualFull.parse((await server.get(`/api/individuals/${namesake}`)).body)
  const lines = [
    exclusionLine({ last: 'SOMEBODY', first: 'ELSE', npi: listed }),
    exclusionLine({ last: nameParts.last.toUpperCase(), first: (nameParts.first ?? '').toUpperCase() }),
  ]
  await loadLeie(server.database, exclusionFile(lines), { date: '2026-11-10' })

  const source = { name: 'OIG exclusion list (LEIE)', date: '2026-11-10' }
  expect(await exclusionOf(listed)).toMatchObject({ result: 'failed', source })
  expect(await exclusionOf(namesake)).toMatchObject({
    result: 'warning',
    sentence: expect.stringMatching(/^Possible match: the list has, without an NPI, /),
    source,
  })
  expect(await exclusionOf(other)).toMatchObject({ result: 'passed', source })
})
