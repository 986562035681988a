import type { Page } from '@playwright/test'
import { openAccountMenu, part } from './support/home.ts'
import { noteCalls } from './support/requests.ts'
import { breakCalls, expect, holdCalls, password, test } from './support/test.ts'

const sessionEnded = 'Your session has ended. Sign in to continue.'

/** Every h1 that has been on the page, in order: a flash of the wrong screen would be among them. */
async function watchHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = JSON.parse(sessionStorage.getItem('headings') ?? '[]')
    new MutationObserver(() => {
      const text = document.querySelector('h1')?.textContent ?? ''
      if (text === '' || seen.at(-1) === text) return
      seen.push(text)
      sessionStorage.setItem('headings', JSON.stringify(seen))
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('headings') ?? '[]'))
}

for (const path of ['/login', '/signup', '/forgot-password', '/reset-password']) {
  test(`${path} is only for the signed-out: authenticated users go to /home, and see nothing else`, async ({
    page,
    signIn,
  }) => {
    await signIn('api')
    const headings = await watchHeadings(page)
    await page.goto(path)
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect.poll(headings).toEqual(['Dashboard'])
  })
}

for (const path of ['/portal-login', '/portal-signup', '/portal-forgot-password', '/portal-reset-password']) {
  test(`${path} is only for the signed-out: authenticated portal users go to /myPortal`, async ({ page, signIn }) => {
    await signIn('portal')
    await page.goto(path)
    await expect(page).toHaveURL('/myPortal')
  })
}

test('the two areas are signed in to apart', async ({ page, signIn }) => {
  await signIn('portal')
  await page.goto('/home')
  await expect(page).toHaveURL('/login')
  await page.goto('/myPortal')
  await expect(page).toHaveURL('/myPortal')
})

for (const [path, login] of [
  ['/home', '/login'],
  ['/myPortal', '/portal-login'],
  ['/admin', '/login?next=%2Fadmin'],
  ['/home?panel=payment', '/login?next=%2Fhome%3Fpanel%3Dpayment'],
  ['/home?panel=payment#plans', '/login?next=%2Fhome%3Fpanel%3Dpayment%23plans'],
] as const) {
  test(`${path} requires authentication, otherwise redirects to ${login}`, async ({ page }) => {
    const headings = await watchHeadings(page)
    await page.goto(path)
    await expect(page).toHaveURL(login)
    await expect(page.getByLabel('Email address')).toBeVisible()
    await expect(page.getByText(sessionEnded)).toHaveCount(0)
    await expect.poll(headings).toHaveLength(1)
  })
}

for (const [area, path] of [
  ['api', '/home'],
  ['portal', '/myPortal'],
] as const) {
  test(`${path} asks who is signed in while its program is on its way, and no second time`, async ({
    page,
    signIn,
  }) => {
    await signIn(area)
    const calls = noteCalls(page, /^\/me$/)
    let isLetIn = (): void => undefined
    const letIn = new Promise<void>((resolve) => {
      isLetIn = resolve
    })
    await page.route(/\/assets\/(?!before-paint)[^/]+\.js$/, async (route) => {
      await letIn
      await route.fallback()
    })
    const opened = page.goto(path)
    await expect.poll(() => calls).toEqual(['GET /me'])
    isLetIn()
    await opened
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(calls).toEqual(['GET /me'])
  })
}

test('signing in leads back to where it was asked for', async ({ page, newAccount }) => {
  const { email } = await newAccount()
  await page.goto('/home?panel=payment')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/home?panel=payment')
})

test('a browser of early 2023, without URL.parse and URL.canParse, is led back as any other', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.addInitScript(() => Object.assign(URL, { parse: undefined, canParse: undefined }))
  await page.goto('/login?next=/home?panel=payment')
  await expect(page).toHaveURL('/home?panel=payment')
})

