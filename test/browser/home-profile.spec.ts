import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { expectFit, tightest } from './support/fit.ts'
import { part, toastOf } from './support/home.ts'
import { noteCalls } from './support/requests.ts'
import { breakCalls, expect, holdCalls, linkFrom, password, test } from './support/test.ts'

const profile = '/home?panel=profile'

const editPhone = (page: Page) => page.getByRole('button', { name: 'Edit phone number' })
const editEmail = (page: Page) => page.getByRole('button', { name: 'Edit email address' })
const phoneField = (page: Page) => page.getByRole('textbox', { name: 'Phone number' })
const emailField = (page: Page) => page.getByLabel('New email address')
const passwordField = (page: Page) => page.getByLabel('Your password')

/** What stands there while nothing is edited. */
const details = (page: Page) => part(page, 'Contact details')

test('the phone number is edited in its place: Enter saves it, with a toast, and the focus goes back to Edit', async ({
  page,
  signIn,
}) => {
  const { phone } = await signIn('api')
  await page.goto(profile)
  await expect(details(page)).toContainText(phone)
  await editPhone(page).click()
  await expect(phoneField(page)).toBeFocused()
  await expect(phoneField(page)).toHaveValue(phone)
  await expectNoFault(page)
  await phoneField(page).fill('646-555-0199')
  const release = await holdCalls(page, 'POST', '/me')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(phoneField(page)).toBeVisible()
  release()
  await expect(toastOf(page, 'Success', 'Phone number updated successfully')).toBeVisible()
  await expect(editPhone(page)).toBeFocused()
  await page.reload()
  await expect(details(page)).toContainText('646-555-0199')
})

test('Cancel and Escape restore the phone number and give the focus back to Edit', async ({ page, signIn }) => {
  const { phone } = await signIn('api')
  await page.goto(profile)
  for (const leave of [
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await editPhone(page).click()
    await phoneField(page).fill('1')
    await leave()
    await expect(phoneField(page)).toHaveCount(0)
    await expect(editPhone(page)).toBeFocused()
    await expect(details(page)).toContainText(phone)
  }
  await editPhone(page).click()
  await expect(phoneField(page)).toHaveValue(phone)
})

test('Cancel and Escape restore the email address, and send nothing', async ({ page, signIn }) => {
  const { email } = await signIn('api')
  await page.goto(profile)
  const calls = noteCalls(page, /^\/me$/)
  for (const leave of [
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await editEmail(page).click()
    await emailField(page).fill('ada@example.net')
    await passwordField(page).fill(password)
    await leave()
    await expect(emailField(page)).toHaveCount(0)
    await expect(details(page)).toContainText(email)
  }
  await editEmail(page).click()
  await expect(emailField(page)).toHaveValue(email)
  await expect(passwordField(page)).toHaveValue('')
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('an empty phone number is not sent: Phone number is required', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto(profile)
  await editPhone(page).click()
  await phoneField(page).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(phoneField(page)).toHaveAccessibleDescription('Phone number is required')
  await expect(phoneField(page)).toBeFocused()
  await expectNoFault(page)
})

test('a phone number that was copied is taken without its invisible marks and with plain hyphens', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.goto(profile)
  await editPhone(page).click()
  await phoneField(page).fill(' \u202a646\u2011555\u20110199\u202c ')
  await page.keyboard.press('Enter')
  await expect(toastOf(page, 'Success', 'Phone number updated successfully')).toBeVisible()
  await expect(details(page)).toContainText('646-555-0199')
})

test('a phone number that cannot be saved stays in its field: Failed to update phone number', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await breakCalls(page, 'POST', '/me')
  await page.goto(profile)
  await editPhone(page).click()
  await phoneField(page).fill('646-555-0199')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'Error', 'Failed to update phone number')).toBeVisible()
  await expect(phoneField(page)).toHaveAccessibleDescription('Failed to update phone number')
  await expect(phoneField(page)).toHaveValue('646-555-0199')
})

