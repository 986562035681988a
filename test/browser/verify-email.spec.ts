import type { Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { breakCalls, expect, holdCalls, linkFrom, password, test } from './support/test.ts'

const unknown = '/verify-email?token=k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ'

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm email address' }).click()

test('the link of the email changes nothing until it is confirmed: ready, loading, then success', async ({
  page,
  newAccount,
}) => {
  const { email } = await newAccount()
  const link = await linkFrom(email, 'erif')
  const release = await holdCalls(page, 'POST', '/verify-email')
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') calls += 1
  })
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Confirm email address' })).toBeVisible()
  await expect(page).toHaveURL('/verify-email')
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expectNoFault(page)
  expect(calls).toBe(0)
  await confirm(page)
  await expect(page.getByText('Verifying your email address...')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
  await expect(page.getByRole('main').getByText('Your email address is verified')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute('href', '/login')
  await expectNoFault(page)
  expect(calls).toBe(1)
})

test('a link without a token shows Invalid verification link', async ({ page }) => {
  await page.goto('/verify-email')
  await expect(page.getByRole('alert')).toHaveText('Invalid verification link')
})

test('a link that does not work shows the words of the server, and a toast', async ({ page }) => {
  await page.goto(unknown)
  await confirm(page)
  await expect(page.getByRole('alert').filter({ hasText: 'has expired or was already used' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toContainText('has expired or was already used')
  await expectNoFault(page)
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/login?next=/verify-email')
})

test('the link past the navigation leaves the token of the letter where it is', async ({ page }) => {
  await page.goto(unknown)
  await confirm(page)
  const box = page.getByRole('alert').filter({ hasText: 'has expired or was already used' })
  await expect(box).toBeVisible()
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(box).toBeVisible()
  await expect(page).toHaveURL('/verify-email')
})

test('a failure without words of the server reads Failed to verify email', async ({ page }) => {
  await breakCalls(page, 'POST', '/verify-email')
  await page.goto(unknown)
  await confirm(page)
  await expect(page.getByRole('alert').first()).toContainText('Failed to verify email')
  await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toContainText('Failed to verify email')
})

test('no answer at all reads An error occurred while verifying your email', async ({ page }) => {
  await page.route('**/verify-email', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.goto(unknown)
  await confirm(page)
  await expect(page.getByRole('alert').first()).toContainText('An error occurred while verifying your email')
  await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toContainText(
    'An error occurred while verifying your email',
  )
})

test('who is signed in has a new link sent', async ({ page, signIn }) => {
  const { email } = await signIn('portal')
  await page.goto('/verify-email')
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Skip for now' })).toHaveAttribute('href', '/myPortal')
})

test('signed in, the link is confirmed by the session, in either area, without a password', async ({
  page,
  signIn,
}) => {
  const { email } = await signIn('portal')
  await page.goto(await linkFrom(email, 'erif'))
  await expect(page.getByLabel('Password (optional)')).toHaveCount(0)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/verify-email'))
  await confirm(page)
  expect((await sent).headers().authorization).toMatch(/^Bearer /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
  await expect(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/myPortal')
})

test('a wrong password says so in the form; the right one verifies', async ({ page, newAccount }) => {
  const { email } = await newAccount()
  await page.goto(await linkFrom(email, 'erif'))
  await page.getByLabel('Password (optional)').fill('another password')
  await confirm(page)
  await expect(page.getByRole('alert')).toHaveText('The password is wrong.')
  await page.getByLabel('Password (optional)').fill(password)
  await confirm(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
})

test('the first link of an address that a reset has verified says so', async ({ page, newAccount }) => {
  const { email } = await newAccount()
  const first = await linkFrom(email, 'erif')
  const { searchParams } = new URL(
    await page.request.post('/forgot-password', { data: { email } }).then(() => linkFrom(email, 'Reset')),
    'http://localhost',
  )
  const data = { token: searchParams.get('token'), newPassword: 'another long walk by the sea' }
  expect((await page.request.post('/reset-password', { data })).status()).toBe(200)
  await page.goto(first)
  await confirm(page)
  await expect(page.getByRole('status').filter({ hasText: 'Your email address is already verified.' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
