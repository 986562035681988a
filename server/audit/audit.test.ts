import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { openSecrets } from '../platform/secrets.ts'
import { lockHead } from './audit-store.ts'
import { parseAnchor } from './chain.ts'
import { type AuditEvent, recordEvent } from './record.ts'
import { ChainDamagedError, keepSealing, sealAll, unsealedSeconds } from './seal.ts'
import { verifyAudit } from './verify.ts'

const secrets = openSecrets(randomBytes(32))

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())

/** Each test begins with an empty log, for the chain is one. */
beforeEach(async () => {
  await run('delete from audit_events')
  await run('delete from audit_seals')
  await run('delete from audit_anchors')
  await run("update audit_head set sequence = 0, hash = '', mac = null")
})

/** As an attacker with the whole database. */
const run = (statement: string) => database.asOwner((db) => sql.raw(statement).execute(db))
const parts = () => ({ database, secrets })
const seal = () => sealAll(parts(), () => {})
const verify = () => verifyAudit(parts())

const record = (event: Partial<AuditEvent> = {}) =>
  inTransaction(database, (trx) =>
    recordEvent(trx, {
      actor: 'ada',
      action: 'key.replaced',
      subject: 'ada',
      details: { b: 1, a: 'x', c: null },
      ...event,
    }),
  )

async function recordMany(count: number) {
  for (let index = 1; index <= count; index++) await record({ subject: `account-${index}` })
}

/** Ten events, sealed. */
async function tenSealed() {
  await recordMany(10)
  await seal()
}

/** On a busy machine an attempt to seal takes seconds. */
const patiently = { interval: 20, timeout: 20_000 }

/** The id of the event that is sealed at this place. */
const eventAt = (sequence: number) => `(select event_id from audit_seals where sequence = ${sequence})`

describe('the audit log', () => {
  it('F2: keeps an event if and only if its transaction is kept', async () => {
    await record()
    await expect(
      inTransaction(database, async (trx) => {
        await recordEvent(trx, { actor: null, action: 'account.sign_in_failed', subject: 'x' })
        throw new Error('on the way')
      }),
    ).rejects.toThrow('on the way')
    await seal()
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 1 })
  })

  it('is intact when empty, when events wait, and when they are sealed', async () => {
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 0, waiting: 0, anchors: 0 })
    await recordMany(3)
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 0, waiting: 3 })
    await seal()
    await recordMany(1)
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 3, waiting: 1, anchors: 1 })
  })

  it('is sealed once by several who seal at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => recordMany(150)))
    await Promise.all(Array.from({ length: 4 }, seal))
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 750, waiting: 0 })
  })

  it('seals what became visible late, though later events are sealed already', async () => {
    await record()
    await run("update audit_events set at = now() - interval '9 minutes'")
    const [late] = await database.asOwner((db) => db.deleteFrom('audit_events').returningAll().execute())
    await record()
    await seal()
    const { details, ...row } = late ?? expect.unreachable()
    await sql`insert into audit_events (id, at, actor, action, subject, details) values
      (${row.id}, ${row.at}, ${row.actor}, ${row.action}, ${row.subject}, ${JSON.stringify(details)})`.execute(
      database.db,
    )
    await seal()
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 2, waiting: 0 })
  })

  it('seals by itself, and the rest when it is closed', async () => {
    const anchors: string[] = []
    const alarms: string[] = []
    const events = { onAnchor: (text: string) => anchors.push(text), onAlarm: (text: string) => alarms.push(text) }
    const sealing = keepSealing(parts(), events)
    await recordMany(2)
    await sealing.close()
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 2, waiting: 0 })
    expect(sealing.isAlarmed()).toBe(false)
    expect(alarms).toEqual([])
    expect(anchors.map(parseAnchor)).toEqual([expect.objectContaining({ sequence: 2 })])
  })

  it('F2: raises the alarm where the head was changed, and seals nothing on top of it', async () => {
    await tenSealed()
    await run('update audit_head set sequence = 9')
    await record()
    await expect(seal()).rejects.toThrow(ChainDamagedError)
    const alarms: string[] = []
    const sealing = keepSealing(parts(), { onAnchor: () => {}, onAlarm: (text) => alarms.push(text) })
    await sealing.close()
    expect(sealing.isAlarmed()).toBe(true)
    expect(alarms).toEqual([expect.stringMatching(/^The audit log: its head was changed/)])
    expect(await verify()).toMatchObject({ kind: 'broken' })
  })
})

/** As calls may write, since the database lets them add events and seals. */
const asCalls = (statement: string) => sql.raw(statement).execute(database.db)

/** Watches sealing by a clock that stops until it is set. */
function watchSealing() {
  const clock = { ms: 0, readings: 0 }
  const alarms: string[] = []
  const onAlarm = (text: string) => alarms.push(text)
  const sealing = keepSealing(parts(), { onAnchor: () => {}, onAlarm }, () => {
    clock.readings++
    return clock.ms
  })
  return { sealing, clock, alarms }
}

