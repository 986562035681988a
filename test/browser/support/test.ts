/**
 * What every browser test starts from: a page on which nothing may go wrong unseen, and accounts of one's own. A test
 * fails when the page logs an error, throws one, or meets the content security policy, unless it expects that.
 */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type APIRequestContext, test as base, expect, type Page, type Route } from '@playwright/test'
import PostalMime from 'postal-mime'
import { type Operator, openOperator } from './operator.ts'

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
  /** Makes an account of an admin, without signing the page in. */
  newAdmin: () => Promise<Account>
  /** Signs the page in to an area, with an account of its own. */
  signIn: (area: 'api' | 'portal') => Promise<Account>
  /** Signs the page in as a visitor who may see a page; anyone needs no account. */
  come: (visitor: 'anyone' | 'api' | 'portal' | 'admin') => Promise<void>
  /** Signs the page in to the API area as an admin. */
  signInAsAdmin: () => Promise<Account>
}

interface WorkerFixtures {
  /** The operator of the server. */
  operator: Operator
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  operator: [
    async ({ playwright: _ }, use) => {
      const operator = await openOperator()
      await use(operator)
      await operator.close()
    },
    { scope: 'worker' },
  ],
  // A failed call is written to the console by the browser itself; the tests look at what the page makes of it.
  expectedErrors: [['Failed to load resource'], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = async (...address) => whenAlive(page, await goto(...address))
    page.reload = async (...options) => whenAlive(page, await reload(...options))
    await use(page)
    expect(errors.filter((text) => !expectedErrors.some((part) => text.includes(part)))).toEqual([])
  },
  newAccount: async ({ request }, use) => {
    await use(() => createAccount(request))
  },
  newAdmin: async ({ request, operator }, use) => {
    await use(() => createAdmin(request, operator))
  },
  signIn: async ({ page, request }, use) => {
    await use(async (area) => {
      const account = await createAccount(request)
      await holdToken(page, area, account.token)
      return account
    })
  },
  come: async ({ signIn, signInAsAdmin }, use) => {
    await use(async (visitor) => {
      if (visitor === 'admin') await signInAsAdmin()
      else if (visitor !== 'anyone') await signIn(visitor)
    })
  },
  signInAsAdmin: async ({ page, newAdmin }, use) => {
    await use(async () => {
      const admin = await newAdmin()
      await holdToken(page, 'api', admin.token)
      return admin
    })
  },
})

/** Waits until a page that has loaded answers to its visitor; gives back what was given. */
export async function whenAlive<T>(page: Page, answer: T): Promise<T> {
  await page.waitForFunction(isAlive)
  return answer
}

/** Whether what is shown answers to its visitor: a page that the build wrote is there before its scripts are. */
function isAlive(): boolean {
  const parts = [...document.querySelectorAll('#root h1, #root search')]
  return parts.every((part) => Object.keys(part).some((key) => key.startsWith('__react')))
}

/** The link in the latest email to an address whose subject has these words; waits for the email. */
export async function linkFrom(email: string, subject: string): Promise<string> {
  const outbox = join(process.env.TEST_DATA_DIR ?? '', 'outbox')
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
        for (const name of names.reverse()) {
          const letter = await PostalMime.parse(await readFile(join(outbox, name)))
          const isTheirs = letter.to?.some(({ address }) => address === email) === true
          if (!isTheirs || letter.subject?.includes(subject) !== true) continue
          link = /https?:\/\/\S+/.exec(letter.text ?? '')?.[0]
          return link
        }
        return undefined
      },
      { message: `a letter to ${email} about ${subject}`, timeout: 15_000 },
    )
    .toBeTruthy()
  return new URL(link ?? '').pathname + new URL(link ?? '').search
}

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
  const account = await signUp(request)
  return { ...account, token: await newSession(request, account.email) }
}

async function createAdmin(request: APIRequestContext, operator: Operator): Promise<Account> {
  const account = await signUp(request)
  await operator.run('grant', account.email)
  return { ...account, token: await newSession(request, account.email) }
}

async function signUp(request: APIRequestContext): Promise<Omit<Account, 'token'>> {
  const email = `${randomUUID()}@example.org`
  const phone = '212-555-0101'
  const signup = await request.post('/signup', { data: { email, password, phone } })
  expect(signup.status()).toBe(201)
  return { email, phone }
}

async function newSession(request: APIRequestContext, email: string): Promise<string> {
  const login = await request.post('/login', { data: { email, password } })
  const { token } = await login.json()
  return token
}

/** Holds back the calls of this method and path until the answer is called; then they go on to the server. */
export async function holdCalls(page: Page, method: string, path: string): Promise<() => void> {
  const held: Route[] = []
  let isHeld = true
  await page.route(
    (url) => url.pathname === path,
    (route) => {
      if (route.request().method() !== method || !isHeld) return route.continue()
      return void held.push(route)
    },
  )
  return () => {
    isHeld = false
    for (const route of held) route.continue()
  }
}

/** Has the calls of this method and path answered by something that is not the server, such as a broken proxy. */
export async function breakCalls(page: Page, method: string, path: string, status = 502): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) =>
      route.request().method() === method ? route.fulfill({ status, body: '<h1>Bad gateway</h1>' }) : route.continue(),
  )
}
