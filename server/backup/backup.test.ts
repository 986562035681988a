/**
 * A backup is worth what its restoration is: everything made by a running server, restored into an empty folder and
 * compared.
 */
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
import { z } from 'zod'
import { verification } from '#contract/verifications'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { isRevoked } from '../../test/support/shares/attestations.ts'
import { approvedFor, openedWith, openWith, sharedBy, sharesOf } from '../../test/support/shares/share-calls.ts'
import { startTestServer, type TestAccount, type TestServer } from '../../test/support/test-server.ts'
import { newAdmin, opened, submitted } from '../../test/support/verification-calls.ts'
import { setAdmin } from '../accounts/admin-role.ts'
import { sealAll } from '../audit/seal.ts'
import { verifyAudit } from '../audit/verify.ts'
import type { Database } from '../platform/database/database.ts'
import { openFiles } from '../platform/files/files.ts'
import { openSecrets, type Secrets } from '../platform/secrets.ts'
import { checkSecretFits } from '../platform/secrets-check.ts'
import { backUp } from './back-up.ts'
import { type BackupSummary, readSummary, sha256Of, summaryFile, tableFile, withMac } from './backup-folder.ts'
import { restore } from './restore.ts'
import { isBackedUp, leftOut, linesOf, tablesInOrder } from './table-text.ts'

const secretKey = randomBytes(32)
const secrets = openSecrets(secretKey)
const image = randomBytes(200_000)

let folder: string
let server: TestServer
let account: TestAccount
let admin: TestAccount
let filesDir: string
/** An installation that holds nothing, until the last test restores into it. */
let empty: Empty
/** The backup that the tests restore. */
let backup: string
/** What opened something before it was restored. */
let links: { reset: string; verify: string; image: string; verificationId: string }
/** Shares made before and after the backup, each opened once. */
let shares: { owner: TestAccount; approval: string; tokens: string[]; attestations: string[] }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-backup-'))
  filesDir = join(folder, 'files')
  server = await startTestServer(undefined, { secretKey, files: { kind: 'disk', dir: filesDir } })
  await checkSecretFits(server.database, secrets)
  account = await server.signUp()
  for (let calls = 0; calls < 3; calls++) await server.get('/api/doctors?limit=1', { 'api-key': account.apiKey })
  // Rows of two and three bytes a character, in more pieces than one, and a character at which other readers end a
  // line.
  await sql`insert into source_rows (version, row, fields, keys)
    select 7, n, repeat('ü\u2028€', 300), array['nMOSS|ADA'] from generate_series(1, 1700) n`.execute(
    server.database.db,
  )
  await server.post(
    '/me/support',
    { category: 'Other', description: 'Zoë “quoted”\n\ttabs \\ and 🩺' },
    account.headers,
  )
  const { id: verificationId, imageUrl = '' } = await submitted(server, account)
  await server.post('/forgot-password', { email: account.email })
  links = {
    reset: await tokenFor('Reset'),
    verify: await tokenFor('Verify'),
    image: imageUrl,
    verificationId,
  }
  expect(await opened(server, links.image)).toMatchObject({ status: 200 })
  admin = await server.signUp()
  await setAdmin({ ...server, publicUrl: 'https://example.org' }, { email: admin.email, isAdmin: true })
  // As an email with a link that waits while the backup is made.
  await sql`insert into letters (id, account_id, recipient, kind, subject, body_text, body_html, sealed_secret, due_at)
    values ('waiting', null, 'a@example.org', 'verify-address', 'Verify', 'a', 'a', 'sealed', now() + interval '1 day')`.execute(
    server.database.db,
  )
  // As one with a file, whose key is its secret: it opens nothing.
  await sql`insert into letters
    (id, account_id, recipient, kind, subject, body_text, body_html, sealed_secret, file_type, sealed_file, due_at)
    values ('file', null, 'a@example.org', 'support-request', 'Help', 'a', 'a', 'sealed', 'image/webp', 'sealed',
      now() + interval '1 day')`.execute(server.database.db)
  await openFiles({ kind: 'disk', dir: filesDir }).put('images/one', image)
  const owner = await server.signUp()
  const desk = await newAdmin(server)
  shares = { owner, approval: await approvedFor(server, owner, desk), tokens: [], attestations: [] }
  // The audit log has no word of this admin.
  await server.database.db.updateTable('accounts').set({ is_admin: false }).where('id', '=', desk.accountId).execute()
  await share()
  // Asking for the statistics has what was counted written.
  await server.get('/api-events/stats', account.headers)
  await sealAll({ database: server.database, secrets }, () => {})
  backup = join(folder, 'backup')
  // While it goes on serving.
  const serving = Array.from({ length: 20 }, () => server.get('/api/doctors?limit=1', { 'api-key': account.apiKey }))
  await backUp(parts(), backup, new Date())
  await Promise.all(serving)
  await share()
  empty = { database: await startTestDatabase(), files: { kind: 'disk', dir: join(folder, 'empty') } }
})
afterAll(async () => {
  await server.close()
  await empty.database.close()
  rmSync(folder, { recursive: true })
})

