import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, startTestAccounts, type TestAccounts } from '../../test/support/accounts/test-accounts.ts'
import { linkUses } from './attempts.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

describe('B3: from one IP address', () => {
  it('300 links may be tried in a minute, of emails of either kind together; then no link is looked at, a right one neither', async () => {
    const { email } = await accounts.newAccount()
    const right = await accounts.tokenTo(email, 'verify-address')
    const [ip, otherIp] = ['10.1.0.1', '10.1.0.2']
    const codes: string[] = []
    for (let tries = 0; tries < linkUses.limit; tries += 2) {
      codes.push(await codeOf(accounts.verify(randomUUID(), { ip })))
      codes.push(await codeOf(accounts.reset(randomUUID(), 'another walk in the hills', ip)))
    }
    expect(codes).toHaveLength(300)
    expect(new Set(codes)).toEqual(new Set(['verification_link_invalid', 'reset_link_invalid']))
    await expect(accounts.verify(right, { ip })).rejects.toMatchObject({
      code: 'too_many_attempts',
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d\d?$/) },
    })
    expect(await codeOf(accounts.reset(randomUUID(), 'another walk in the hills', ip))).toBe('too_many_attempts')
    expect(await codeOf(accounts.verify(right, { ip: otherIp }))).toBe('done')
  })
})
