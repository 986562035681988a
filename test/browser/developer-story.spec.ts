import { randomUUID } from 'node:crypto'
import { part } from './support/home.ts'
import { expect, password, test } from './support/test.ts'

test('a developer signs up, verifies the address by its letter, tries a call in the documentation and finds it in the statistics', async ({
  page,
}) => {
  const email = `developer-${randomUUID()}@example.org`
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).first().click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Phone number').fill('212-555-0101')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/home')
  await expect(part(page, 'Make your first call')).toBeVisible()

  const letter = page.getByRole('article').filter({ hasText: email })
  await expect(async () => {
    await page.goto('/dev/outbox')
    expect(await letter.count()).toBe(1)
  }).toPass()
  await letter.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(part(page, 'Monthly Usage')).toContainText('0 of 100')

  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Documentation' }).click()
  const sidebar = page.getByRole('navigation', { name: 'Documentation' })
  await sidebar.getByRole('button', { name: 'Endpoints of Doctors' }).click()
  await sidebar.getByRole('link', { name: 'GET Search doctors' }).click()
  await expect(page.getByText('This is the key of your account')).toBeVisible()
  await page.getByRole('button', { name: 'Try Request' }).click()
  await expect(page.getByText('Answered with 200.')).toBeVisible()

  await sidebar.getByRole('link', { name: 'Back to Home' }).click()
  await expect(part(page, 'Recent Requests').getByRole('row')).toHaveCount(2)
  await expect(part(page, 'Monthly Usage')).toContainText('1 of 100')
  await expect(page.getByRole('definition').first()).toHaveText('1')
  await expect(part(page, 'Make your first call')).toHaveCount(0)
})
