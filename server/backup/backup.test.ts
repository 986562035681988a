/** A backup is worth what its restoration is: everything made by a running server, restored into an empty folder and compared. */
import { constants } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer, type TestAccount, type TestServer } from '../../test/support/test-server.ts'
import { sealAll } from '../audit/seal.ts'
import { verifyAudit } from '../audit/verify.ts'
import type { Database } from '../parts/database.ts'
import { openFiles } from '../parts/files.ts'
import { openSecrets } from '../parts/secrets.ts'
import { checkSecretFits } from '../parts/secrets-check.ts'
import { startTestDatabase } from '../parts/test-database.ts'
import { backUp } from './back-up.ts'
import { readSummary, summaryFile, tableFile } from './backup-folder.ts'
import { restore } from './restore.ts'

const secretKey = randomBytes(32)
const secrets = openSecrets(secretKey)
const image = randomBytes(200_000)

let folder: string
let server: TestServer
let account: TestAccount
let filesDir: string
/** An installation that holds nothing, until the last test restores into it. */
let empty: Empty
/** The backup that the tests restore. */
let backup: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-backup-'))
  filesDir = join(folder, 'files')
  server = await startTestServer(undefined, { secretKey, files: { kind: 'disk', dir: filesDir } })
  await checkSecretFits(server.database, secrets)
  account = await server.signUp()
  for (let calls = 0; calls < 3; calls++) await server.get('/api/doctors?limit=1', { 'api-key': account.apiKey })
  // Rows of two and three bytes a character, in more pieces than one, and a character at which other readers end a line.
  await sql`insert into exclusion_lists (id) values ('long')`.execute(server.database.db)
  await sql`insert into exclusions (list_id, line, last_name, first_name, shown_name, type, excluded_on)
    select 'long', n, 'a', 'b', repeat('ü\u2028€', 300), '1128a1', '2020-01-01' from generate_series(1, 1700) n`.execute(
    server.database.db,
  )
  await server.post(
    '/me/support',
    { category: 'Other', description: 'Zoë “quoted”\n\ttabs \\ and 🩺' },
    account.headers,
  )
  await openFiles({ kind: 'disk', dir: filesDir }).put('images/one', image)
  // Asking for the statistics has what was counted written.
  await server.get('/api-events/stats', account.headers)
  await sealAll({ database: server.database, secrets }, () => {})
  backup = join(folder, 'backup')
  // While it goes on serving.
  const serving = Array.from({ length: 20 }, () => server.get('/api/doctors?limit=1', { 'api-key': account.apiKey }))
  await backUp({ database: server.database, files: { kind: 'disk', dir: filesDir } }, backup, new Date())
  await Promise.all(serving)
  empty = { database: await startTestDatabase(), files: { kind: 'disk', dir: join(folder, 'empty') } }
})
afterAll(async () => {
  await server.close()
  await empty.database.close()
  rmSync(folder, { recursive: true })
})

interface Empty {
  database: Database
  files: { kind: 'disk'; dir: string }
}

const accountsIn = async ({ database }: Empty) =>
  (await database.db.selectFrom('accounts').select('id').execute()).length

test.each([
  [
    'a row that was changed',
    (dir: string) => appendFileSync(join(dir, tableFile('accounts')), '{}\n'),
    /tables.accounts\.ndjson/,
  ],
  ['a table that is missing', (dir: string) => rmSync(join(dir, tableFile('letters'))), /ENOENT/],
  ['an image that was changed', (dir: string) => writeFileSync(join(dir, 'files/images/one'), 'other'), /images\/one/],
  [
    'no summary, so one that was not finished',
    (dir: string) => rmSync(join(dir, summaryFile)),
    /not that of a whole backup/,
  ],
  [
    'a table longer than any text in memory',
    (dir: string) => truncateSync(join(dir, tableFile('accounts')), constants.MAX_STRING_LENGTH + 1),
    /tables.accounts\.ndjson/,
  ],
  [
    'tables of another version',
    (dir: string) => changeSummary(dir, '"migrations": [', '"migrations": [ "0000-older",'),
    /version/,
  ],
  ['a path out of its folder', (dir: string) => changeSummary(dir, '"images/one"', '"../one"'), /a path below files/],
])('a backup with %s is refused, and nothing changes', async (_, damage, reason) => {
  const dir = mkdtempSync(join(folder, 'damaged-'))
  cpSync(backup, dir, { recursive: true })
  damage(dir)
  await expect(restore({ ...empty, secrets }, dir)).rejects.toThrow(reason)
  expect(await accountsIn(empty)).toBe(0)
})

function changeSummary(dir: string, from: string, to: string): void {
  const path = join(dir, summaryFile)
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}

test('a backup is restored neither with another secret nor over images, nor made over another one', async () => {
  const others = openSecrets(randomBytes(32))
  await expect(restore({ ...empty, secrets: others }, backup)).rejects.toThrow('belongs to another secret')
  expect(await accountsIn(empty)).toBe(0)
  mkdirSync(empty.files.dir, { recursive: true })
  writeFileSync(join(empty.files.dir, 'one'), '')
  await expect(restore({ ...empty, secrets }, backup)).rejects.toThrow('is not empty')
  rmSync(empty.files.dir, { recursive: true })
  await expect(backUp(empty, backup, new Date())).rejects.toThrow('is not empty')
})