const parts = () => ({ database: server.database, files: { kind: 'disk', dir: filesDir } as const, secrets })

async function share(at = server): Promise<string> {
  const { token } = await sharedBy(at, shares.owner, [shares.approval])
  const { attestation } = await openedWith(at, token)
  shares.tokens.push(token)
  shares.attestations.push(attestation)
  return attestation
}

async function tokenFor(words: string): Promise<string> {
  const { text = '' } = await server.emailTo(account.email, words)
  return /token=([\w-]{43})/.exec(text)?.[1] ?? expect.unreachable('an email without a link')
}

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
    /not part of a complete backup/,
  ],
  [
    'a table longer than any text in memory',
    (dir: string) => truncateSync(join(dir, tableFile('accounts')), constants.MAX_STRING_LENGTH + 1),
    /tables.accounts\.ndjson/,
  ],
  [
    'tables of another version',
    (dir: string) => sign(dir, (summary) => ({ ...summary, migrations: ['0000-older', ...summary.migrations] })),
    /version/,
  ],
  [
    'a path out of its folder',
    (dir: string) => sign(dir, ({ files, ...summary }) => ({ ...summary, files: { ...files, '../one': noFile } })),
    /a path below files/,
  ],
  [
    'a table less',
    (dir: string) => sign(dir, ({ tables: { letters: _, ...tables }, ...summary }) => ({ ...summary, tables })),
    /the tables/,
  ],
])('a backup with %s is refused, and nothing changes', async (_, damage, reason) => {
  const dir = mkdtempSync(join(folder, 'damaged-'))
  cpSync(backup, dir, { recursive: true })
  damage(dir)
  await expect(restore({ ...empty, secrets }, dir)).rejects.toThrow(reason)
  expect(await accountsIn(empty)).toBe(0)
})

const noFile = { bytes: 0, sha256: sha256Of('') }

/** Changes the summary as only an owner of the secret can. */
function sign(
  dir: string,
  change: (summary: BackupSummary) => Omit<BackupSummary, 'mac'>,
  by: Secrets = secrets,
): void {
  writeSummary(dir, withMac(change(readSummary(dir, secrets)), by))
}

const writeSummary = (dir: string, summary: BackupSummary) =>
  writeFileSync(join(dir, summaryFile), JSON.stringify(summary))

/** Changes a row, and writes the checksum that fits it into the summary, as an attacker without the secret can. */
function changeRow(dir: string, table: string, from: RegExp, to: string): void {
  const path = join(dir, tableFile(table))
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  const changed = text.replace(from, to)
  writeFileSync(path, changed)
  const summary = readSummary(dir, secrets)
  const tables = { ...summary.tables, [table]: { rows: summary.tables[table]?.rows ?? 0, sha256: sha256Of(changed) } }
  writeSummary(dir, { ...summary, tables })
}

const wasChanged = /^The backup was made with a different secret, or was changed later: /

test.each<[what: string, change: (dir: string) => void, sentence: RegExp]>([
  ['a row', (dir) => changeRow(dir, 'accounts', /212-555-\d{4}/, '212-555-0000'), wasChanged],
  ['a role', (dir) => changeRow(dir, 'accounts', /"is_admin":false/, '"is_admin":true'), wasChanged],
  [
    'a file',
    (dir) => {
      truncateSync(join(dir, 'files/images/one'), 1_000)
      const summary = readSummary(dir, secrets)
      const one = { bytes: 1_000, sha256: sha256Of(image.subarray(0, 1_000)) }
      writeSummary(dir, { ...summary, files: { ...summary.files, 'images/one': one } })
    },
    wasChanged,
  ],
  ['the time of it', (dir) => writeSummary(dir, { ...readSummary(dir, secrets), madeAt: '2020-01-01' }), wasChanged],
  ['its end', (dir) => truncateSync(join(dir, tableFile('audit_events')), 100), /tables.audit_events\.ndjson/],
])('G12: a backup in which %s was changed without the secret is refused', async (_, change, sentence) => {
  const dir = mkdtempSync(join(folder, 'forged-'))
  cpSync(backup, dir, { recursive: true })
  change(dir)
  await expect(restore({ ...empty, secrets }, dir)).rejects.toThrow(sentence)
  expect(await accountsIn(empty)).toBe(0)
})

