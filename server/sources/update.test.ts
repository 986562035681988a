import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { testLoad } from '../../test/support/sources/load-for-tests.ts'
import { exclusionFile, exclusionLine, manyLines } from '../../test/support/sources/test-list.ts'
import type { Database } from '../platform/database/database.ts'
import { loadedLists } from './ask.ts'
import { oigLeie } from './lists/exclusions/leie.ts'
import { updateLists } from './update.ts'

let database: Database
let dataDir: string
beforeAll(async () => {
  database = await startTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'praxidex-update-'))
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

/** Updates OIG's list from a publisher that answers so. */
async function update(listener: RequestListener, name = 'UPDATED.csv') {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const addresses = new Map([['oig-leie', `http://127.0.0.1:${port}/${name}`]])
  const patience = { answerMsMax: 5_000, stallMsMax: 5_000, pageMsMax: 5_000, pausesMs: [1, 1] }
  const [outcome] = await updateLists(database, { ...testLoad, lists: [oigLeie], dataDir, addresses, patience })
  return outcome
}

const sending =
  (text: string): RequestListener =>
  (_, answer) => {
    answer.setHeader('content-length', Buffer.byteLength(text)).end(text)
  }

const whole = exclusionFile(manyLines(100))

test('a list is fetched and loaded when it changed, with the date in the name of its file', async () => {
  expect(await update(sending(whole), 'UPDATED_2026-11-02.csv')).toMatchObject({
    kind: 'loaded',
    date: { date: '2026-11-02' },
  })
  expect(await update(sending(whole), 'UPDATED_2026-11-03.csv')).toMatchObject({ kind: 'same' })
  const more = exclusionFile([...manyLines(100), exclusionLine({ last: 'MOSS' })])
  expect(await update((_, answer) => answer.end(more), 'UPDATED_2026-11-04.csv')).toMatchObject({
    kind: 'loaded',
    rows: 101,
  })
  expect(await loadedLists(database.db)).toMatchObject([{ date: '2026-11-04' }])
  expect(readdirSync(join(dataDir, 'sources', 'downloads'))).toEqual(['oig-leie.sha256'])
})

test.each<[string, RequestListener, string]>([
  ['vanished', (_, answer) => answer.writeHead(404).end(), 'expected status 200; got status 404'],
  [
    'ends early each time',
    (_, answer) => {
      answer.setHeader('content-length', whole.length).write(whole.slice(0, 5000), () => answer.destroy())
    },
    'gave up after 3 tries',
  ],
  ['is an error each time', (_, answer) => answer.writeHead(503).end(), 'answered with status 503; gave up'],
  [
    'became a page',
    sending('<html><body>We moved, see our new page</body></html>'),
    'expected the columns of oig-leie',
  ],
  ['has other columns', sending(whole.replace('EXCLDATE', 'DATE')), 'got LASTNAME, FIRSTNAME, MIDNAME'],
  ['is half of it', sending(exclusionFile(manyLines(50))), 'expected more than 50 % of the 101 rows'],
  [
    'leads elsewhere',
    (_, answer) => answer.writeHead(302, { location: 'http://other.example/' }).end(),
    'expected redirects within',
  ],
])('a list whose file %s changes nothing', async (_, listener, reason) => {
  expect(await update(listener)).toMatchObject({ kind: 'failed', reason: expect.stringContaining(reason) })
  expect(await loadedLists(database.db)).toMatchObject([{ date: '2026-11-04' }])
  expect(readdirSync(join(dataDir, 'sources', 'downloads'))).toEqual(['oig-leie.sha256'])
})