test('a restoration that fails, whether at an image or at its very end, leaves neither rows nor images', async () => {
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  const nowhere = { kind: 'disk', dir: join(file, 'files') } as const
  await expect(restore({ ...empty, files: nowhere, secrets }, backup)).rejects.toThrow('ENOTDIR')
  expect(await accountsIn(empty)).toBe(0)

  await empty.database.asOwner(async (db) => {
    await sql`create function refuse() returns trigger language plpgsql as
      'begin raise exception ''at the commit''; end'`.execute(db)
    await sql`create constraint trigger refuse after insert on accounts deferrable initially deferred
      for each row execute function refuse()`.execute(db)
  })
  await expect(restore({ ...empty, secrets }, backup)).rejects.toThrow('at the commit')
  await empty.database.asOwner((db) => sql`drop function refuse cascade`.execute(db))
  expect(await accountsIn(empty)).toBe(0)
  expect(existsSync(empty.files.dir)).toBe(false)
})

test('a backup of which a table cannot be written fails with the reason, and is not that of a whole one', async () => {
  const dir = join(folder, 'unwritable')
  const inTheWay: Database = {
    ...server.database,
    asOwner(work, isLong) {
      writeFileSync(join(dir, tableFile('accounts')), '')
      return server.database.asOwner(work, isLong)
    },
  }
  await expect(backUp({ database: inTheWay, files: { kind: 'disk', dir: filesDir } }, dir, new Date())).rejects.toThrow(
    /EEXIST.*accounts\.ndjson/,
  )
  expect(() => readSummary(dir)).toThrow('not that of a whole backup')
})

test('a backup calls itself whole when every image and every folder of it is on disk', async () => {
  const dir = join(folder, 'forced')
  const forced = new Set<number>()
  const handle = await open(folder)
  const handles: { sync(this: FileHandle): Promise<void> } = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = handles
  const spy = vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    if (!existsSync(join(dir, summaryFile))) forced.add((await this.stat()).ino)
    await sync.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  await backUp({ database: server.database, files: { kind: 'disk', dir: filesDir } }, dir, new Date())
  const paths = ['files/images/one', 'files/images', 'files', 'tables', '.']
  expect(paths.filter((path) => !forced.has(statSync(join(dir, path)).ino))).toEqual([])
})

test('a backup and its restoration may take longer for a statement than a call may', async () => {
  await empty.database.asOwner(async (db) => {
    await sql`create function slow() returns trigger language plpgsql as
      'begin perform pg_sleep(3.5); return null; end'`.execute(db)
    await sql`create trigger slow before insert on accounts for each statement execute function slow()`.execute(db)
  })
  const others = openSecrets(randomBytes(32))
  await expect(restore({ ...empty, secrets: others }, backup)).rejects.toThrow('belongs to another secret')
  await empty.database.asOwner((db) => sql`drop function slow cascade`.execute(db))

  const { made } = await empty.database.asOwner((db) =>
    db.transaction().execute(async (trx) => {
      await sql`lock table accounts in access exclusive mode`.execute(trx)
      const made = Promise.allSettled([backUp(empty, join(folder, 'waited'), new Date())])
      for (let times = 0; times < 3; times++) await sql`select pg_sleep(1.2)`.execute(trx)
      return { made }
    }),
  )
  expect(await made).toMatchObject([{ status: 'fulfilled', value: { tables: { accounts: { rows: 0 } } } }])
})

test('T08: what is restored into an empty installation is every row of every table and every image, and works as before', async () => {
  // As one that was killed leaves it.
  mkdirSync(join(empty.files.dir, '.restoring/images'), { recursive: true })
  writeFileSync(join(empty.files.dir, '.restoring/images/one'), 'half')
  await restore({ ...empty, secrets }, backup)
  const again = join(folder, 'again')
  const [before, after] = [readSummary(backup), await backUp(empty, again, new Date())]
  expect({ tables: after.tables, files: after.files, migrations: after.migrations }).toEqual({
    tables: before.tables,
    files: before.files,
    migrations: before.migrations,
  })
  for (const table of Object.keys(before.tables)) {
    expect(readFileSync(join(again, tableFile(table)), 'utf8')).toBe(
      readFileSync(join(backup, tableFile(table)), 'utf8'),
    )
  }
  const filled = Object.entries(before.tables).filter(([, { rows }]) => rows > 0)
  expect(filled.map(([table]) => table)).toEqual(
    expect.arrayContaining([
      'accounts',
      'api_keys',
      'audit_events',
      'audit_seals',
      'exclusions',
      'sessions',
      'usage_days',
    ]),
  )
  expect(await openFiles(empty.files).get('images/one')).toEqual(image)
  const elsewhere = { kind: 'disk', dir: join(folder, 'elsewhere') } as const
  await expect(restore({ ...empty, files: elsewhere, secrets }, backup)).rejects.toThrow('The database holds accounts')
  expect(await verifyAudit({ database: empty.database, secrets })).toMatchObject({ kind: 'intact', waiting: 0 })

  const restored = await startTestServer(async () => ({ ...empty.database, close: async () => {} }), { secretKey })
  onTestFinished(() => restored.close())
  expect(await restored.get('/api/doctors?limit=1', { 'api-key': account.apiKey })).toMatchObject({ status: 200 })
  expect(await restored.get('/me', account.headers)).toMatchObject({ status: 200, body: { email: account.email } })
})