test('G12: a backup made with an older secret is refused, and says how it is restored', async () => {
  const next = openSecrets(randomBytes(32), [secretKey])
  await expect(restore({ ...empty, secrets: next }, backup)).rejects.toThrow(
    /^The backup was made with an older secret: restore it with that secret in SECRET_KEY/,
  )
  expect(await accountsIn(empty)).toBe(0)
})

test.each([
  ['an admin', () => account, true],
  ['no admin', () => admin, false],
])(
  'G12: a backup of a database that made an account %s behind the back of its audit log is refused',
  async (role, of, to) => {
    const { accountId } = of()
    const setRole = (isAdmin: boolean) =>
      server.database.db.updateTable('accounts').set({ is_admin: isAdmin }).where('id', '=', accountId).execute()
    await setRole(to)
    const dir = mkdtempSync(join(folder, 'role-'))
    await backUp(parts(), dir, new Date()).finally(() => setRole(!to))
    await expect(restore({ ...empty, secrets }, dir)).rejects.toThrow(
      `The backup does not match: the audit log does not say that ${accountId} is ${role}.`,
    )
    expect(await accountsIn(empty)).toBe(0)
  },
)

test('every table is in a backup, but those that are named as left out', async () => {
  const tables = await server.database.db.transaction().execute(tablesInOrder)
  expect(Object.keys(readSummary(backup, secrets).tables).sort()).toEqual(tables.filter(isBackedUp).sort())
  expect(tables).toEqual(expect.arrayContaining([...leftOut]))
})

test('a backup is restored neither with another secret nor over images, nor made over another one', async () => {
  const others = openSecrets(randomBytes(32))
  await expect(restore({ ...empty, secrets: others }, backup)).rejects.toThrow(wasChanged)
  expect(await accountsIn(empty)).toBe(0)
  mkdirSync(empty.files.dir, { recursive: true })
  writeFileSync(join(empty.files.dir, 'one'), '')
  await expect(restore({ ...empty, secrets }, backup)).rejects.toThrow('is not empty')
  rmSync(empty.files.dir, { recursive: true })
  await expect(backUp({ ...empty, secrets }, backup, new Date())).rejects.toThrow('is not empty')
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
  await expect(backUp({ ...parts(), database: inTheWay }, dir, new Date())).rejects.toThrow(/EEXIST.*accounts\.ndjson/)
  expect(() => readSummary(dir, secrets)).toThrow('not part of a complete backup')
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
  await backUp(parts(), dir, new Date())
  const paths = ['files/images/one', 'files/images', 'files', 'tables', '.']
  expect(paths.filter((path) => !forced.has(statSync(join(dir, path)).ino))).toEqual([])
})

test('a backup has few emails in memory at a time, since each may have a file', async () => {
  const counts = await server.database.asOwner((db) =>
    db.transaction().execute(async (trx) => {
      await sql`insert into letters (id, account_id, recipient, kind, subject, body_text, body_html)
        select 'many' || n, null, 'a@example.org', 'hello', 'a', 'a', 'a' from generate_series(1, 9) n`.execute(trx)
      const counts: number[] = []
      for await (const lines of linesOf(trx, 'letters')) counts.push(lines.length)
      await sql`delete from letters where id like 'many%'`.execute(trx)
      return counts
    }),
  )
  expect(counts.length).toBeGreaterThan(2)
  expect(Math.max(...counts)).toBe(4)
})

test('a backup and its restoration may take longer for a statement than a call may', async () => {
  await empty.database.asOwner(async (db) => {
    await sql`create function slow() returns trigger language plpgsql as
      'begin perform pg_sleep(3.5); return null; end'`.execute(db)
    await sql`create trigger slow before insert on accounts for each statement execute function slow()`.execute(db)
  })
  const dir = mkdtempSync(join(folder, 'slow-'))
  cpSync(backup, dir, { recursive: true })
  sign(dir, ({ tables, ...summary }) => ({
    ...summary,
    tables: { ...tables, accounts: { rows: 9, sha256: tables.accounts?.sha256 ?? '' } },
  }))
  await expect(restore({ ...empty, secrets }, dir)).rejects.toThrow('the rows of accounts')
  await empty.database.asOwner((db) => sql`drop function slow cascade`.execute(db))

  const { made } = await empty.database.asOwner((db) =>
    db.transaction().execute(async (trx) => {
      await sql`lock table accounts in access exclusive mode`.execute(trx)
      const made = Promise.allSettled([backUp({ ...empty, secrets }, join(folder, 'waited'), new Date())])
      for (let times = 0; times < 3; times++) await sql`select pg_sleep(1.2)`.execute(trx)
      return { made }
    }),
  )
  expect(await made).toMatchObject([{ status: 'fulfilled', value: { tables: { accounts: { rows: 0 } } } }])
})

