import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { startTestProxy, type TestProxy } from '../../../test/support/platform/test-proxy.ts'
import { socketName } from '../postgres-embedded/cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres-embedded/embedded-postgres.ts'
import { type Database, inTransaction, openDatabase } from './database.ts'
import { migrations } from './migrations/list.ts'
import { DatabaseAwayError } from './pool.ts'

const events = { onWarning: () => {}, onLost: () => {} }

/** A server of its own kind: for the code under test it runs elsewhere. */
let server: EmbeddedPostgres
let folder: string
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-database-'))
  server = await startEmbeddedPostgres(join(folder, 'postgres'), {
    onRestart: (sentence) => expect.unreachable(sentence),
    onLost: (error) => expect.unreachable(error.message),
  })
  const { host, user, database } = server.connection
  url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const open = () => openDatabase({ kind: 'postgres', url }, events)

describe('a database that runs elsewhere', () => {
  it('gets its tables once, however many processes start at the same time', async () => {
    const databases = await Promise.all(Array.from({ length: 5 }, open))
    const { rows } = await sql`select name from kysely_migration`.execute(databases[0]?.db ?? expect.unreachable())
    expect(rows).toEqual(Object.keys(migrations).map((name) => ({ name })))
    for (const { db } of databases) expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([])
    await Promise.all(databases.map((database) => database.close()))
  })

  it('is refused in one sentence when it cannot be reached', async () => {
    await expect(openDatabase({ kind: 'postgres', url: 'postgres://127.0.0.1:1/x' }, events)).rejects.toThrow(
      /^The database cannot be reached: .*ECONNREFUSED.*\. Check DATABASE_URL\.$/,
    )
  })
})

describe('an open database', () => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it('gives up a statement that takes too long', async () => {
    const call = sql`select pg_sleep(10)`.execute(database.db)
    await expect(call).rejects.toThrow(/^The database does not answer: .*statement timeout/)
  })

  it('tries a transaction again that lost against another one, and no other', async () => {
    const failing = (code: string, times: number) => {
      let attempts = 0
      const done = inTransaction(database, async (trx) => {
        attempts++
        if (attempts > times) return attempts
        await sql`do ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(trx)
        return expect.unreachable()
      })
      return done
    }
    expect(await failing('40001', 1)).toBe(2)
    expect(await failing('40P01', 3)).toBe(4)
    await expect(failing('40001', 4)).rejects.toThrow()
    await expect(failing('22012', 1)).rejects.toThrow()
  })

  it('keeps nothing of a transaction that failed', async () => {
    const account = { id: 'half', email: 'half@example.org', phone: '2125550101', password_hash: '' }
    await expect(
      inTransaction(database, async (trx) => {
        await trx.insertInto('accounts').values(account).execute()
        throw new Error('on the way')
      }),
    ).rejects.toThrow('on the way')
    expect(await database.db.selectFrom('accounts').selectAll().execute()).toEqual([])
  })
})

describe('a database behind a network', () => {
  let proxy: TestProxy
  let database: Database
  beforeEach(async () => {
    const { host, user, database: name } = server.connection
    proxy = await startTestProxy(join(host, socketName))
    database = await openDatabase(
      { kind: 'postgres', url: `postgres://${user}@127.0.0.1:${proxy.port}/${name}` },
      events,
    )
  })
  afterEach(async () => {
    await proxy.close()
    await database.close()
  })

  const ask = () => sql`select 1`.execute(database.db)
  const connectTen = () => Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.2)`.execute(database.db)))

  it('that swallows everything costs one call its time; the next ones have new connections', async () => {
    await connectTen()
    const before = proxy.connections()
    proxy.silenceOld()
    await expect(ask()).rejects.toThrow(DatabaseAwayError)
    await ask()
    expect(proxy.connections()).toBe(before + 1)
    await connectTen()
    expect(proxy.connections()).toBe(before + 10)
  })

  it('that swallows everything ends a transaction at the call it met, without waiting for a rollback', async () => {
    await expect(
      inTransaction(database, async (trx) => {
        proxy.silenceOld()
        await sql`select 1`.execute(trx)
      }),
    ).rejects.toThrow(DatabaseAwayError)
    await ask()
  })

  it('that stays silent fails every call, and works again once the network does', async () => {
    await connectTen()
    proxy.silence()
    const calls = await Promise.allSettled(Array.from({ length: 30 }, ask))
    for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseAwayError) })
    expect(await database.isAlive()).toBe(false)
    proxy.heal()
    expect(await database.isAlive()).toBe(true)
    await connectTen()
  })

  it('that breaks off fails the calls on their way, in a transaction too, and the next ones have new connections', async () => {
    const expectNineAtWork = async () => {
      const { rows } =
        await sql`select from pg_stat_activity where query like '%pg_sleep(1.5)' and state = 'active'`.execute(
          database.db,
        )
      expect(rows).toHaveLength(9)
    }
    // On a busy machine some may be over before others have begun: then they are started again.
    const { calls } = await eventually(async () => {
      const begun = Promise.allSettled([
        ...Array.from({ length: 8 }, () => sql`select pg_sleep(1.5)`.execute(database.db)),
        inTransaction(database, (trx) => sql`select pg_sleep(1.5)`.execute(trx)),
      ])
      try {
        await vi.waitFor(expectNineAtWork, { timeout: 1_500, interval: 20 })
      } catch (error) {
        await begun
        throw error
      }
      return { calls: begun }
    })
    proxy.refuse()
    for (const call of await calls) {
      expect(call).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseAwayError) })
    }
    await expect(ask()).rejects.toThrow(DatabaseAwayError)
    proxy.heal()
    await ask()
  })

  it('keeps the connection after what the server refused or did not end in time', async () => {
    await ask()
    const before = proxy.connections()
    await expect(sql`select 1 / 0`.execute(database.db)).rejects.toThrow('division by zero')
    await expect(sql`select pg_sleep(10)`.execute(database.db)).rejects.toThrow('statement timeout')
    await expect(sql`select ${{ notJson: 1n }}`.execute(database.db)).rejects.toThrow(TypeError)
    await ask()
    expect(proxy.connections()).toBe(before)
  })
})

describe('an embedded database', () => {
  it('says whether it is alive, and again when it is back', async () => {
    const home = join(folder, 'own')
    const database = await openDatabase({ kind: 'embedded', dir: home }, events)
    expect(await Promise.all([database.isAlive(), database.isAlive()])).toEqual([true, true])
    await database.close()
    expect(await database.isAlive()).toBe(false)
    const again = await openDatabase({ kind: 'embedded', dir: home }, events)
    expect(await again.isAlive()).toBe(true)
    await again.close()
  })
})