test('a new email address needs the password: Email and password are required', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto(profile)
  await editEmail(page).click()
  await expect(emailField(page)).toBeFocused()
  await expect(emailField(page)).toHaveAttribute('type', 'email')
  const required = details(page).getByRole('alert').filter({ hasText: 'Email and password are required' })
  await emailField(page).fill('')
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(required).toBeFocused()
  await emailField(page).fill('ada@example.net')
  await passwordField(page).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(required).toBeFocused()
  await emailField(page).fill('nobody')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(emailField(page)).toHaveAccessibleDescription(/Enter an email address such as name@example.org/)
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await expect(editEmail(page)).toBeFocused()
})

test('a changed email address takes effect once the link that goes there was opened, and the page says so until then', async ({
  page,
  signIn,
}) => {
  const { email } = await signIn('api')
  const newEmail = `${randomUUID()}@example.net`
  await page.goto(profile)
  await editEmail(page).click()
  await emailField(page).fill(newEmail)
  await passwordField(page).fill(password)
  const release = await holdCalls(page, 'POST', '/me')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  release()
  await expect(toastOf(page, 'Success', `Email updated successfully. Check ${newEmail} to confirm it.`)).toBeVisible()
  await expect(editEmail(page)).toBeFocused()
  await expect(details(page)).toContainText(email)
  await expect(
    page.getByText(`We sent a link to ${newEmail}. Your address stays ${email} until you click it.`),
  ).toBeVisible()
  await page.goto(await linkFrom(newEmail, 'erif'))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
})

test('the outcome of the link is shown though the page hears of the end of the session before it', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  const newEmail = `${randomUUID()}@example.net`
  await page.goto(profile)
  await editEmail(page).click()
  await emailField(page).fill(newEmail)
  await passwordField(page).fill(password)
  await page.keyboard.press('Enter')
  await expect(toastOf(page, 'Success', `Email updated successfully. Check ${newEmail} to confirm it.`)).toBeVisible()
  let tellVerified = () => {}
  const isVerified = new Promise<void>((resolve) => {
    tellVerified = resolve
  })
  await page.route('**/me', async (route) => {
    await isVerified
    await route.continue()
  })
  await page.route('**/verify-email', async (route) => {
    const response = await route.fetch()
    tellVerified()
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
    await route.fulfill({ response })
  })
  await page.goto(await linkFrom(newEmail, 'erif'))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
})

test('a wrong password is told in the words of the server, and the form stays', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto(profile)
  await editEmail(page).click()
  await emailField(page).fill('ada@example.net')
  await passwordField(page).fill('another password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The password is wrong.' }).first()).toBeVisible()
  await expect(emailField(page)).toHaveValue('ada@example.net')
  await expectNoFault(page)
})

test('a failure without words of the server reads Failed to update email', async ({ page, signIn }) => {
  await signIn('api')
  await breakCalls(page, 'POST', '/me')
  await page.goto(profile)
  await editEmail(page).click()
  await emailField(page).fill('ada@example.net')
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'Error', 'Failed to update email')).toBeVisible()
})

test('an address that is not verified says so, and has its link sent again', async ({ page, signIn }) => {
  const { email } = await signIn('api')
  const firstLink = await linkFrom(email, 'erif')
  await page.goto(profile)
  await expect(part(page, 'Verify your email address')).toBeVisible()
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText(`An email with a new link is on its way to ${email}.`)).toBeVisible()
  await expect.poll(() => linkFrom(email, 'erif')).not.toBe(firstLink)
  await page.goto(await linkFrom(email, 'erif'))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
  await page.goto(profile)
  await expect(editEmail(page)).toBeVisible()
  await expect(part(page, 'Verify your email address')).toHaveCount(0)
})

test('an address of 80 characters without a hyphen breaks at the edge of the narrowest screen', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  const address = `${'a'.repeat(60)}@${'b'.repeat(15)}.org`
  await page.route('/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), email: address } })
  })
  await page.goto(profile)
  await expect(part(page, 'Verify your email address')).toContainText(address)
  await expect(details(page)).toContainText(address)
  await expectFit(page, tightest[0])
})

