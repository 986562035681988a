/**
 * docs/verifications.md shows an answer of the real server, with the same id, times and link in every run. When it changes,
 * `npx vitest run test/api/verification-answers.test.ts -u` writes the page again.
 */
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadExclusions } from '#server/exclusions/load-exclusions'
import { exclusionFile, exclusionLine } from '../support/exclusions/test-list.ts'
import { newPhoto } from '../support/test-pictures.ts'
import { buildTestRegistry, people, type TestRegistry } from '../support/test-registry.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let registry: TestRegistry
let server: TestServer

beforeAll(async () => {
  registry = await buildTestRegistry()
  server = await startTestServer(undefined, { registryDir: registry.registryDir, publicUrl: 'https://example.org' })
  const listed = [exclusionLine({ last: 'OBRIEN', first: 'IAN', npi: people.osteopath })]
  const options = { listDate: '2026-11-10', leaveOutRefused: false, allowCountChange: false, today: '2026-11-20' }
  await loadExclusions(server.database, Readable.from([exclusionFile(listed)]), options)
})
afterAll(async () => {
  await server.close()
  registry.remove()
})

async function submit(npi: string, credential: string, image?: Buffer): Promise<unknown> {
  const sent = (image ?? (await newPhoto())).toString('base64')
  const { apiKey } = await server.signUp()
  const answer = await server.post('/api/verifications', { npi, credential, image: sent }, { 'api-key': apiKey })
  expect(answer.status).toBe(201)
  return answer.body
}

test('docs/verifications.md shows an answer of the real server', async () => {
  const path = fileURLToPath(new URL('../../docs/verifications.md', import.meta.url))
  const json = settled(JSON.stringify(await submit(people.nurse, 'MD'), null, 2))
  const page = readFileSync(path, 'utf8').replace(
    /(```json\n).*?(```\n)/s,
    (_, before, after) => `${before}${json}\n${after}`,
  )
  expect(page).toContain(json)
  await expect(page).toMatchFileSnapshot(path)
})

/** What is new in every run, always the same. */
function settled(json: string): string {
  const today = new Date().toISOString().slice(0, 10)
  return json
    .replace(
      /"imageUrl": "[^"]+"/,
      '"imageUrl": "https://example.org/images/0197f0c4-…?viewer=…&expires=…&signature=…"',
    )
    .replace(/"id": "[^"]+"/, '"id": "0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10"')
    .replace(/"createdAt": "[^"]+"/, '"createdAt": "2026-11-21T12:00:00.000Z"')
    .replaceAll(`"date": "${today}"`, '"date": "2026-11-21"')
    .replace(
      /\{\n +"code": ("[^"]+"),\n +"result": ("[^"]+"),\n +"sentence": ("(?:[^"\\]|\\.)*"),\n +"source": \{\n +"name": ("[^"]+"),\n +"date": ([^\n]+)\n +\}\n +\}/g,
      '{ "code": $1, "result": $2, "sentence": $3, "source": { "name": $4, "date": $5 } }',
    )
}
