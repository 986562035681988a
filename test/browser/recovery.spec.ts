import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { breakCalls, expect, linkFrom, test } from './support/test.ts'

const newPassword = 'another long walk by the sea'

async function ask(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
}

async function choose(page: Page, confirm = newPassword): Promise<void> {
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('Confirm password').fill(confirm)
  await page.getByRole('button', { name: 'Reset password' }).click()
}

for (const [forgot, reset, login, home] of [
  ['/forgot-password', '/reset-password', '/login', '/home'],
  ['/portal-forgot-password', '/portal-reset-password', '/portal-login', '/myPortal'],
  ['/forgot-password?type=portal', '/portal-reset-password', '/portal-login', '/myPortal'],
] as const) {
  test(`from ${forgot} a letter leads to a new password, which signs in at ${login}`, async ({ page, newAccount }) => {
    const { email } = await newAccount()
    await page.goto(forgot)
    await ask(page, email)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await expect(page.getByRole('link', { name: 'Return to login' })).toHaveAttribute('href', login)

    const link = await linkFrom(email, 'Reset')
    expect(link).toContain(`${reset}?token=`)
    await page.goto(link)
    await expect(page).toHaveURL(reset)
    await page.reload()
    await choose(page)
    await expect(page).toHaveURL(login)
    await expect(page.getByRole('status').filter({ hasText: 'password' })).toBeVisible()
    await expect(page.getByLabel('Email address')).toHaveValue(email)
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(home)
  })
}

test('B4: the confirmation is the same for an address without an account', async ({ page }) => {
  await page.goto('/forgot-password')
  await ask(page, `${randomUUID()}@example.org`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectNoFault(page)
})

test('the letter can be sent again after a while', async ({ page }) => {
  await page.clock.install()
  await page.goto('/forgot-password')
  await ask(page, `${randomUUID()}@example.org`)
  const again = page.getByRole('button', { name: 'Send it again' })
  await expect(again).toBeDisabled()
  for (let second = 0; second < 30; second++) await page.clock.runFor(1_000)
  await expect(again).toBeEnabled()
  const said = page.getByRole('status').filter({ hasText: 'Sent. Check your inbox.' })
  await expect(said).toHaveCount(0)
  await again.click()
  await expect(again).toBeDisabled()
  await expect(said).toBeVisible()
  for (let second = 0; second < 30; second++) await page.clock.runFor(1_000)
  await breakCalls(page, 'POST', '/forgot-password')
  await again.click()
  await expect(page.getByRole('alert')).toContainText('An error occurred')
  await expect(said).toHaveCount(0)
})

test('asking without words of the server to say why it failed reads An error occurred', async ({ page }) => {
  await page.goto('/forgot-password')
  await breakCalls(page, 'POST', '/forgot-password')
  await ask(page, 'ada@example.org')
  await expect(page.getByRole('alert')).toContainText('An error occurred')
  await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toContainText('An error occurred')
})

test('the address typed at the login is there already', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email address').fill('ada@example.org')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue('ada@example.org')
})

test('the address that a letter was sent to is there already at the login', async ({ page }) => {
  const email = `${randomUUID()}@example.org`
  await page.goto('/forgot-password')
  await ask(page, email)
  await page.getByRole('link', { name: 'Return to login' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email address')).toHaveValue(email)
})

for (const [path, forgot] of [
  ['/reset-password', '/forgot-password'],
  ['/portal-reset-password', '/portal-forgot-password'],
] as const) {
  test(`${path} without a token shows Invalid Reset Link with Request New Reset Link`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invalid Reset Link')
    await page.getByRole('link', { name: 'Request New Reset Link' }).click()
    await expect(page).toHaveURL(forgot)
  })
}

test('the link past the navigation leaves the token of the letter where it is', async ({ page }) => {
  await page.goto('/reset-password?token=k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ')
  await expect(page).toHaveURL('/reset-password')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('main')).toHaveCSS('outline-style', 'none')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await expect(page).toHaveURL('/reset-password')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('New password')).toBeFocused()
})

test('new password and confirm have to match: Passwords do not match', async ({ page }) => {
  await page.goto('/reset-password?token=k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ')
  await choose(page, 'something else')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expectNoFault(page)
})

test('a reset that fails without words of the server reads An error occurred', async ({ page }) => {
  await breakCalls(page, 'POST', '/reset-password')
  await page.goto('/reset-password?token=k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ')
  await choose(page)
  await expect(page.getByRole('alert')).toContainText('An error occurred')
  await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toContainText('An error occurred')
})

test('a link that was used says so and offers a new one', async ({ page }) => {
  await page.goto('/reset-password?token=k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ')
  await choose(page)
  const box = page.getByRole('alert').filter({ hasText: 'has expired or was already used' })
  await box.getByRole('link', { name: 'Request New Reset Link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})