test.describe('a guard that fails', () => {
  test.use({ expectedErrors: ['no parameters'] })

  test('leaves the words of a failed page, with Retry, and no blank one', async ({ page, signIn }) => {
    await signIn('api')
    await page.addInitScript(() => {
      window.URLSearchParams = class extends URLSearchParams {
        constructor(init?: ConstructorParameters<typeof URLSearchParams>[0]) {
          if (String(init).includes('next=')) throw new Error('no parameters')
          super(init)
        }
      }
    })
    await page.goto('/login?next=/home')
    await expect(page.getByRole('heading', { level: 1, name: 'This page failed' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})

test('a next address of another site is passed over', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto('/login?next=https://evil.example/')
  await expect(page).toHaveURL('/home')
})

test('/admin sends authenticated non-admins to /home, and they see nothing else', async ({ page, signIn }) => {
  await signIn('api')
  const headings = await watchHeadings(page)
  await page.goto('/admin')
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect.poll(headings).toEqual(['Dashboard'])
})

test('/admin renders nothing as long as the user is loading, and sends no admin away', async ({
  page,
  signInAsAdmin,
}) => {
  await signInAsAdmin()
  const headings = await watchHeadings(page)
  const release = await holdCalls(page, 'GET', '/me')
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeAttached()
  await expect(page.locator('#root')).toHaveText('Skip to content')
  await expect(page).toHaveURL('/admin')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect.poll(headings).toEqual(['Admin Dashboard'])
})

test('/admin opens for admins', async ({ page, signInAsAdmin }) => {
  await signInAsAdmin()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
})

test('a session that the server no longer knows is signed out, once, and leads to the login, which says so', async ({
  page,
  signIn,
  request,
}) => {
  const { token } = await signIn('api')
  await page.goto('/home?panel=profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Information' })).toBeVisible()
  await request.post('/logout', { headers: { authorization: `Bearer ${token}` }, data: {} })
  await page.reload()
  await expect(page).toHaveURL('/login?next=%2Fhome%3Fpanel%3Dprofile')
  await expect(page.getByRole('status').filter({ hasText: sessionEnded })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a session that ends while a page is open is told at the login too', async ({ page, signIn, request }) => {
  const { token } = await signIn('api')
  await page.goto('/home?panel=profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Information' })).toBeVisible()
  // The page has asked for all that it shows.
  await expect(page.getByText('This session')).toBeVisible()
  await request.post('/logout', { headers: { authorization: `Bearer ${token}` }, data: {} })
  await page.getByRole('link', { name: 'Payment', exact: true }).click()
  await expect(page).toHaveURL('/login?next=%2Fhome%3Fpanel%3Dpayment')
  await expect(page.getByRole('status').filter({ hasText: sessionEnded })).toBeVisible()
})

for (const [area, path, button, login, key] of [
  ['api', '/home?panel=profile', 'Logout', '/login', 'token'],
  ['portal', '/myPortal', 'Log Out', '/portal-login', 'portalToken'],
] as const) {
  test(`${button} clears the session, here and on the server, and returns to ${login}`, async ({
    page,
    signIn,
    request,
  }) => {
    const { token } = await signIn(area)
    await page.goto(path)
    const answered = page.waitForResponse('**/logout')
    if (area === 'api') await openAccountMenu(page)
    await page.getByRole('button', { name: button }).click()
    await expect(page).toHaveURL(login)
    await expect(page.getByLabel('Email address')).toBeVisible()
    await expect(page.getByText(sessionEnded)).toHaveCount(0)
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
    expect((await answered).status()).toBe(200)
    const me = await request.get('/me', { headers: { authorization: `Bearer ${token}` } })
    expect(me.status()).toBe(401)
  })
}

test('signing out of the portal leaves the API area signed in, whoever is signed in there', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await signIn('api')
  await page.goto('/myPortal')
  const answered = page.waitForResponse('**/logout')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await answered
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('signing out takes the toasts along', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto('/home?panel=support')
  await page.getByLabel('Category').selectOption('Other')
  await page.getByLabel('Description').fill('The dashboard is slow.')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Success' })
  await expect(toast).toBeVisible()
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(toast).toHaveCount(0)
})

test('where both areas are signed in to, the user is that of the API area, in the portal too', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  const { email } = await signIn('api')
  await page.goto('/home?panel=profile')
  await expect(part(page, 'Contact details').getByText(email, { exact: true })).toBeVisible()
  await page.goto('/myPortal')
  await expect(part(page, 'My Profile').getByText(email, { exact: true })).toBeVisible()
})

test('signing out in one tab signs out the others', async ({ page, context, signIn }) => {
  await signIn('api')
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate(() => localStorage.removeItem('token'))
  await expect(page).toHaveURL('/login')
})

test('/admin sends no one away because the user could not be fetched: it says so, and Retry opens it', async ({
  page,
  signInAsAdmin,
}) => {
  await signInAsAdmin()
  await breakCalls(page, 'GET', '/me')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Failed to fetch user' })).toBeVisible()
  await expect(page).toHaveURL('/admin')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
})

test('the user is not fetched again when the window gets the focus or the connection returns', async ({
  page,
  signInAsAdmin,
}) => {
  await signInAsAdmin()
  await page.clock.install()
  await page.goto('/admin')
  await expect(page.getByText('Loading verifications...')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  const calls = noteCalls(page, /^\/me$/)
  await page.clock.fastForward('02:00')
  const lists = noteCalls(page, /^\/api\/verifications$/)
  for (const names of [['visibilitychange'], ['offline', 'online']]) {
    const before = lists.length
    // The list is read again then, unless it is being read already.
    await expect(async () => {
      await page.evaluate((events) => {
        for (const name of events) window.dispatchEvent(new Event(name))
      }, names)
      expect(lists.length).toBeGreaterThan(before)
    }).toPass()
  }
  expect(calls).toEqual([])
})

test('signing in to the portal in another tab leaves what the API area shows; another account there begins the page anew', async ({
  page,
  context,
  signIn,
  newAccount,
}) => {
  await signIn('api')
  const statistics = noteCalls(page, /^\/api-events\/stats$/)
  const answered = page.waitForResponse('**/api-events/stats')
  await page.goto('/home')
  await answered
  await expect(page.getByText('API Calls Today')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  const store = async (key: string) => {
    const { token } = await newAccount()
    await page.evaluate(() => {
      const told = new Promise<void>((resolve) => addEventListener('storage', () => resolve(), { once: true }))
      Object.assign(window, { isTold: () => told })
    })
    await other.evaluate(([name, value]) => localStorage.setItem(name, value), [key, token] as const)
    await page.evaluate(() => Reflect.get(window, 'isTold')())
  }
  await store('portalToken')
  await page.getByRole('link', { name: 'Support', exact: true }).click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByText('API Calls Today')).toBeVisible()
  expect(statistics).toHaveLength(1)

  await page.getByRole('link', { name: 'Support', exact: true }).click()
  const description = page.getByLabel('Description')
  await description.fill('A letter that is half written.')
  await store('token')
  await expect(description).toHaveValue('')
})
