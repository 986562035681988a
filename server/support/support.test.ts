import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api'
import { supportCategories } from '#contract/support-words'
import { codeOf, startTestAccounts, type TestAccounts } from '../../test/support/accounts/test-accounts.ts'
import { withTransactions } from '../../test/support/platform/test-transactions.ts'
import { fail } from '../http/verb.ts'
import { DatabaseAwayError } from '../platform/database/pool.ts'
import { contactSales, requestSupport } from './support.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

const nothing = { params: {}, query: {}, headers: {}, client: { ip: '127.0.0.1' }, fail }
const by = (accountId: string) => ({ ...nothing, caller: { kind: 'session', accountId, sessionId: '' } }) as const
const ask = (accountId: string, description: string, category: (typeof supportCategories)[number] = 'Other') =>
  requestSupport(accounts)({ ...by(accountId), body: { category, description } })
const askSales = (accountId: string) => contactSales(accounts)({ ...by(accountId), body: { tier: 'enterprise' } })

const emailsFrom = (email: string) =>
  accounts.database.db
    .selectFrom('letters')
    .selectAll()
    .where('recipient', '=', 'operator@localhost')
    .where('reply_to', '=', email)
    .execute()

/** The same accounts over a database that can be read and not written, as one whose disk is full. */
function withoutWriting(): TestAccounts {
  const database = withTransactions(accounts.database, (work, execute) =>
    execute((trx) =>
      work(
        trx.withPlugin({
          transformQuery({ node }) {
            if (node.kind === 'InsertQueryNode') throw new DatabaseAwayError(new Error('no space is left'))
            return node
          },
          transformResult: async ({ result }) => result,
        }),
      ),
    ),
  )
  return { ...accounts, database }
}

describe('a request to support', () => {
  it('D5: goes to the operator with what was written as a file', async () => {
    const { accountId, email } = await accounts.newAccount()
    await ask(accountId, 'It is\nbroken.', 'Bug Report')
    expect(await emailsFrom(email)).toMatchObject([
      { kind: 'support-request', subject: 'Praxidex support: Bug Report', attachment: 'It is\nbroken.' },
    ])
  })

  it('without details is refused in the words of the form, and counts for nothing', async () => {
    const { accountId, email } = await accounts.newAccount()
    for (let count = 0; count < 6; count++) {
      await expect(ask(accountId, '')).rejects.toThrow(/^Please provide details about your support request$/)
    }
    expect(await emailsFrom(email)).toEqual([])
    expect(await codeOf(ask(accountId, 'x'))).toBe('done')
  })

  it('D5: may come five times an hour', async () => {
    const { accountId, email } = await accounts.newAccount()
    const codes: string[] = []
    for (let count = 0; count < 6; count++) codes.push(await codeOf(ask(accountId, 'Help.')))
    expect(codes).toEqual([...Array(5).fill('done'), 'too_many_attempts'])
    expect(await emailsFrom(email)).toHaveLength(5)
  })

  it('that could not be written down counts for nothing', async () => {
    const { accountId, email } = await accounts.newAccount()
    const body = { category: 'Other', description: 'Help.' } as const
    for (let count = 0; count < 6; count++) {
      await expect(requestSupport(withoutWriting())({ ...by(accountId), body })).rejects.toThrow(DatabaseAwayError)
    }
    expect(await codeOf(ask(accountId, 'Help.'))).toBe('done')
    expect(await emailsFrom(email)).toHaveLength(1)
  })

  it.each(['x'.repeat(5_000), '☂'.repeat(5_000), 'a\r\nb\tc'])(
    'may say up to 5,000 characters of any kind',
    (description) => {
      const body = { category: 'bug report', description: ` ${description}\n` }
      expect(api.requestSupport.body.parse(body)).toEqual({ category: 'Bug Report', description })
    },
  )

  it.each(['x'.repeat(5_001), 'a\0b', 7, null, undefined])('may not say %.20j', (description) => {
    expect(api.requestSupport.body.safeParse({ category: 'Other', description }).success).toBe(false)
  })

  it('has one of five categories', () => {
    expect(supportCategories).toEqual(['Feature Request', 'Bug Report', 'Billing Questions', 'Account Access', 'Other'])
    expect(api.requestSupport.body.safeParse({ category: 'Praise', description: 'x' }).success).toBe(false)
  })
})

describe('a request to sales', () => {
  it('D5: is answered with the sentence of the specification, and goes to the operator once a day', async () => {
    const { accountId, email } = await accounts.newAccount()
    expect(await askSales(accountId)).toEqual({
      output: { message: 'Our sales team will contact you shortly to discuss pricing options.' },
    })
    const refused = await askSales(accountId).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'too_many_attempts', status: 429 })
    expect(await emailsFrom(email)).toMatchObject([{ kind: 'sales-request', subject: 'Praxidex sales: Enterprise' }])
  })

  it('that could not be written down may be sent again the same day', async () => {
    const { accountId, email } = await accounts.newAccount()
    const body = { tier: 'enterprise' } as const
    await expect(contactSales(withoutWriting())({ ...by(accountId), body })).rejects.toThrow(DatabaseAwayError)
    expect(await codeOf(askSales(accountId))).toBe('done')
    expect(await emailsFrom(email)).toHaveLength(1)
  })

  it.each(['free', 'gold', ''])('cannot be about %j', (tier) => {
    expect(api.contactSales.body.safeParse({ tier }).success).toBe(false)
  })
})
