import type { Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { toastOf } from './support/home.ts'
import { breakCalls, expect, holdCalls, linkFrom, password, test } from './support/test.ts'

test('My Profile shows email, phone, NPI as Pending if absent, credentials and the account ID', async ({
  page,
  signIn,
  request,
}) => {
  const { email, phone, token } = await signIn('portal')
  const me = await (await request.get('/me', { headers: { authorization: `Bearer ${token}` } })).json()
  await page.goto('/myPortal')
  const profile = page.getByRole('region', { name: 'My Profile' })
  await expect(profile.getByText(email)).toBeVisible()
  await expect(profile.getByText(phone)).toBeVisible()
  await expect(profile.getByRole('definition')).toHaveText(['Pending', 'None yet', me._id])
})

test('the phone number is edited in its place: Cancel and Escape restore it, Enter saves, the focus returns to Edit', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await page.goto('/myPortal')
  const profile = page.getByRole('region', { name: 'My Profile' })
  const edit = profile.getByRole('button', { name: 'Edit phone number' })
  const field = profile.getByRole('textbox', { name: 'Phone number' })
  for (const cancel of [() => profile.getByRole('button', { name: 'Cancel' }).click(), () => field.press('Escape')]) {
    await edit.click()
    await expect(field).toBeFocused()
    await field.fill('646-555-0199')
    await cancel()
    await expect(edit).toBeFocused()
    await expect(profile.getByText('212-555-0101')).toBeVisible()
  }

  await edit.click()
  await field.fill('')
  await field.press('Enter')
  await expect(profile.getByText('Phone number is required')).toBeVisible()
  await field.fill('12')
  await field.press('Enter')
  await expect(profile.getByText('Enter a phone number of 7 to 20 digits')).toBeVisible()

  const release = await holdCalls(page, 'POST', '/me')
  await field.fill('646-555-0199')
  await field.press('Enter')
  await expect(profile.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect(profile.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  release()
  await expect(toastOf(page, 'Success', 'Phone number updated successfully')).toBeVisible()
  await expect(profile.getByText('646-555-0199')).toBeVisible()
  await expect(edit).toBeFocused()
})

test('what could not be saved stays in its field: Failed to update phone number, Failed to update email', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await page.goto('/myPortal')
  await breakCalls(page, 'POST', '/me')
  const profile = page.getByRole('region', { name: 'My Profile' })
  await profile.getByRole('button', { name: 'Edit phone number' }).click()
  await profile.getByRole('textbox', { name: 'Phone number' }).fill('646-555-0199')
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'Error', 'Failed to update phone number')).toBeVisible()
  await expect(profile.getByText('Failed to update phone number')).toBeVisible()
  await expect(profile.getByRole('textbox', { name: 'Phone number' })).toHaveValue('646-555-0199')
  await profile.getByRole('button', { name: 'Cancel' }).click()

  await profile.getByRole('button', { name: 'Edit email address' }).click()
  await profile.getByLabel('New email address').fill('new@example.org')
  await profile.getByLabel('Your password', { exact: true }).fill(password)
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'Error', 'Failed to update email')).toBeVisible()
  await expect(profile.getByRole('alert')).toHaveText('Failed to update email')
  await expect(profile.getByLabel('New email address')).toHaveValue('new@example.org')
  await expectNoFault(page)
})

test('the email address is restored by Cancel, and changes once the new one is verified, which the page says', async ({
  page,
  signIn,
}) => {
  const { email } = await signIn('portal')
  const next = `new-${email}`
  await page.goto('/myPortal')
  const profile = page.getByRole('region', { name: 'My Profile' })
  await profile.getByRole('button', { name: 'Edit email address' }).click()
  const field = profile.getByLabel('New email address')
  await expect(field).toHaveAttribute('type', 'email')
  await field.fill(next)
  await profile.getByRole('button', { name: 'Cancel' }).click()
  await expect(profile.getByText(email, { exact: true })).toBeVisible()
  await profile.getByRole('button', { name: 'Edit email address' }).click()
  await expect(field).toHaveValue(email)
  await field.fill(next)
  await field.press('Enter')
  await expect(profile.getByRole('alert')).toHaveText('Email and password are required')
  await field.fill('')
  await profile.getByLabel('Your password', { exact: true }).fill(password)
  await field.press('Enter')
  await expect(profile.getByRole('alert')).toHaveText('Email and password are required')
  await expect(profile.getByRole('alert')).toBeFocused()

  await field.fill(next)
  await profile.getByLabel('Your password', { exact: true }).fill('not the password')
  await field.press('Enter')
  await expect(profile.getByRole('alert')).toHaveText('The password is wrong.')
  await profile.getByLabel('Your password', { exact: true }).fill(password)
  const release = await holdCalls(page, 'POST', '/me')
  await field.press('Enter')
  await expect(profile.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect(profile.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  release()
  await expect(toastOf(page, 'Success', `Email updated successfully. Check ${next} to confirm it.`)).toBeVisible()
  await expect(profile.getByText(email, { exact: true })).toBeVisible()
  await expect(page.getByText(`Your address stays ${email} until you click it.`)).toBeVisible()

  await page.goto(await linkFrom(next, 'Verify'))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your email address is verified' })).toBeVisible()
})

const notice = (page: Page) => page.getByRole('region', { name: 'Verify your email address' })

test('who has not verified the email address is told so, has the letter sent again, and is told nothing once it is verified', async ({
  page,
  signIn,
}) => {
  const { email } = await signIn('portal')
  const first = await linkFrom(email, 'Verify')
  await page.goto('/myPortal')
  const send = notice(page).getByRole('button', { name: 'Send a new link' })
  await breakCalls(page, 'POST', '/verify-email/resend')
  await send.click()
  await expect(notice(page).getByRole('alert')).toHaveText('Failed to send a new link')
  await expect(page.getByText('Failed to send a new link')).toHaveCount(1)
  await expectNoFault(page)
  await page.unrouteAll()
  await send.click()
  const note = notice(page).getByRole('status').filter({ hasText: email })
  await expect(note).toBeVisible()
  await expect(note).toBeFocused()
  await expect(notice(page).getByRole('alert')).toHaveCount(0)
  await expect.poll(() => linkFrom(email, 'Verify')).not.toBe(first)
  await page.goto(await linkFrom(email, 'Verify'))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your email address is verified' })).toBeVisible()
  await page.goto('/myPortal')
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

test('My Profile is a drawer on small screens, in which Escape cancels an edit before it closes the drawer', async ({
  page,
  signIn,
}) => {
  const { email } = await signIn('portal')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/myPortal')
  const opener = page.getByRole('button', { name: 'My Profile' })
  await opener.click()
  const drawer = page.getByRole('dialog', { name: 'My Profile' })
  await expect(drawer.getByText(email)).toBeVisible()
  await expectNoFault(page)
  await drawer.getByRole('button', { name: 'Edit phone number' }).click()
  await drawer.getByRole('textbox', { name: 'Phone number' }).press('Escape')
  await expect(drawer.getByRole('button', { name: 'Edit phone number' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a profile that cannot be loaded shows the error, and Retry loads it', async ({ page, signIn }) => {
  const { email } = await signIn('portal')
  await breakCalls(page, 'GET', '/me')
  await page.goto('/myPortal')
  const profile = page.getByRole('region', { name: 'My Profile' })
  await expect(profile.getByRole('alert')).toContainText('Failed to fetch user')
  await expectNoFault(page)
  await page.unrouteAll()
  await profile.getByRole('button', { name: 'Retry' }).click()
  await expect(profile.getByText(email)).toBeVisible()
})
