import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestAccounts, type TestAccounts } from '../../test/support/accounts/test-accounts.ts'
import { keyChecker } from './check-key.ts'
import { createKeyText } from './key-format.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

/** Whether a statement asks whose a key is, not only whether it exists. */
const isLookUp = (node: object) => Array.isArray(Reflect.get(node, 'joins'))

/** How often the database is queried for a key while `work` runs, which takes no time by the checker's clock. */
async function lookUpsIn(work: (checker: ReturnType<typeof keyChecker>) => Promise<unknown>): Promise<number> {
  let asked = 0
  const db = accounts.database.db.withPlugin({
    transformQuery: ({ node }) => {
      if (isLookUp(node)) asked++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await work(keyChecker({ database: { ...accounts.database, db }, secrets: accounts.secrets }, () => 0))
  return asked
}

/**
 * A checker whose look-ups are answered, with what the database said, when the test says so, by a clock of the test's.
 */
function heldChecker() {
  const lookUps: { resolve(): void; reject(error: Error): void }[] = []
  const begun = { count: 0 }
  const passing = new WeakSet<object>()
  const db = accounts.database.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (isLookUp(node)) begun.count++
      else passing.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (passing.has(queryId)) return result
      await new Promise<void>((resolve, reject) => lookUps.push({ resolve, reject }))
      return result
    },
  })
  const clock = { ms: 0 }
  const checker = keyChecker({ database: { ...accounts.database, db }, secrets: accounts.secrets }, () => clock.ms)
  const answered = async (count: number) => {
    await expect.poll(() => lookUps.length).toBe(count)
    lookUps[count - 1]?.resolve()
  }
  return { checker, clock, begun, lookUps, answered }
}

/** Whether it ends without anything else that happens. */
async function isSettled(answer: unknown): Promise<boolean> {
  let isOver = false
  Promise.resolve(answer).finally(() => {
    isOver = true
  })
  await setImmediate()
  return isOver
}

const activeKeys = (accountId: string) =>
  accounts.database.db
    .selectFrom('api_keys')
    .select('id')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()

