import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { breakCalls, expect, password, test } from './support/test.ts'

async function fill(page: Page, typed: { email?: string; phone?: string; password?: string; confirm?: string } = {}) {
  const values = { email: `${randomUUID()}@example.org`, phone: '212-555-0101', password, ...typed }
  await page.getByLabel('Email address').fill(values.email)
  await page.getByLabel('Phone number').fill(values.phone)
  await page.getByLabel('Password', { exact: true }).fill(values.password)
  await page.getByLabel('Confirm password').fill(values.confirm ?? values.password)
  return values
}

const create = (page: Page) => page.getByRole('button', { name: 'Create account' }).click()

for (const [path, home] of [
  ['/signup', '/home'],
  ['/portal-signup', '/myPortal'],
] as const) {
  test(`${path} signs the new user in and leads to ${home}`, async ({ page }) => {
    await page.goto(path)
    await fill(page)
    await create(page)
    await expect(page).toHaveURL(home)
  })
}

test('all four fields are required: a summary leads to each, in the words beside it', async ({ page }) => {
  await page.goto('/signup')
  await create(page)
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expectNoFault(page)
  for (const [label, words] of [
    ['Email address', 'Email address is required'],
    ['Phone number', 'Phone number is required'],
    ['Password', 'Password is required'],
    ['Confirm password', 'Confirm your password'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(words))
    await summary.getByRole('button', { name: words }).click()
    await expect(field).toBeFocused()
  }
})

test('passwords that differ are told on leaving the field: Passwords do not match', async ({ page }) => {
  await page.goto('/signup')
  await fill(page, { confirm: 'another one' })
  await page.getByLabel('Email address').focus()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('another one')
  await expect(page.getByText('Passwords do not match')).toHaveCount(0)
})

test('a field that shows an error as the button is pressed does not swallow the click', async ({ page }) => {
  await page.goto('/signup')
  await fill(page, { confirm: 'another one' })
  await page.getByLabel('Confirm password').focus()
  await create(page)
  await expect(page.getByRole('alert')).toBeFocused()
})

test('passwords that differ are not sent', async ({ page }) => {
  await page.goto('/signup')
  await fill(page, { confirm: 'another one' })
  await create(page)
  await expect(page.getByRole('alert')).toContainText('Passwords do not match')
  await expect(page).toHaveURL('/signup')
})

test('what is no email address, phone number or long enough password is told beside the field', async ({ page }) => {
  await page.goto('/signup')
  await fill(page, { email: 'nobody', phone: 'none', password: 'short' })
  await create(page)
  const described = (label: string) => expect(page.getByLabel(label, { exact: true }))
  await described('Email address').toHaveAccessibleDescription('Enter an email address such as name@example.org')
  await described('Phone number').toHaveAccessibleDescription(/7 to 20 digits/)
  await described('Password').toHaveAccessibleDescription(/Use at least 8 characters/)
})

test('a refused sign-up says why in the words of the server, in a toast and above the form', async ({
  page,
  newAccount,
}) => {
  const { email } = await newAccount()
  await page.goto('/signup')
  await fill(page, { email })
  await create(page)
  const words = 'An account with this email address already exists; sign in or reset its password.'
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toContainText(words)
  await expect(page.getByLabel('Phone number')).toHaveValue('212-555-0101')
})

test('a sign-up that fails without words of the server reads Signup failed', async ({ page }) => {
  await page.goto('/signup')
  await breakCalls(page, 'POST', '/signup')
  await fill(page)
  await create(page)
  await expect(page.getByRole('alert')).toContainText('Signup failed')
  await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toContainText('Signup failed')
})

for (const [path, login] of [
  ['/signup', '/login'],
  ['/portal-signup', '/portal-login'],
] as const) {
  test(`when the login after ${path} fails, the user is taken to ${login}, which says that there is an account, with the address filled in`, async ({
    page,
  }) => {
    await page.goto(path)
    await breakCalls(page, 'POST', '/login')
    const { email } = await fill(page)
    await create(page)
    await expect(page).toHaveURL(login)
    await expect(page.getByRole('status').filter({ hasText: 'Your account is ready. Sign in.' })).toBeVisible()
    await expect(page.getByLabel('Email address')).toHaveValue(email)
  })
}

test('signing up leads back to where it was asked for', async ({ page }) => {
  await page.goto('/home?panel=payment')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fill(page)
  await create(page)
  await expect(page).toHaveURL('/home?panel=payment')
})

test('the strength of a password is told while it is typed', async ({ page }) => {
  await page.goto('/signup')
  const field = page.getByLabel('Password', { exact: true })
  for (const [typed, words] of [
    ['abc', 'Too short: 5 more to go.'],
    ['aaaaaaaaaa', 'Weak: it repeats a few characters.'],
    ['abcdefgh', 'Fair'],
    ['abcdefghijkl', 'Good.'],
    ['a long walk by the sea', 'Strong.'],
  ] as const) {
    await field.fill(typed)
    await expect(field).toHaveAccessibleDescription(new RegExp(words))
  }
})
