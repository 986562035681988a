import type { Page } from '@playwright/test'
import { breakCalls, expect, holdCalls, password, test } from './support/test.ts'

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
] as const) {
  test(`${path} requires authentication, otherwise redirects to ${login}`, async ({ page }) => {
    const headings = await watchHeadings(page)
    await page.goto(path)
    await expect(page).toHaveURL(login)
    await expect(page.getByLabel('Email address')).toBeVisible()
    await expect.poll(headings).toHaveLength(1)
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

test('a next address of another site is passed over', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto('/login?next=https://evil.example/')
  await expect(page).toHaveURL('/home')
})

test('/admin sends authenticated non-admins to /home and renders nothing while the user is loading', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  const headings = await watchHeadings(page)
  await page.goto('/admin')
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect.poll(headings).toEqual(['Dashboard'])
})

test('/admin opens for admins', async ({ page, signInAsAdmin }) => {
  await signInAsAdmin()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
})

test('/admin says so when the user cannot be fetched, with Retry, and leads nobody away', async ({
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

test('an answer that a session is over signs out nobody who has signed in anew meanwhile, and what they see is theirs', async ({
  page,
  context,
  request,
  signIn,
  newAccount,
}) => {
  const { token } = await signIn('api')
  const next = await newAccount()
  await page.goto('/home?panel=profile')
  await page.getByRole('button', { name: 'Edit phone number' }).click()
  const release = await holdCalls(page, 'POST', '/me')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await request.post('/logout', { headers: { authorization: `Bearer ${token}` }, data: {} })
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate((value) => localStorage.setItem('token', value), next.token)
  await expect(page.getByText(next.email).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Saving...' })).toHaveCount(0)
  release()
  expect((await answered).status()).toBe(401)
  await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(next.token)
  await expect(page.getByText(next.email).first()).toBeVisible()
})

test('a session that the server no longer knows is signed out, once, and leads to the login', async ({
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
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
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
    await page.getByRole('button', { name: button }).click()
    await expect(page).toHaveURL(login)
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

test('signing out in one tab signs out the others', async ({ page, context, signIn }) => {
  await signIn('api')
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate(() => localStorage.removeItem('token'))
  await expect(page).toHaveURL('/login')
})
