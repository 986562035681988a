import type { Locator, Page } from '@playwright/test'
import { hueOf, part, toastOf } from './support/home.ts'
import { breakCalls, expect, test } from './support/test.ts'

/** Milliseconds for which a toast stands (specification, section 9). */
const standsMs = 6_000

/** By which a clock that is stopped is moved on while something is waited for. */
const tickMs = 100

/** Has an error toast appear; where the clock is stopped it has then stood for two ticks of it at most. */
async function makeToast(page: Page, { isStopped = false } = {}) {
  if (isStopped) await page.clock.install()
  await page.goto('/forgot-password')
  await breakCalls(page, 'POST', '/forgot-password')
  await page.getByLabel('Email address').fill('ada@example.org')
  // However long a busy machine takes for what follows, no time passes in the page.
  if (isStopped) await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'An error occurred' })
  if (isStopped) {
    await expect(async () => {
      await page.clock.runFor(tickMs)
      expect(await toast.isVisible()).toBe(true)
    }).toPass({ intervals: [tickMs] })
  }
  await expect(toast).toBeVisible()
  return toast
}

test('an error toast has the title Error and a message, and can be closed', async ({ page }) => {
  const toast = await makeToast(page)
  await expect(toast.getByText('Error', { exact: true })).toBeVisible()
  await expect(toast.getByText('An error occurred')).toBeVisible()
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)
})

test('a toast goes by itself after 6 seconds', async ({ page }) => {
  const toast = await makeToast(page, { isStopped: true })
  await page.mouse.move(0, 0)
  await page.clock.runFor(standsMs - 1_000)
  await expect(toast).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(toast).toHaveCount(0)
})

test('a toast stays while it is pointed at or has the focus', async ({ page }) => {
  const toast = await makeToast(page, { isStopped: true })
  await toast.hover()
  await page.clock.runFor(3 * standsMs)
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Close' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3 * standsMs)
  await expect(toast).toBeVisible()
})

test('toasts stand at the top right on wide screens and at the bottom on small ones', async ({ page }) => {
  const toast = await makeToast(page)
  const wide = await toast.boundingBox()
  expect(wide?.y).toBeLessThan(100)
  expect((wide?.x ?? 0) + (wide?.width ?? 0)).toBeGreaterThan(1280 - 40)
  await page.setViewportSize({ width: 390, height: 800 })
  const narrow = await toast.boundingBox()
  expect((narrow?.y ?? 0) + (narrow?.height ?? 0)).toBeGreaterThan(800 - 40)
})

/** Has an error toast appear over the dialog that asks before the key is replaced. */
async function makeToastOverDialog(page: Page) {
  await breakCalls(page, 'POST', '/me/api-key')
  await page.goto('/home')
  await page.getByRole('button', { name: 'Generate new key' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Generate new key' }).click()
  const toast = toastOf(page, 'Error', 'Failed to generate new API key')
  await expect(toast).toBeVisible()
  return { dialog, toast, close: toast.getByRole('button', { name: 'Close', includeHidden: true }) }
}

test('a toast can be closed while a dialog is open, which stays open', async ({ page, signIn }) => {
  await signIn('api')
  const { dialog, toast, close } = await makeToastOverDialog(page)
  await close.click()
  await expect(toast).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test('Escape closes a dialog under a toast first, wherever the focus is in it, and the toast after it', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  for (const focus of [
    async () => {},
    () => page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).focus(),
  ]) {
    const { dialog, toast, close } = await makeToastOverDialog(page)
    // Pointed at, it stays as long as the test takes.
    await close.hover()
    await focus()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(toast).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(toast).toHaveCount(0)
  }
})

test('Escape in a field of a drawer under a toast cancels the edit, then closes the drawer', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await page.setViewportSize({ width: 390, height: 800 })
  await breakCalls(page, 'POST', '/me')
  await page.goto('/myPortal')
  await page.getByRole('button', { name: 'My Profile' }).click()
  const drawer = page.getByRole('dialog', { name: 'My Profile' })
  await drawer.getByRole('button', { name: 'Edit phone number' }).click()
  const field = drawer.getByRole('textbox', { name: 'Phone number' })
  await field.fill('646-555-0199')
  await field.press('Enter')
  const toast = toastOf(page, 'Error', 'Failed to update phone number')
  await toast.hover()
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(toast).toBeVisible()
})

test('a toast of success has a green check and one of failure a red cross: sign and title tell them apart, not the color alone', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('api')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/home')
  await part(page, 'API Key').getByRole('button', { name: 'Copy API key' }).click()
  const success = toastOf(page, 'Success', 'API key copied to clipboard')
  await expect(success).toBeVisible()
  const signOfSuccess = await signOf(success)
  const hueOfSuccess = await hueOf(success.locator('span').first())
  const { toast: failure } = await makeToastOverDialog(page)
  const signOfFailure = await signOf(failure)
  // A check is one stroke, a cross is two.
  expect([signOfSuccess, signOfFailure]).toEqual([1, 2])
  expect([hueOfSuccess, await hueOf(failure.locator('span').first())]).toEqual(['green', 'red'])
})

/** Of how many strokes the sign before the title is drawn. */
async function signOf(toast: Locator): Promise<number> {
  const sign = toast.locator('svg').first()
  await expect(sign).toBeVisible()
  return sign.locator('path').count()
}

test.describe('while the code of the toasts is missing', () => {
  test.use({ expectedErrors: ['Failed to load resource', 'Failed to fetch dynamically imported module'] })

  test('the page stays, with what went wrong on it', async ({ page }) => {
    await page.route('**/assets/toast-stack-*.js', (route) => route.abort())
    await page.goto('/forgot-password')
    await breakCalls(page, 'POST', '/forgot-password')
    await page.getByLabel('Email address').fill('ada@example.org')
    const missing = page.waitForEvent('console', (message) => message.text().includes('toast-stack'))
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await missing
    await expect(page.getByRole('alert').filter({ hasText: 'An error occurred' })).toBeVisible()
  })
})
