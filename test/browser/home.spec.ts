import type { Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { expectFit, tightest } from './support/fit.ts'
import { expectPanel, toastOf } from './support/home.ts'
import { expect, test } from './support/test.ts'

const places = ['Dashboard', 'Documentation', 'Profile', 'Payment', 'Support']

const links = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
const link = (page: Page, name: string) => links(page).filter({ hasText: name })

test('the sidebar leads to Dashboard, Documentation, Profile, Payment and Support, and to Admin for admins alone', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.goto('/home')
  await expect(links(page)).toHaveText(places)
  const tools = page.getByRole('navigation', { name: 'Tools' }).getByRole('link')
  await expect(tools).toHaveText(['Watch', 'Exports', 'Check a list', 'Webhooks'])
  await expect(link(page, 'Documentation')).toHaveAttribute('href', '/documentation')
})

test('admins have Admin in the sidebar too, which leads to /admin', async ({ page, signInAsAdmin }) => {
  await signInAsAdmin()
  await page.goto('/home')
  await expect(links(page)).toHaveText([...places, 'Admin'])
  await link(page, 'Admin').click()
  await expect(page).toHaveURL('/admin')
})

test('the parameter panel chooses the panel, which moves the focus to its heading, names the tab and is marked; Back works', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.goto('/home?panel=nothing-of-the-kind')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page).toHaveTitle('Dashboard · Praxidex')
  await expect(link(page, 'Dashboard')).toHaveAttribute('aria-current', 'page')
  for (const [name, heading] of [
    ['Profile', 'Profile Information'],
    ['Payment', 'Payment'],
    ['Support', 'Support'],
  ] as const) {
    await link(page, name).click()
    await expect(page).toHaveURL(`/home?panel=${name.toLowerCase()}`)
    await expectPanel(page, heading)
    await expect(page).toHaveTitle(`${heading} · Praxidex`)
    await expect(page.getByRole('status').filter({ hasText: heading }).first()).toBeAttached()
    await expect(page.locator('nav [aria-current]')).toHaveText([name])
  }
  await page.goBack()
  await expectPanel(page, 'Payment')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment')
  await expect(page).toHaveTitle('Payment · Praxidex')
})

for (const [outcome, kind, words] of [
  ['success', 'Success', 'Your subscription is active.'],
  ['cancelled', 'Error', 'The payment was canceled. Your plan hasn’t changed.'],
] as const) {
  test(`payment=${outcome} shows one toast and is removed, which neither Back nor a reload repeats`, async ({
    page,
    signIn,
  }) => {
    await signIn('api')
    await page.goto('/my-verifications')
    await page.goto(`/home?panel=payment&payment=${outcome}`)
    const toast = toastOf(page, kind, words)
    await expect(toast).toHaveCount(1)
    await expect(page).toHaveURL('/home?panel=payment')
    await expectNoFault(page)
    await page.goBack()
    await expect(page).toHaveURL('/my-verifications')
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment')
    await expect(toast).toHaveCount(0)
  })
}

test('on small screens the sidebar is a drawer: a link in it closes it and moves the focus to the panel', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/home')
  await expect(links(page)).toHaveCount(0)
  const opener = page.getByRole('button', { name: 'Open the menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(links(page)).toHaveText(places)
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await menu.getByRole('link', { name: 'Support' }).click()
  await expect(menu).toHaveCount(0)
  await expectPanel(page, 'Support')
})

test('every panel fits at 320 px, with text at 200 % on twice the width too', async ({ page, signIn }) => {
  await signIn('api')
  for (const panel of ['dashboard', 'profile', 'payment', 'support']) {
    await page.goto(`/home?panel=${panel}`)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    for (const shape of tightest) await expectFit(page, shape)
  }
})

test('Ctrl K and a button in the sidebar open a search, which leads to a panel and to the documentation', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Go to a page, or search the documentation' })
  await expect(dialog.getByRole('option', { name: 'Check a list' })).toBeVisible()
  await expectNoFault(page)
  await page.keyboard.type('webho')
  await expect(dialog.getByRole('option').first()).toHaveText('Webhooks')
  await page.keyboard.press('Enter')
  await expectPanel(page, 'Webhooks')
  await page.getByRole('button', { name: 'Search pages and the documentation' }).click()
  await dialog.getByRole('combobox').fill('radius')
  await dialog.getByRole('option').first().click()
  await expect(page).toHaveURL(/\/documentation\//)
})