test('T08, G12: what is restored into an empty installation is every row of every table and every image, and works as before', async () => {
  // As one that was killed leaves it.
  mkdirSync(join(empty.files.dir, '.restoring/images'), { recursive: true })
  writeFileSync(join(empty.files.dir, '.restoring/images/one'), 'half')
  await restore({ ...empty, secrets }, backup)
  const again = join(folder, 'again')
  const [before, after] = [readSummary(backup, secrets), await backUp({ ...empty, secrets }, again, new Date())]
  expect([after.files, after.migrations]).toEqual([before.files, before.migrations])
  // What says that it was restored, the email whose link no longer works, and shares that end.
  const changed = ['audit_events', 'installation', 'letters', 'shares']
  for (const table of Object.keys(before.tables).filter((name) => !changed.includes(name))) {
    expect(readFileSync(join(again, tableFile(table)), 'utf8')).toBe(
      readFileSync(join(backup, tableFile(table)), 'utf8'),
    )
  }
  const rowsMore = changed.map((table) => (after.tables[table]?.rows ?? 0) - (before.tables[table]?.rows ?? 0))
  expect(rowsMore).toEqual([1, 0, -1, 0])
  const filled = Object.entries(before.tables).filter(([, { rows }]) => rows > 0)
  expect(filled.map(([table]) => table)).toEqual(
    expect.arrayContaining([
      'accounts',
      'api_keys',
      'audit_events',
      'audit_seals',
      'images',
      'source_rows',
      'usage_sums',
    ]),
  )
  const { rows } = await empty.database.asOwner((db) =>
    sql<{ next: string; last: string }>`select nextval(pg_get_serial_sequence('watch_events', 'position')) as next,
      (select max(position) from watch_events) as last`.execute(db),
  )
  expect(Number(rows[0]?.last)).toBeGreaterThan(0)
  expect(Number(rows[0]?.next) - Number(rows[0]?.last)).toBeGreaterThan(1_000_000)

  expect(await openFiles(empty.files).get('images/one')).toEqual(image)
  const elsewhere = { kind: 'disk', dir: join(folder, 'elsewhere') } as const
  await expect(restore({ ...empty, files: elsewhere, secrets }, backup)).rejects.toThrow(
    'The database already has accounts',
  )
  expect(await verifyAudit({ database: empty.database, secrets })).toMatchObject({ kind: 'intact', waiting: 1 })

  const restored = await startTestServer(async () => ({ ...empty.database, close: async () => {} }), {
    secretKey,
    files: empty.files,
  })
  onTestFinished(() => restored.close())
  expect(await restored.get('/api/doctors?limit=1', { 'api-key': account.apiKey })).toMatchObject({ status: 200 })
  const signedIn = await restored.post('/login', { email: account.email, password: 'a long walk by the sea' })
  expect(signedIn).toMatchObject({ status: 200 })

  // G12: no session and no link from before opens anything; a link that is made now does.
  expect(await restored.get('/me', account.headers)).toMatchObject({ status: 401 })
  const newPassword = 'another walk in the hills'
  expect(await restored.post('/reset-password', { token: links.reset, newPassword })).toMatchObject({ status: 400 })
  expect(await restored.post('/verify-email', { token: links.verify })).toMatchObject({ status: 400 })
  expect(await opened(restored, links.image)).toMatchObject({ status: 404 })
  // No share either, nor an attestation, which may have been revoked after the backup; one that is made now is valid.
  for (const token of shares.tokens) expect(await openWith(restored, token)).toMatchObject({ status: 404 })
  for (const attestation of shares.attestations) expect(await isRevoked(restored, attestation)).toBe(true)
  const signedInAgain = await restored.post('/login', { email: shares.owner.email, password: 'a long walk by the sea' })
  shares.owner.headers = { authorization: `Bearer ${z.object({ token: z.string() }).parse(signedInAgain.body).token}` }
  expect((await sharesOf(restored, shares.owner)).map(({ status }) => status)).toEqual(['revoked'])
  expect(await isRevoked(restored, await share(restored))).toBe(false)
  const { body } = await restored.get(`/api/verifications/${links.verificationId}`, { 'api-key': account.apiKey })
  expect(await opened(restored, verification.parse(body).imageUrl)).toMatchObject({ status: 200 })
})
