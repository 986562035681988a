import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordEvent } from '../../audit/record.ts'
import { sealAll } from '../../audit/seal.ts'
import { verifyAudit } from '../../audit/verify.ts'
import { openFolder, runAlone } from '../postgres-embedded/cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres-embedded/embedded-postgres.ts'
import { accountFor, preparePrograms } from '../postgres-embedded/programs.ts'
import { openSecrets } from '../secrets.ts'
import { type Database, inTransaction, openDatabase } from './database.ts'
import { undividedOf } from './grants.ts'

const events = { onWarning: () => {}, onLost: (error: Error) => expect.unreachable(error.message) }
const secrets = openSecrets(Buffer.alloc(32, 3))

let folder: string
let server: EmbeddedPostgres
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-roles-'))
  server = await startEmbeddedPostgres(join(folder, 'elsewhere'), {
    onRestart: events.onWarning,
    onLost: events.onLost,
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** The database as it is reached elsewhere, as a role of it. */
function urlOf(role: string): string {
  const { host, database } = server.connection
  return `postgres://${role}@/${database}?host=${encodeURIComponent(host)}`
}

const ways: Record<string, () => Promise<Database>> = {
  'an embedded database': () => openDatabase({ kind: 'embedded', dir: join(folder, 'embedded') }, events),
  'a database elsewhere with two roles': () =>
    openDatabase({ kind: 'postgres', url: urlOf('praxidex_calls'), ownerUrl: urlOf('praxidex') }, events),
}

const forbidden = [
  "update audit_events set actor = 'eve'",
  'delete from audit_events',
  'truncate audit_events',
  "update audit_seals set hash = sha256('x')",
  'delete from audit_seals',
  'update audit_anchors set sequence = 1',
  'delete from audit_anchors',
  "update audit_head set id = 'other'",
  'delete from audit_head',
  'update audit_start set sequence = 1',
  'delete from audit_start',
  'delete from installation',
  'create table mine (id text)',
  'create temporary table mine (id text)',
  'create table mine as select * from accounts',
  'create schema mine',
  'create function mine() returns int language sql as $$ select 1 $$',
  'create view mine as select 1',
  'alter table accounts add column mine text',
  'drop table accounts',
  'drop index audit_events_at',
  'set role praxidex',
  'select * from kysely_migration',
]

describe.each(Object.entries(ways))('F6: %s', (_, open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await inTransaction(database, (trx) => recordEvent(trx, { actor: 'ada', action: 'key.replaced', subject: 'ada' }))
  })
  afterAll(() => database.close())

  it.each(forbidden)('does not let calls %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('has divided the rights, so that a start says nothing of them', async () => {
    expect(await undividedOf(database.db)).toBeUndefined()
  })

  it('lets calls record, seal and verify', async () => {
    await sealAll({ database, secrets }, () => {})
    expect(await verifyAudit({ database, secrets })).toMatchObject({ kind: 'intact', sealed: 1 })
  })

  it('lets the owner of the tables do what calls may not', async () => {
    await database.asOwner((db) => sql`create table mine (id text); drop table mine`.execute(db))
    await database.asOwner((db) => db.updateTable('audit_events').set({ actor: 'ada' }).execute())
  })
})

describe('the rights', () => {
  it('are set once more by each start, however many start at the same time', async () => {
    const open = ways['a database elsewhere with two roles'] ?? expect.unreachable()
    const databases = await Promise.all(Array.from({ length: 5 }, open))
    const [database] = databases
    await database?.asOwner((db) => sql`grant delete on audit_events to praxidex_calls`.execute(db))
    databases.push(await open())
    await expect(sql`delete from audit_events`.execute(databases[0]?.db ?? expect.unreachable())).rejects.toThrow(
      /permission denied/,
    )
    await Promise.all(databases.map((each) => each.close()))
  })

  it('of a single role that owns the tables are left as they are', async () => {
    const url = urlOf('praxidex')
    for (const ownerUrl of [undefined, url]) {
      const database = await openDatabase(
        { kind: 'postgres', url, ...(ownerUrl !== undefined && { ownerUrl }) },
        events,
      )
      await sql`update audit_events set actor = 'ada'`.execute(database.db)
      await database.close()
    }
  })

  it('F6: of a single role that owns the tables are reported at start, with what to do about it', async () => {
    const database = await openDatabase({ kind: 'postgres', url: urlOf('praxidex') }, events)
    expect(await undividedOf(database.db)).toBe(
      'Calls are served as praxidex, which may change the tables and the audit log: name a role that owns nothing in DATABASE_URL, and praxidex in DATABASE_OWNER_URL.',
    )
    await database.close()
  })
})

