import type { Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { breakCalls, expect, holdCalls, password, test } from './support/test.ts'

const variants = [
  { area: 'API', path: '/login', title: 'Praxidex', home: '/home', prefix: '', key: 'token' },
  {
    area: 'portal',
    path: '/portal-login',
    title: 'My Verifications',
    home: '/myPortal',
    prefix: 'portal-',
    key: 'portalToken',
  },
] as const

async function fill(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' })

for (const { area, path, title, home, prefix, key } of variants) {
  test(`the ${area} variant is titled ${title}; success goes to ${home} and replaces history`, async ({
    page,
    newAccount,
  }) => {
    const { email } = await newAccount()
    await page.goto('/my-verifications')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await fill(page, email)
    await signInButton(page).click()
    await expect(page).toHaveURL(home)
    await page.goBack()
    await expect(page).toHaveURL('/my-verifications')
  })

  test(`the ${area} variant links to its sign-up and its password recovery`, async ({ page }) => {
    await page.goto(path)
    const link = (name: string) => page.getByRole('link', { name })
    await expect(link('Create an account')).toHaveAttribute('href', `/${prefix}signup`)
    await expect(link('Forgot your password?')).toHaveAttribute('href', `/${prefix}forgot-password`)
  })

  test(`the ${area} variant keeps its session in local storage as ${key}, beside the device value, through a reload`, async ({
    page,
    newAccount,
  }) => {
    const { email } = await newAccount()
    await page.goto(path)
    await fill(page, email)
    await signInButton(page).click()
    await expect(page).toHaveURL(home)
    await page.reload()
    await expect(page).toHaveURL(home)
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(Object.keys(stored).sort()).toEqual(['device', key])
    expect(await page.context().cookies()).toEqual([])
  })
}

test('both fields are required and the first has to be an email address, which the browser enforces', async ({
  page,
}) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') calls += 1
  })
  await page.goto('/login')
  const email = page.getByLabel('Email address')
  await signInButton(page).click()
  await expect(email).toBeFocused()
  await email.fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('x')
  await signInButton(page).click()
  expect(await email.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true)
  await email.fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('')
  await signInButton(page).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  expect(calls).toBe(0)
})

test('the button reads Signing in... and is disabled while busy', async ({ page, newAccount }) => {
  const { email } = await newAccount()
  await page.goto('/login')
  const release = await holdCalls(page, 'POST', '/login')
  await fill(page, email)
  await signInButton(page).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  release()
  await expect(page).toHaveURL('/home')
})

test('a refusal shows in an error box above the form, which takes the focus; a new submit clears it', async ({
  page,
  newAccount,
}) => {
  const { email } = await newAccount()
  await page.goto('/login')
  await fill(page, email, 'another password')
  await signInButton(page).click()
  const box = page.getByRole('alert')
  await expect(box).toHaveText('The email address or the password is wrong.')
  await expect(box).toBeFocused()
  await expect(page.getByLabel('Email address')).toHaveValue(email)
  await expectNoFault(page)
  const boxAt = await box.boundingBox()
  const fieldAt = await page.getByLabel('Email address').boundingBox()
  expect(boxAt?.y).toBeLessThan(fieldAt?.y ?? 0)

  const release = await holdCalls(page, 'POST', '/login')
  await fill(page, email)
  await signInButton(page).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  await expect(box).toHaveCount(0)
  release()
  await expect(page).toHaveURL('/home')
})

test('a failure without words of the server reads Login failed', async ({ page }) => {
  await page.goto('/login')
  await breakCalls(page, 'POST', '/login')
  await fill(page, 'ada@example.org')
  await signInButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('Login failed')
})

test('an exception that is no Error reads An error occurred', async ({ page }) => {
  await page.addInitScript({ content: `Response.prototype.text = () => { throw 'no Error' }` })
  await page.goto('/login')
  await fill(page, 'ada@example.org')
  await signInButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred')
})

test('the password can be shown', async ({ page }) => {
  await page.goto('/login')
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('secret')
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show characters' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide characters' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('each login page says whom it is for and leads to the other one', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByText('Sign in to build on the API.')).toBeVisible()
  await page.getByRole('link', { name: 'Are you a clinician? Go to My Verifications' }).click()
  await expect(page).toHaveURL('/portal-login')
  await expect(page.getByText('Sign in to verify your credentials and share them.')).toBeVisible()
  await page.getByRole('link', { name: 'Are you a developer? Go to Praxidex' }).click()
  await expect(page).toHaveURL('/login')
})

test('the way back and the address that was typed go along between the login, the sign-up and the recovery', async ({
  page,
}) => {
  const query = '?next=%2Fhome%3Fpanel%3Dpayment'
  const email = page.getByLabel('Email address')
  const follow = (name: string) => page.getByRole('main').getByRole('link', { name }).click()
  await page.goto(`/login${query}`)
  await email.fill('ada@example.org')
  for (const [name, path] of [
    ['Create an account', '/signup'],
    ['Sign in', '/login'],
    ['Forgot your password?', '/forgot-password'],
    ['Return to login', '/login'],
  ] as const) {
    await follow(name)
    await expect(page).toHaveURL(path + query)
    await expect(email).toHaveValue('ada@example.org')
  }
})
