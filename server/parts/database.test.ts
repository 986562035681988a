import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, inTransaction, openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

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
    expect(rows).toEqual([{ name: '0001-accounts' }])
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
    await expect(sql`select pg_sleep(10)`.execute(database.db)).rejects.toThrow('statement timeout')
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
