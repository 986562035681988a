import { randomUUID } from 'node:crypto'
import { expectNoFault } from './support/axe.ts'
import { part } from './support/home.ts'
import { expect, password, test } from './support/test.ts'

test('a developer signs up, verifies the address by its letter, tries a call in the documentation and finds it in the statistics', async ({
  page,
}) => {
  const email = `developer-${randomUUID()}@example.org`
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Get started' }).first().click()
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
  await expect(page.getByText('This is your account’s key')).toBeVisible()
  await page.getByRole('button', { name: 'Try Request' }).click()
  await expect(page.getByRole('region', { name: 'Response to your request' }).getByText('200 OK')).toBeVisible()

  await sidebar.getByRole('link', { name: 'Back to Home' }).click()
  await expect(part(page, 'Recent Requests').getByRole('listitem')).toHaveCount(1)
  await expect(part(page, 'Monthly Usage')).toContainText('1 of 100')
  await expect(page.getByRole('definition').first()).toHaveText('1')
  await expect(part(page, 'Make your first call')).toHaveCount(0)
})

test('from the landing page to a first response takes seven steps, and the next one is shown', async ({
  page,
}, info) => {
  const started = Date.now()
  let steps = 0
  const step = async (action: Promise<void>) => {
    await action
    steps += 1
  }
  await page.goto('/')
  await step(page.getByRole('main').getByRole('link', { name: 'Get started' }).first().click())
  await expect(page).toHaveURL('/signup')
  await step(page.getByLabel('Email address').fill(`developer-${randomUUID()}@example.org`))
  await step(page.getByLabel('Phone number').fill('212-555-0101'))
  await step(page.getByLabel('Password', { exact: true }).fill(password))
  await step(page.getByLabel('Confirm password').fill(password))
  await step(page.getByRole('button', { name: 'Create account' }).click())
  const panel = part(page, 'Make your first call')
  await expect(panel.getByText(/^pdx_live_.•+$/)).toBeVisible()
  await step(panel.getByRole('button', { name: 'Run this call' }).click())
  const response = panel.getByRole('region', { name: 'Response to your first call' })
  await expect(response).toContainText('"doctors"')
  expect(steps).toBe(7)
  const seconds = (Date.now() - started) / 1000
  info.annotations.push({ type: 'time', description: `${seconds} s` })
  process.stdout.write(`From the landing page to the first response: ${steps} steps, ${seconds} s.\n`)

  await expect(part(page, 'Recent Requests').getByRole('listitem')).toHaveCount(1)
  await expect(response).toBeVisible()
  await expectNoFault(page)
  await panel.getByRole('link', { name: 'Try your own search' }).click()
  await expect(page).toHaveURL('/documentation/doctors/get')
  await expect(page.getByRole('button', { name: 'Try Request' })).toBeEnabled()
})