/** The cluster of an embedded database of before there were two roles, which does not run. */
async function makeOlder(dir: string): Promise<string> {
  await (await openDatabase({ kind: 'embedded', dir }, events)).close()
  const cluster = join(dir, 'cluster')
  const account = accountFor(cluster)
  const reached = openFolder(cluster)
  await runAlone('drop owned by praxidex_calls\n', reached, account, preparePrograms(account), 'praxidex')
  await runAlone('drop role praxidex_calls\n', reached, account, preparePrograms(account))
  reached.close()
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local praxidex praxidex trust\n')
  return cluster
}

it('an embedded database of before there were two roles gets the second one at its next start', async () => {
  const dir = join(folder, 'older')
  await makeOlder(dir)
  const database = await openDatabase({ kind: 'embedded', dir }, events)
  expect((await sql<{ role: string }>`select current_user as role`.execute(database.db)).rows).toEqual([
    { role: 'praxidex_calls' },
  ])
  expect(await database.db.selectFrom('accounts').selectAll().execute()).toEqual([])
  await database.close()
})

it('F6: the rules of who may connect are given to the account of the database, whatever lies where they are written', async () => {
  const dir = join(folder, 'trapped')
  const cluster = await makeOlder(dir)
  const outside = join(folder, 'outside')
  writeFileSync(outside, 'mine')
  symlinkSync(outside, join(cluster, 'pg_hba.conf.new'))
  await (await openDatabase({ kind: 'embedded', dir }, events)).close()
  expect(readFileSync(outside, 'utf8')).toBe('mine')
  const rules = lstatSync(join(cluster, 'pg_hba.conf'))
  expect(rules.isFile()).toBe(true)
  expect([rules.uid, rules.gid, rules.mode & 0o777]).toEqual([statSync(cluster).uid, statSync(cluster).gid, 0o600])
})

it('F6: a second role that cannot have an effect is refused, with what to do about it', async () => {
  const home = join(folder, 'undivided')
  const handlers = { onRestart: events.onWarning, onLost: events.onLost }
  const start = () => startEmbeddedPostgres(home, handlers)
  const openAt = ({ connection: { host, database } }: EmbeddedPostgres, role: string, ownerRole?: string) => {
    const url = (name: string) => `postgres://${name}@/${database}?host=${encodeURIComponent(host)}`
    const ownerUrl = ownerRole === undefined ? {} : { ownerUrl: url(ownerRole) }
    return openDatabase({ kind: 'postgres', url: url(role), ...ownerUrl }, events)
  }
  const alone = async (statements: string) => {
    const cluster = join(home, 'cluster')
    const reached = openFolder(cluster)
    await runAlone(statements, reached, accountFor(cluster), preparePrograms(accountFor(cluster)), 'praxidex')
    reached.close()
  }
  const first = await start()
  await (await openAt(first, 'praxidex')).close()
  await first.stop()
  await alone('reassign owned by praxidex to praxidex_calls\ngrant praxidex_calls to praxidex\n')
  const second = await start()
  await expect(openAt(second, 'praxidex_calls', 'praxidex')).rejects.toThrow(
    /belong to praxidex_calls: .* reassign owned by praxidex_calls to praxidex;$/,
  )
  await second.stop()
  await alone(
    'reassign owned by praxidex_calls to praxidex\nrevoke praxidex_calls from praxidex\ngrant praxidex to praxidex_calls\n',
  )
  const third = await start()
  await expect(openAt(third, 'praxidex_calls', 'praxidex')).rejects.toThrow(/may act as praxidex: expected/)
  await third.stop()
  await alone('revoke praxidex from praxidex_calls\n')
  const divided = await start()
  await (await openAt(divided, 'praxidex_calls', 'praxidex')).close()
  await divided.stop()
})
