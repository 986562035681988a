import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestAccounts, type TestAccounts } from '../../test/support/accounts/test-accounts.ts'
import { withTransactions } from '../../test/support/platform/test-transactions.ts'
import { setEmails } from '../accounts/account-store.ts'
import { openQuota, type Quota } from './quota.ts'
import { startUsageWriter, type UsageWriter } from './usage-writer.ts'

let accounts: TestAccounts
let quota: Quota
/** Another process on the same database. */
let elsewhere: Quota
let writer: UsageWriter
beforeAll(async () => {
  accounts = await startTestAccounts()
  quota = openQuota({ database: accounts.database, publicUrl: 'https://praxidex.example' })
  writer = startUsageWriter({ database: accounts.database, warn: (sentence) => expect.unreachable(sentence) })
  elsewhere = openQuota({ database: accounts.database, publicUrl: 'https://praxidex.example' })
})
afterAll(async () => {
  await writer.close()
  await accounts.database.close()
})

const [startMs, endMs] = [Date.parse('2026-11-15T10:00Z'), Date.parse('2026-12-15T10:00Z')]

/** As the meter does for a call that fails. */
async function giveBack(period: { accountId: string; startMs: number }): Promise<void> {
  writer.batch.addToPeriod(period.accountId, period.startMs, -1)
  await writer.write()
}

/** A period of an account of its own, and the emails it was sent. */
async function newPeriod(limit: number) {
  const { accountId, email } = await accounts.newAccount()
  const emails = async () => {
    const rows = await accounts.database.db
      .selectFrom('letters')
      .select('kind')
      .where('recipient', '=', email)
      .where('kind', 'like', 'quota-%')
      .orderBy('id')
      .execute()
    return rows.map(({ kind }) => kind)
  }
  return { period: { accountId, startMs, endMs, limit }, emails }
}

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

describe('a quota', () => {
  it('grants its calls one after the other, each with its number, and no more', async () => {
    const { period } = await newPeriod(3)
    for (const calls of [1, 2, 3]) expect(await quota.reserve(period)).toEqual({ isGranted: true, calls })
    expect(await quota.reserve(period)).toEqual({ isGranted: false, calls: 3 })
  })

  it('grants each of its calls once to many that come at once, in two processes', async () => {
    const { period } = await newPeriod(100)
    const places = await Promise.all(times(500, (index) => (index % 2 === 0 ? quota : elsewhere).reserve(period)))
    const granted = places.filter(({ isGranted }) => isGranted).map(({ calls }) => calls)
    expect(granted.sort((a, b) => a - b)).toEqual(times(100, (index) => index + 1))
  })

  it('grants a place that was given back again', async () => {
    const { period } = await newPeriod(2)
    await quota.reserve(period)
    await quota.reserve(period)
    await giveBack(period)
    expect(await elsewhere.reserve(period)).toEqual({ isGranted: true, calls: 2 })
    expect((await quota.reserve(period)).isGranted).toBe(false)
  })

  it('is whole after as many places given back as were granted, whatever the order', async () => {
    const { period } = await newPeriod(20)
    await Promise.all(
      times(60, async (index) => {
        const process = index % 2 === 0 ? quota : elsewhere
        if ((await process.reserve(period)).isGranted) await giveBack(period)
      }),
    )
    expect(await quota.reserve(period)).toEqual({ isGranted: true, calls: 1 })
  })

  it('starts again with each period, and late calls of the one before count there (T15)', async () => {
    const { period } = await newPeriod(10)
    const next = { ...period, startMs: endMs, endMs: Date.parse('2027-01-15T10:00Z') }
    const places = await Promise.all(times(60, (index) => quota.reserve(index % 3 === 0 ? period : next)))
    const granted = (of: (index: number) => boolean) =>
      places.filter(({ isGranted }, index) => isGranted && of(index)).length
    expect([granted((index) => index % 3 === 0), granted((index) => index % 3 !== 0)]).toEqual([10, 10])
  })

  it('that is lowered below what is used grants nothing, and raised grants the rest', async () => {
    const { period } = await newPeriod(10)
    await Promise.all(times(8, () => quota.reserve(period)))
    expect(await quota.reserve({ ...period, limit: 5 })).toEqual({ isGranted: false, calls: 8 })
    const raised = await Promise.all(times(20, () => quota.reserve({ ...period, limit: 12 })))
    expect(raised.filter(({ isGranted }) => isGranted)).toHaveLength(4)
  })

  it('fails every call that waits when the database fails, and serves the next', async () => {
    const { period } = await newPeriod(5)
    let isDown = true
    const db = accounts.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isDown) throw new Error('The database is away.')
        return result
      },
    })
    const shaky = openQuota({ database: { ...accounts.database, db }, publicUrl: '' })
    const calls = await Promise.allSettled(times(10, () => shaky.reserve(period)))
    expect(calls.every(({ status }) => status === 'rejected')).toBe(true)
    isDown = false
    expect((await shaky.reserve(period)).calls).toBeLessThanOrEqual(5)
  })
})