test('the profile shows a skeleton while it loads, and the error with Retry when it does not', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  const release = await holdCalls(page, 'GET', '/me')
  await page.goto(profile)
  await expect(part(page, 'Contact details')).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(editPhone(page)).toBeVisible()
  await page.unrouteAll()
  await breakCalls(page, 'GET', '/me')
  await page.reload()
  await expect(part(page, 'Contact details').getByRole('alert')).toContainText('Failed to fetch user')
  await expectNoFault(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(editPhone(page)).toBeVisible()
})

test('a user who cannot be fetched any more is cleared, and the words are those of the server', async ({
  page,
  signIn,
}) => {
  const { phone } = await signIn('api')
  await page.goto(profile)
  await expect(details(page)).toContainText(phone)
  await page.route('/me', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 418, json: { error: 'The teapot is full.', code: 'teapot' } })
      : route.continue(),
  )
  await editPhone(page).click()
  await phoneField(page).fill('646-555-0199')
  await phoneField(page).press('Enter')
  await expect(details(page).getByRole('alert')).toContainText('The teapot is full.')
  await expect(editEmail(page)).toHaveCount(0)
  await expect(editPhone(page)).toHaveCount(0)
})

test('an answer that holds no user reads No user data available, with Retry', async ({ page, signIn }) => {
  await signIn('api')
  await page.route('/me', (route) => route.fulfill({ json: null }))
  await page.goto(profile)
  await expect(details(page).getByRole('alert')).toContainText('No user data available')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(editPhone(page)).toBeVisible()
})

test('after a reset of the password the page advises a new API key, which one click and a yes make', async ({
  page,
  request,
  newAccount,
}) => {
  const { email } = await newAccount()
  const proof = new URL(await linkFrom(email, 'erif'), 'http://localhost').searchParams.get('token')
  const proven = await request.post('/verify-email', { data: { token: proof, password } })
  expect(proven.status()).toBe(200)
  await request.post('/forgot-password', { data: { email } })
  await page.goto(await linkFrom(email, 'eset'))
  const newPassword = 'another walk by the sea'
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/home')
  await expect(part(page, 'Replace your API key?')).toBeVisible()
  await expectNoFault(page)
  await page.getByRole('button', { name: 'Replace API key' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Generate new key' }).click()
  await expect(toastOf(page, 'Success', 'New API key generated')).toBeVisible()
  await expect(part(page, 'Replace your API key?')).toHaveCount(0)
})

test('the account is deleted with its password, which leads to /login; a wrong one is told in the dialog', async ({
  page,
  request,
  signIn,
}) => {
  const { email, token } = await signIn('api')
  await page.goto(profile)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('This can’t be undone.')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Password is required')
  await dialog.getByLabel('Password', { exact: true }).fill('another password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.')
  await expect(page.getByText('The password is wrong.')).toHaveCount(1)
  await expectNoFault(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  const calls = noteCalls(page, /^\/me\/delete$/)
  const release = await holdCalls(page, 'POST', '/me/delete')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  await page.keyboard.press('Enter')
  release()
  await expect(page).toHaveURL('/login')
  expect(calls).toHaveLength(1)
  await expect(toastOf(page, 'Success', 'Your account is deleted. We’ve sent a confirmation by email.')).toBeVisible()
  expect((await request.get('/me', { headers: { authorization: `Bearer ${token}` } })).status()).toBe(401)
  expect((await request.post('/login', { data: { email, password } })).status()).toBe(401)
})

test('emails that can be switched off are listed in the profile', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto(profile)
  const boxes = part(page, 'Emails').getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  await boxes.first().click()
  await expect(boxes.first()).not.toBeChecked()
  await page.reload()
  await expect(boxes.first()).not.toBeChecked()
  await expect(boxes.last()).toBeChecked()
})