describe('F2: sealing is not put off in silence', () => {
  it.each(["now() + interval '1 year'", "'infinity'"])('by an event that claims to be of %s', async (at) => {
    await recordMany(2)
    await asCalls(`insert into audit_events (id, at, action, subject, details) values ('z', ${at}, 'x', 'y', '{}')`)
    await seal()
    await recordMany(2)
    await seal()
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 5, waiting: 0 })
    expect(await unsealedSeconds(parts())).toBe(0)
  })

  it('by events that come late, each of which would let in a later one', async () => {
    await recordMany(2)
    await seal()
    for (const [id, minutes] of [
      ['late', 9],
      ['too late', 18],
    ] as const) {
      await asCalls(`insert into audit_events (id, at, action, subject, details)
        values ('${id}', now() - interval '${minutes} minutes', 'x', 'y', '{}')`)
      await seal()
    }
    expect(await verify()).toMatchObject({
      kind: 'broken',
      sentence: expect.stringContaining('the event too late has'),
    })
  })

  it('by anything of the head that its proof does not cover', async () => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = 'audit_head' and column_name <> 'id' order by 1`.execute(database.db)
    expect(rows.map(({ name }) => name)).toEqual(['hash', 'mac', 'sequence'])
  })

  it.each([1_000_000, 0, -1])('by a seal that is none, numbered %i', async (sequence) => {
    await tenSealed()
    await record()
    await asCalls(`insert into audit_seals (sequence, event_id, hash) select ${sequence}, id, sha256('x')
      from audit_events where id not in (select event_id from audit_seals)`)
    const { sealing, alarms } = watchSealing()
    await sealing.close()
    expect(sealing.isAlarmed()).toBe(true)
    expect(alarms).toEqual([expect.stringContaining('audit_seals')])
    expect(await verify()).toMatchObject({ kind: 'broken' })
  })

  it('by a head that was moved on, under which seals that are none count', async () => {
    await tenSealed()
    await asCalls('update audit_head set sequence = 1000000')
    await record()
    await asCalls(`insert into audit_seals (sequence, event_id, hash) select 500000, id, sha256('x')
      from audit_events where id not in (select event_id from audit_seals)`)
    expect(await unsealedSeconds(parts())).toBe(0)
    const { sealing, alarms } = watchSealing()
    await sealing.close()
    expect(sealing.isAlarmed()).toBe(true)
    expect(alarms).toEqual([expect.stringMatching(/^The audit log: its head was changed/)])
    expect(await verify()).toMatchObject({ kind: 'broken' })
  })

  it('by one reason that is reported: another one is reported too, and each of them once', async () => {
    await tenSealed()
    await run('update audit_head set sequence = 9')
    const { sealing, alarms } = watchSealing()
    await expect.poll(() => alarms.length, patiently).toBe(1)
    await record()
    await asCalls(`insert into audit_seals (sequence, event_id, hash) select 11, id, sha256('x')
      from audit_events where id not in (select event_id from audit_seals)`)
    await run('update audit_head set sequence = 10')
    await expect.poll(() => alarms.length, patiently).toBe(2)
    // Which tries once more.
    await sealing.close()
    expect(alarms).toEqual([expect.stringContaining('its head was changed'), expect.stringContaining('audit_seals')])
  })

  it('by a lock that is never let go: the alarm is raised after a minute, and ends when it is', async () => {
    await record()
    let letGo = () => {}
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve
    })
    onTestFinished(() => letGo())
    let tellLocked = () => {}
    const isLocked = new Promise<void>((resolve) => {
      tellLocked = resolve
    })
    const held = database.asOwner(
      (db) =>
        inTransaction({ db }, async (trx) => {
          await lockHead(trx)
          tellLocked()
          await isLetGo
        }),
      true,
    )
    await isLocked
    const { sealing, clock, alarms } = watchSealing()
    const anotherFailure = async () => {
      const before = clock.readings
      await expect.poll(() => clock.readings, patiently).toBeGreaterThan(before)
    }
    await anotherFailure()
    clock.ms = 59_999
    await anotherFailure()
    expect([sealing.isAlarmed(), alarms]).toEqual([false, []])
    clock.ms = 60_000
    await expect.poll(() => sealing.isAlarmed(), patiently).toBe(true)
    expect(alarms).toEqual([
      expect.stringMatching(/^The audit log: nothing could be sealed for 60 seconds, .*timeout\.$/),
    ])
    expect(await unsealedSeconds(parts())).toBeGreaterThan(2)
    letGo()
    await held
    await expect.poll(() => sealing.isAlarmed(), patiently).toBe(false)
    await sealing.close()
    expect(alarms).toHaveLength(1)
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 1, waiting: 0 })
  })
})

const tampering: [what: string, statement: string, row: RegExp][] = [
  ['who did it', `update audit_events set actor = 'eve' where id = ${eventAt(4)}`, /row 4 .* was changed/],
  ['that it has no actor', `update audit_events set actor = null where id = ${eventAt(4)}`, /row 4 .* was changed/],
  ['what was done', `update audit_events set action = 'x' where id = ${eventAt(1)}`, /row 1 .* was changed/],
  ['to whom', `update audit_events set subject = 'eve' where id = ${eventAt(10)}`, /row 10 .* was changed/],
  [
    'a detail',
    `update audit_events set details = '{"a":"y","b":1,"c":null}' where id = ${eventAt(2)}`,
    /row 2 .* changed/,
  ],
  [
    'the time by a microsecond',
    `update audit_events set at = at + interval '1 microsecond' where id = ${eventAt(7)}`,
    /row 7 .* was changed/,
  ],
  ['the seal', `update audit_seals set hash = sha256('x') where sequence = 5`, /row 5 .* was changed/],
  ['an event that goes', `delete from audit_events where id = ${eventAt(3)}`, /row 3 has lost its event/],
  ['a seal that goes', 'delete from audit_seals where sequence = 6', /row 6 is gone; the next one there is row 7/],
  [
    'an event and its seal that go',
    'with gone as (delete from audit_seals where sequence = 1 returning event_id) delete from audit_events where id in (select event_id from gone)',
    /row 1 is gone/,
  ],
  [
    'an event that goes with the others moved up',
    'delete from audit_seals where sequence = 6; update audit_seals set sequence = sequence - 1 where sequence > 6',
    /row 6 .* is not in its place/,
  ],
  [
    'the order of two',
    'update audit_seals set sequence = 99 where sequence = 4; update audit_seals set sequence = 4 where sequence = 5; update audit_seals set sequence = 5 where sequence = 99',
    /row 4 .* is not in its place/,
  ],
  ['the tail', 'delete from audit_seals where sequence > 8', /row 9 is gone, and all behind it/],
  [
    'the tail and the head',
    'delete from audit_seals where sequence > 8; update audit_head set sequence = 8, hash = (select hash from audit_seals where sequence = 8)',
    /the head of the chain was changed/,
  ],
  [
    'all of it, and the head, but not the anchor',
    "delete from audit_seals; delete from audit_events; update audit_head set sequence = 0, hash = '', mac = null",
    /row 1 is gone, and all behind it: the anchor of 20\d\d-\d\d-\d\d is at row 10/,
  ],
  ['the anchor', 'update audit_anchors set sequence = 3', /the anchor of .* was changed/],
  [
    'a row that comes at the end',
    `insert into audit_events (id, action, subject, details) values ('z', 'x', 'y', '{}');
     insert into audit_seals (sequence, event_id, hash) values (11, 'z', sha256('z'))`,
    /row 11 .* was changed/,
  ],
  [
    'an event of the past that comes',
    `insert into audit_events (id, at, action, subject, details) values ('z', now() - interval '1 hour', 'x', 'y', '{}')`,
    /the event z has no seal/,
  ],
  [
    'an event of the past that comes with a seal before the beginning',
    `insert into audit_events (id, at, action, subject, details) values ('z', now() - interval '1 hour', 'x', 'y', '{}');
     insert into audit_seals (sequence, event_id, hash) values (0, 'z', sha256('z'))`,
    /row 0 was added/,
  ],
  [
    'the time of what is sealed last, for an event of the past to be sealed with the next ones',
    `update audit_events set at = '2000-01-01' where id = ${eventAt(10)};
     insert into audit_events (id, at, action, subject, details) values ('z', '2000-01-01', 'x', 'y', '{}')`,
    /row 10 .* was changed/,
  ],
]

describe('F2, T29: any change to the log in the database is found', () => {
  it.each(tampering)('%s', async (_, statement, row) => {
    await tenSealed()
    for (const part of statement.split(/;\s*/)) await run(part)
    const verdict = await verify()
    expect(verdict.kind === 'broken' ? verdict.sentence : verdict).toMatch(row)
  })

  it('anyone who has not the secret cannot write a chain that verifies', async () => {
    await recordMany(3)
    await sealAll({ database, secrets: openSecrets(randomBytes(32)) }, () => {})
    expect(await verify()).toMatchObject({ kind: 'broken' })
  })

  it('also when an old state of the whole log is put back, given an anchor from elsewhere', async () => {
    await tenSealed()
    const intact = await verify()
    const kept = intact.kind === 'intact' ? intact.end : expect.unreachable()
    const old = await database.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
    expect(await verifyAudit(parts(), [kept])).toMatchObject({ kind: 'intact', anchors: 2 })

    await recordMany(2)
    await seal()
    const later = await verify()
    const laterEnd = later.kind === 'intact' ? later.end : expect.unreachable()
    await run(`delete from audit_events where id in (select event_id from audit_seals where sequence > 10)`)
    await run('delete from audit_seals where sequence > 10')
    await database.asOwner((db) =>
      db.updateTable('audit_head').set({ sequence: 10, hash: old.hash, mac: old.mac }).execute(),
    )
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 10 })
    expect(await verifyAudit(parts(), [laterEnd])).toEqual({
      kind: 'broken',
      sentence: expect.stringContaining('row 11 is gone, and all behind it: the anchor that was given is at row 12'),
    })
    const forged = { ...kept, hash: randomBytes(32) }
    expect(await verifyAudit(parts(), [forged])).toMatchObject({ kind: 'broken' })
  })
})