describe('an email about the quota', () => {
  it('is written by the call that reaches 80 % and by the one that reaches 100 %, once each', async () => {
    const { period, emails } = await newPeriod(10)
    const seen: string[][] = []
    for (let call = 1; call <= 11; call++) {
      await quota.reserve(period)
      seen.push(await emails())
    }
    expect(seen.slice(0, 7)).toEqual(Array(7).fill([]))
    expect(seen.slice(7, 9)).toEqual(Array(2).fill(['quota-80']))
    expect(seen.slice(9)).toEqual(Array(2).fill(['quota-80', 'quota-100']))
  })

  it('is not written again when places are given back and taken again', async () => {
    const { period, emails } = await newPeriod(5)
    for (let again = 0; again < 3; again++) {
      await Promise.all(times(5, () => quota.reserve(period)))
      await Promise.all(times(5, () => giveBack(period)))
      await Promise.all(times(4, () => quota.reserve(period)))
      await Promise.all(times(4, () => giveBack(period)))
    }
    expect((await emails()).filter((kind) => kind === 'quota-100')).toHaveLength(1)
    expect((await emails()).filter((kind) => kind === 'quota-80').length).toBeLessThanOrEqual(1)
  })

  it('is written once by many calls at once in two processes, and the one of 80 % not after that of 100 %', async () => {
    const { period, emails } = await newPeriod(100)
    await Promise.all(times(300, (index) => (index % 2 === 0 ? quota : elsewhere).reserve(period)))
    expect(await emails()).toSatisfy((kinds: string[]) =>
      [['quota-100'], ['quota-80', 'quota-100']].some((allowed) => allowed.join() === kinds.join()),
    )
  })

  it('is not written while the account has switched it off, nor later for what was used then', async () => {
    const { period, emails } = await newPeriod(10)
    const switchTo = (isOn: boolean) =>
      setEmails(accounts.database.db, period.accountId, { quotaEmails: isOn, weeklyEmails: undefined })
    await switchTo(false)
    for (let call = 0; call < 8; call++) await quota.reserve(period)
    expect(await emails()).toEqual([])
    await switchTo(true)
    await quota.reserve(period)
    expect(await emails()).toEqual([])
    await quota.reserve(period)
    expect(await emails()).toEqual(['quota-100'])
  })

  it('is written again in the next period', async () => {
    const { period, emails } = await newPeriod(1)
    await quota.reserve(period)
    await quota.reserve({ ...period, startMs: endMs, endMs: Date.parse('2027-01-15T10:00Z') })
    expect(await emails()).toEqual(['quota-100', 'quota-100'])
  })

  it('is not written, and nothing is counted, when its transaction fails', async () => {
    const { period, emails } = await newPeriod(1)
    const failing = withTransactions(accounts.database, (work, execute) =>
      execute(async (trx) => {
        await work(trx)
        throw new Error('before the end')
      }),
    )
    const shaky = openQuota({ database: failing, publicUrl: '' })
    await expect(shaky.reserve(period)).rejects.toThrow('before the end')
    expect(await emails()).toEqual([])
    expect(await quota.reserve(period)).toEqual({ isGranted: true, calls: 1 })
  })
})