describe('an API key', () => {
  it('names its account', async () => {
    const { accountId, apiKey } = await accounts.newAccount()
    const check = await accounts.keys.check(apiKey)
    expect(check).toMatchObject({ ok: true, accountId })
    expect(await accounts.keys.check(apiKey)).toEqual(check)
  })

  it.each([
    ['missing', undefined, 'key_missing'],
    ['empty', '', 'key_missing'],
    ['of another form', 'Bearer abc', 'key_malformed'],
    ['sent twice', `${createKeyText()}, ${createKeyText()}`, 'key_malformed'],
    ['without its checksum', createKeyText().slice(0, -6), 'key_malformed'],
  ])('that is %s is refused without asking the database', async (_, header, code) => {
    const asked = await lookUpsIn(async (checker) => {
      expect(await checker.check(header)).toEqual({ ok: false, code, details: undefined })
    })
    expect(asked).toBe(0)
  })

  it('of no account is unknown', async () => {
    expect(await accounts.keys.check(createKeyText())).toEqual({ ok: false, code: 'key_unknown', details: undefined })
  })

  it('G10: that is unknown takes the place of none that is known, however many come', async () => {
    const { apiKey } = await accounts.newAccount()
    const asked = await lookUpsIn(async (checker) => {
      await checker.check(apiKey)
      await Promise.all(Array.from({ length: 11_000 }, () => checker.check(createKeyText(), () => 'elsewhere')))
      // Known without a wait.
      expect(checker.check(apiKey)).toMatchObject({ ok: true })
    })
    expect(asked).toBe(1)
  })

  it('is looked up once for many calls at the same time', async () => {
    const { apiKey } = await accounts.newAccount()
    const asked = await lookUpsIn(async (checker) => {
      const checks = await Promise.all(Array.from({ length: 100 }, () => checker.check(apiKey)))
      expect(checks.every(({ ok }) => ok)).toBe(true)
      await checker.check(apiKey)
    })
    expect(asked).toBe(1)
  })

  it('B12: stops working at once where it is replaced, and says since when', async () => {
    const { accountId, apiKey } = await accounts.newAccount()
    expect((await accounts.keys.check(apiKey)).ok).toBe(true)
    const today = () => new Date().toISOString().slice(0, 10)
    const before = today()
    const { apiKey: next } = await accounts.replaceKeyOf(accountId)
    const check = await accounts.keys.check(apiKey)
    expect(check).toMatchObject({ ok: false, code: 'key_revoked', details: { revokedAt: expect.any(String) } })
    // The test may run across midnight.
    expect([before, today()]).toContain(check.ok || check.code !== 'key_revoked' ? '' : check.details.revokedAt)
    expect(await accounts.keys.check(next)).toMatchObject({ ok: true, accountId })
    expect((await accounts.showMe(accountId)).apiKey).toBe(next)
  })

  it('A9, B12: stops working within a second on every other process', async () => {
    const { accountId, apiKey } = await accounts.newAccount()
    let now = 0
    const elsewhere = keyChecker(accounts, () => now)
    expect((await elsewhere.check(apiKey)).ok).toBe(true)
    await accounts.replaceKeyOf(accountId)
    expect((await elsewhere.check(apiKey)).ok).toBe(true)
    now = 1_000
    expect(await elsewhere.check(apiKey)).toMatchObject({ ok: false, code: 'key_revoked' })
  })

  it('A9, B12: is looked up again in the background while calls use the cached answer, up to its oldest age', async () => {
    const { accountId, apiKey } = await accounts.newAccount()
    const { checker, clock, lookUps, answered } = heldChecker()
    const first = checker.check(apiKey)
    await answered(1)
    expect((await first).ok).toBe(true)
    await accounts.replaceKeyOf(accountId)
    clock.ms = 899
    expect((await checker.check(apiKey)).ok).toBe(true)
    expect((await checker.check(apiKey)).ok).toBe(true)
    await answered(2)
    // No call waited for it, and the next call uses it.
    await expect.poll(async () => (await checker.check(apiKey)).ok).toBe(false)
    expect(lookUps).toHaveLength(2)
  })

  it('A9, B12: that is looked up again slowly is good for no longer than that look-up is old', async () => {
    const { accountId, apiKey } = await accounts.newAccount()
    const { checker, clock, lookUps, answered } = heldChecker()
    const first = checker.check(apiKey)
    await answered(1)
    await first
    clock.ms = 500
    expect((await checker.check(apiKey)).ok).toBe(true)
    await expect.poll(() => lookUps.length).toBe(2)
    await accounts.replaceKeyOf(accountId)
    clock.ms = 900
    const waits = checker.check(apiKey)
    expect(await isSettled(waits)).toBe(false)
    await answered(2)
    // It was requested before the key was replaced.
    expect((await waits).ok).toBe(true)
    clock.ms = 1_399
    expect((await checker.check(apiKey)).ok).toBe(true)
    clock.ms = 1_400
    const last = checker.check(apiKey)
    expect(await isSettled(last)).toBe(false)
    await answered(3)
    expect(await last).toMatchObject({ ok: false, code: 'key_revoked' })
    expect(lookUps).toHaveLength(3)
  })

  it('A9, B12: whose next look-up fails is looked up again when the cached answer is at its oldest, and not before', async () => {
    const { accountId, apiKey } = await accounts.newAccount()
    const { checker, clock, begun, lookUps, answered } = heldChecker()
    const first = checker.check(apiKey)
    await answered(1)
    await first
    await accounts.replaceKeyOf(accountId)
    clock.ms = 500
    await checker.check(apiKey)
    await expect.poll(() => lookUps.length).toBe(2)
    lookUps[1]?.reject(new Error('The database is away.'))
    await setImmediate()
    clock.ms = 899
    expect(await isSettled(checker.check(apiKey))).toBe(true)
    expect(begun.count).toBe(2)
    clock.ms = 900
    const last = checker.check(apiKey)
    await answered(3)
    expect(await last).toMatchObject({ ok: false, code: 'key_revoked' })
  })

  it('that was forgotten during a look-up is looked up once more', async () => {
    const { accountId, apiKey } = await accounts.newAccount()
    const { checker, clock, lookUps, answered } = heldChecker()
    const first = checker.check(apiKey)
    await answered(1)
    await first
    clock.ms = 600
    expect((await checker.check(apiKey)).ok).toBe(true)
    await expect.poll(() => lookUps.length).toBe(2)
    await accounts.replaceKeyOf(accountId)
    checker.forget(accountId)
    await answered(2)
    const next = checker.check(apiKey)
    await answered(3)
    expect(await next).toMatchObject({ ok: false, code: 'key_revoked' })
    expect(await checker.check(apiKey)).toMatchObject({ ok: false, code: 'key_revoked' })
  })

  it('is looked up again after the database failed', async () => {
    const { apiKey } = await accounts.newAccount()
    let isDown = true
    const db = accounts.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isDown) throw new Error('The database is away.')
        return result
      },
    })
    const checker = keyChecker({ database: { ...accounts.database, db }, secrets: accounts.secrets })
    await expect(checker.check(apiKey)).rejects.toThrow('The database is away.')
    isDown = false
    expect((await checker.check(apiKey)).ok).toBe(true)
  })

  it('is one of exactly one that works, also when twenty are made at once', async () => {
    const { accountId, apiKey } = await accounts.newAccount()
    const made = await Promise.all(Array.from({ length: 20 }, () => accounts.replaceKeyOf(accountId)))
    expect(await activeKeys(accountId)).toHaveLength(1)
    const { apiKey: current } = await accounts.showMe(accountId)
    for (const key of [apiKey, ...made.map((each) => each.apiKey)]) {
      expect(await accounts.keys.check(key)).toMatchObject(
        key === current ? { ok: true, accountId } : { ok: false, code: 'key_revoked' },
      )
    }
  })

  it('B12: is nowhere in the clear in the database', async () => {
    const { accountId, apiKey } = await accounts.newAccount()
    const row = await accounts.database.db
      .selectFrom('api_keys')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    const stored = Buffer.concat([row.sealed, row.lookup_hash, Buffer.from(JSON.stringify(row))])
    expect(stored.includes(apiKey)).toBe(false)
    expect(stored.includes(apiKey.slice(9, 19))).toBe(false)
  })

  it('B12: in the row of another account does not open there', async () => {
    const [one, other] = [await accounts.newAccount(), await accounts.newAccount()]
    await accounts.database.db
      .updateTable('api_keys')
      .set((expression) => ({
        sealed: expression
          .selectFrom('api_keys as theirs')
          .select('theirs.sealed')
          .where('theirs.account_id', '=', one.accountId),
      }))
      .where('account_id', '=', other.accountId)
      .execute()
    await expect(accounts.showMe(other.accountId)).rejects.toThrow('Sealed bytes could not be opened')
  })
})
