import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import { openHashGate, suspectsWaitingMax, unknownPerMinuteMax } from './hash-gate.ts'

const own = randomBytes(32)
const strangers = (count: number) => Array.from({ length: count }, () => [randomBytes(32)])

/** A gate whose look-ups are answered when the test says so. */
function heldGate(now = () => 0) {
  const asked: { hashes: readonly Buffer[]; answer: () => void }[] = []
  const gate = openHashGate(
    (hashes) =>
      new Promise((resolve) => {
        const answer = () => resolve(hashes.filter((hash) => hash.equals(own)))
        asked.push({ hashes, answer })
      }),
    now,
  )
  return { gate, asked }
}

async function flood(gate: ReturnType<typeof openHashGate>, network: string, count = unknownPerMinuteMax) {
  await Promise.all(strangers(count).map((hashes) => gate.has(hashes, network)))
}

test('keys that come together are looked up by one statement', async () => {
  const batches: number[] = []
  const gate = openHashGate(async (hashes) => {
    batches.push(hashes.length)
    return [own]
  })
  const all = await Promise.all([...strangers(99), [own]].map((hashes) => gate.has(hashes, 'here')))
  expect(all).toEqual([...Array(99).fill(false), true])
  expect(batches).toEqual([100])
})

test('G10: a key from another network waits behind no unknown ones of a network that floods', async () => {
  const { gate, asked } = heldGate()
  const flooding = flood(gate, 'flood')
  await expect.poll(() => asked.length).toBe(1)
  asked.shift()?.answer()
  await flooding
  // From here on its look-ups have a line of their own, the first of which is never answered.
  const waiting = strangers(1_000).map((hashes) => gate.has(hashes, 'flood'))
  await expect.poll(() => asked.length).toBe(1)
  const other = gate.has([own], 'elsewhere')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.answer()
  expect(await other).toBe(true)
  expect(waiting).toHaveLength(1_000)
})

test('G10: the line of a network that floods has a length, past which callers are asked to retry, and its known keys work', async () => {
  const { gate, asked } = heldGate()
  const flooding = flood(gate, 'flood')
  await expect.poll(() => asked.length).toBe(1)
  asked.shift()?.answer()
  await flooding
  const known = gate.has([own], 'flood')
  await expect.poll(() => asked.length).toBe(1)
  const waiting = strangers(suspectsWaitingMax).map((hashes) => gate.has(hashes, 'flood'))
  await expect(gate.has(strangers(1)[0] ?? [], 'flood')).rejects.toMatchObject({ code: 'too_many_attempts' })
  asked[0]?.answer()
  expect(await known).toBe(true)
  expect(waiting).toHaveLength(suspectsWaitingMax)
})

test('a network that flooded is like others a minute later', async () => {
  let nowMs = 0
  const { gate, asked } = heldGate(() => nowMs)
  const flooding = flood(gate, 'flood')
  await expect.poll(() => asked.length).toBe(1)
  asked.shift()?.answer()
  await flooding
  void gate.has([own], 'flood')
  await expect.poll(() => asked.length).toBe(1)
  nowMs = 60_000
  const later = gate.has([own], 'flood')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.answer()
  expect(await later).toBe(true)
})

test('a look-up that fails fails those that wait for it alone', async () => {
  let isAway = true
  const gate = openHashGate(async () => {
    if (isAway) throw new Error('away')
    return [own]
  })
  await expect(gate.has([own], 'here')).rejects.toThrow('away')
  isAway = false
  expect(await gate.has([own], 'here')).toBe(true)
})

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())

test.each([
  ['api_keys', 'lookup_hash'],
  ['sessions', 'token_hash'],
])('G10: whether a hash is among those of %s is read from its index alone', async (table, column) => {
  const plan = await database.db.transaction().execute(async (trx) => {
    // A table of few rows would be read whole, a bitmap be made of it.
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    const hashes = [randomBytes(32), randomBytes(32)]
    return sql<{ 'QUERY PLAN': string }>`explain select ${sql.ref(column)} from ${sql.table(table)}
      where ${sql.ref(column)} = any(${hashes})`.execute(trx)
  })
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan using \w+_key/)
})
