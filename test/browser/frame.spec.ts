import { expectNoFault } from './support/axe.ts'
import { expectFit, tightest } from './support/fit.ts'
import { expect, test, whenAlive } from './support/test.ts'

test('every page names its tab, and opening one from another moves the focus to its heading and says its title', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Doctor and Medical Data API · Praxidex')
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Verifications' }).click()
  await expect(page).toHaveTitle('Verifications API · Praxidex')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Verifications API' })).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveTitle('Doctor and Medical Data API · Praxidex')
})

test('the first Tab leads to a link past the navigation', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email address')).toBeFocused()
})

test('the not-found page leads to the search of the documentation with the words that are typed', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('rate limits')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/documentation?q=rate+limits')
})

test('any other path is the not-found page, with status 404 and a Go back home link', async ({ page, request }) => {
  const answer = await request.get('/no/such/page', { headers: { accept: 'text/html' } })
  expect(answer.status()).toBe(404)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await page.getByRole('link', { name: 'Go back home' }).click()
  await expect(page).toHaveURL('/')
})

test('the theme is light, dark or that of the system, is kept, and is there before the first paint', async ({
  page,
}) => {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Theme: as the system. Change to light' }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Theme: light. Change to dark' }).click()
  await page.getByRole('button', { name: 'Theme: dark. Change to as the system' }).click()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Theme: as the system. Change to dark' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('a theme of the system that changes before the program is there is followed', async ({ page }) => {
  const html = page.locator('html')
  let letIn = () => {}
  const program = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route('**/assets/main-*.js', async (route) => {
    await program
    await route.continue()
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  const opened = page.goto('/')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  letIn()
  await opened
  await expect(html).toHaveAttribute('data-theme', 'light')
})

test('where nothing can be stored, a theme that was chosen lasts from one screen to the next', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Storage is switched off.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Theme: as the system. Change to dark' }).click()
  await page.getByRole('link', { name: 'Login' }).first().click()
  await expect(page.getByLabel('Email address')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test.describe('while part of the code is missing', () => {
  test.use({ expectedErrors: ['Failed to load resource', 'Failed to fetch dynamically imported module'] })

  test('a page whose code does not load says so, with Retry and Go home', async ({ page }) => {
    await page.goto('/')
    await page.route('**/assets/LoginPage-*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Login' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page failed')
    await expect(page.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/')
    await page.unroute('**/assets/LoginPage-*.js')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByLabel('Email address')).toBeVisible()
  })

  test('a part whose code does not load leaves the page as it is, and says how to get it', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/documentation')
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    await page.route('**/assets/dialogs-*.js', (route) => route.abort())
    await page.getByRole('button', { name: 'Contents' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Part of this page didn’t load.' })
    await expect(alert).toBeVisible()
    await expectNoFault(page)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
    await page.unroute('**/assets/dialogs-*.js')
    const loaded = page.waitForEvent('load')
    await alert.getByRole('button', { name: 'Reload' }).click()
    await whenAlive(page, await loaded)
    await page.getByRole('button', { name: 'Contents' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

test.describe('what is sent while there is no network', () => {
  test.use({ expectedErrors: ['Failed to load resource'] })

  test('fails at once and is not sent later', async ({ page, context }) => {
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/login') && sent.push(request.method()))
    await page.goto('/login')
    await page.getByLabel('Email address').fill('ada@example.org')
    await page.getByLabel('Password', { exact: true }).fill('a long walk by the sea')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    sent.length = 0
    await context.setOffline(false)
    await expect(page.getByText('You’re offline.')).toHaveCount(0)
    expect(sent).toEqual([])
  })
})

test('being offline is said as long as it lasts', async ({ page, context }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email address')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
})

test('on small screens the menu is a dialog, which closes by Escape and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Open the menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await menu.getByRole('link', { name: 'My Portal' }).click()
  await expect(page).toHaveURL('/my-verifications')
  await expect(menu).toHaveCount(0)
})

for (const shape of tightest) {
  test(`everything fits at ${shape.width} px with text at ${shape.text}`, async ({ page }) => {
    for (const path of ['/', '/verifications', '/my-verifications', '/signup', '/no-such-page']) {
      await page.goto(path)
      await expectFit(page, shape)
    }
  })
}
