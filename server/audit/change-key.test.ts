import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { openSecrets, type Secrets } from '../platform/secrets.ts'
import { findSealed } from './audit-store.ts'
import { type ChainEnd, macOf, sealed } from './chain.ts'
import { changeChainKey } from './change-key.ts'
import { cutOldEvents } from './cut.ts'
import { recordEvent } from './record.ts'
import { ChainDamagedError, sealAll } from './seal.ts'
import { verifyAudit } from './verify.ts'

const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)]

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())

/** Each test begins with an empty log, for the chain is one. */
beforeEach(async () => {
  for (const table of ['audit_events', 'audit_seals', 'audit_anchors', 'audit_key_changes'])
    await run(`delete from ${table}`)
  await run("update audit_head set sequence = 0, hash = '', mac = null")
  await run("update audit_start set sequence = 0, hash = '', mac = null")
})

const seal = (secrets: Secrets) => sealAll({ database, secrets }, () => {})
const change = (secrets: Secrets) => changeChainKey({ database, secrets })
const verify = (secrets: Secrets, kept: ChainEnd[] = []) => verifyAudit({ database, secrets }, kept)
const run = (statement: string) => database.asOwner((db) => sql.raw(statement).execute(db))

async function record(count: number) {
  for (let index = 0; index < count; index++) {
    await inTransaction(database, (trx) => recordEvent(trx, { actor: 'ada', action: 'key.replaced', subject: 'ada' }))
  }
}

/** Three rows of the first secret, three of the second and one of the third. */
async function changedTwice() {
  await record(3)
  await seal(openSecrets(first))
  expect(await change(openSecrets(second, [first]))).toBe(4)
  await record(3)
  await seal(openSecrets(second))
  expect(await change(openSecrets(third, [second]))).toBe(7)
  await record(1)
  await seal(openSecrets(third))
}

describe('the chain of the audit log', () => {
  it('is one over changes of the secret, and verifies with the last one alone, also against anchors from before', async () => {
    await record(3)
    await seal(openSecrets(first))
    const before = await verify(openSecrets(first))
    const kept = before.kind === 'intact' ? before.end : expect.unreachable()
    await change(openSecrets(second, [first]))
    await record(3)
    await seal(openSecrets(second))
    await change(openSecrets(third, [second]))
    await record(1)
    await seal(openSecrets(third))
    expect(await verify(openSecrets(third), [kept])).toMatchObject({ kind: 'intact', sealed: 7, anchors: 2 })
    expect(await change(openSecrets(third))).toBeUndefined()
    for (const secret of [first, second]) expect(await verify(openSecrets(secret))).toMatchObject({ kind: 'broken' })
  })

  it('is made longer by processes that know both secrets, whichever they hold for the present one', async () => {
    const [one, other] = [openSecrets(first, [second]), openSecrets(second, [first])]
    for (const secrets of [one, other, one]) {
      await record(2)
      await seal(secrets)
    }
    await change(other)
    for (const secrets of [one, other]) {
      await record(2)
      await seal(secrets)
    }
    expect(await verify(openSecrets(second))).toMatchObject({ kind: 'intact', sealed: 10 })
  })

  it('changes its key once where several change it at the same time, and when nothing was recorded between', async () => {
    await record(2)
    await seal(openSecrets(first))
    const both = openSecrets(second, [first])
    const from = await Promise.all([change(both), change(both), change(both)])
    expect(from.filter((row) => row !== undefined)).toEqual([3])
    await change(openSecrets(third, [second]))
    await record(1)
    await seal(openSecrets(third))
    expect(await verify(openSecrets(third))).toMatchObject({ kind: 'intact', sealed: 3 })
  })

  it('is not changed when the secret of its head is unknown', async () => {
    await record(2)
    await seal(openSecrets(first))
    await expect(change(openSecrets(second))).rejects.toThrow(ChainDamagedError)
    expect(await verify(openSecrets(first))).toMatchObject({ kind: 'intact' })
  })

  it('is cut off by retention before and after a change, and verifies', async () => {
    await changedTwice()
    expect(await cutOldEvents({ database, secrets: openSecrets(third) }, sql`now() + interval '6 years 1 hour'`)).toBe(
      7,
    )
    await record(1)
    await seal(openSecrets(third))
    expect(await verify(openSecrets(third))).toMatchObject({ kind: 'intact', sealed: 1, cutTo: 7 })
    expect(await change(openSecrets(first, [third]))).toBe(9)
    expect(await verify(openSecrets(first))).toMatchObject({ kind: 'intact', sealed: 1 })
  })
})

describe('F2: a change made with an earlier secret alone is found', () => {
  const forgeries: [what: string, statements: string, found: RegExp][] = [
    [
      'the end up to which its key counts',
      'update audit_key_changes set sequence = 5 where sequence = 6',
      /key of its earlier rows/,
    ],
    [
      'the key of other rows',
      'update audit_key_changes set sealed_key = (select sealed_key from audit_key_changes where sequence = 3) where sequence = 6',
      /key of its earlier rows/,
    ],
    ['a change that is gone', 'delete from audit_key_changes where sequence = 3', /the anchor of .* was changed/],
  ]
  it.each(forgeries)('when it changes %s', async (_, statement, found) => {
    await changedTwice()
    await run(statement)
    const verdict = await verify(openSecrets(third))
    expect(verdict.kind === 'broken' ? verdict.sentence : verdict).toMatch(found)
  })

  it('when it rewrites all rows of its time', async () => {
    await changedTwice()
    await run("update audit_events set actor = 'eve' where id = (select event_id from audit_seals where sequence = 2)")
    const [key] = openSecrets(first).auditKeys
    let end: ChainEnd = { sequence: 0, hash: Buffer.alloc(0) }
    for (const { event } of await findSealed(database.db, 0, 3)) {
      end = sealed(key, end, event ?? expect.unreachable())
      const { sequence, hash } = end
      await database.asOwner((db) =>
        db.updateTable('audit_seals').set({ hash }).where('sequence', '=', String(sequence)).execute(),
      )
    }
    const forged = end
    await database.asOwner((db) =>
      db
        .updateTable('audit_anchors')
        .set({ sequence: 3, hash: forged.hash, mac: macOf(key, forged) })
        .execute(),
    )
    const verdict = await verify(openSecrets(third))
    expect(verdict.kind === 'broken' ? verdict.sentence : verdict).toMatch(
      /row 3 is not the one that the change of the secret names/,
    )
  })
})
