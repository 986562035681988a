/**
 * What every browser test starts from: a page on which nothing may go wrong unseen, and accounts of one's own. A test fails when
 * the page logs an error, throws one, or meets the content security policy, unless it expects that.
 */
import { randomUUID } from 'node:crypto'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

/** Good enough for any account here. */
export const password = 'a long walk by the sea'

export interface Account {
  email: string
  phone: string
  token: string
}

interface Fixtures {
  /** Errors that the page may meet in this test, by a part of their text. */
  expectedErrors: string[]
  /** Makes an account of its own, without signing the page in. */
  newAccount: () => Promise<Account>
  /** Signs the page in to an area, with an account of its own. */
  signIn: (area: 'api' | 'portal') => Promise<Account>
}

export const test = base.extend<Fixtures>({
  // A failed call is written to the console by the browser itself; the tests look at what the page makes of it.
  expectedErrors: [['Failed to load resource'], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await use(page)
    expect(errors.filter((text) => !expectedErrors.some((part) => text.includes(part)))).toEqual([])
  },
  newAccount: async ({ request }, use) => {
    await use(() => createAccount(request))
  },
  signIn: async ({ page, request }, use) => {
    await use(async (area) => {
      const account = await createAccount(request)
      await holdToken(page, area, account.token)
      return account
    })
  },
})

/** Has the page hold a token from its first document on, unless it holds one already or has let one go. */
async function holdToken(page: Page, area: 'api' | 'portal', token: string): Promise<void> {
  const item = { key: area === 'api' ? 'token' : 'portalToken', token }
  await page.addInitScript(({ key, token: value }) => {
    if (sessionStorage.getItem(`given ${key}`) !== null) return
    sessionStorage.setItem(`given ${key}`, 'yes')
    localStorage.setItem(key, value)
  }, item)
}

async function createAccount(request: APIRequestContext): Promise<Account> {
  const email = `${randomUUID()}@example.org`
  const phone = '212-555-0101'
  const signup = await request.post('/signup', { data: { email, password, phone } })
  expect(signup.status()).toBe(201)
  const login = await request.post('/login', { data: { email, password } })
  const { token } = await login.json()
  return { email, phone, token }
}
