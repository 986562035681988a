import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestAccounts, type TestAccounts, testPassword } from '../../test/support/accounts/test-accounts.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

const isAdvised = async (accountId: string) => (await accounts.showMe(accountId)).keyReplaceAdvised

test('B6: after a reset of the password a new API key is advised until there is one', async () => {
  const { accountId, email } = await accounts.newOwner()
  expect(await isAdvised(accountId)).toBe(false)
  await accounts.reset(await accounts.askForReset(email), 'another walk by the sea')
  expect(await isAdvised(accountId)).toBe(true)
  await accounts.replaceKeyOf(accountId)
  expect(await isAdvised(accountId)).toBe(false)
})

test('B6: a new API key is advised once another address has replaced the old one, not when it was requested', async () => {
  const { accountId, header } = await accounts.newSession()
  const newEmail = accounts.newEmail()
  await accounts.changeMe(accountId, { newEmail, password: testPassword })
  expect(await isAdvised(accountId)).toBe(false)
  await accounts.verify(await accounts.tokenTo(newEmail, 'confirm-new-address'), { header })
  expect(await isAdvised(accountId)).toBe(true)
})

test('what happens to one account advises no other', async () => {
  const [mine, other] = [await accounts.newOwner(), await accounts.newAccount()]
  await accounts.reset(await accounts.askForReset(mine.email), 'another walk by the sea')
  expect(await isAdvised(other.accountId)).toBe(false)
})
