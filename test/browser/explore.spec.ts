import { AxeBuilder } from '@axe-core/playwright'
import type { APIRequestContext, Page } from '@playwright/test'
import { themes } from './support/places.ts'
import { expect, test } from './support/test.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'What and where' })
const results = (page: Page) => page.getByRole('region', { name: 'Results' })

async function doctor(request: APIRequestContext) {
  const { providers } = await (await request.get('/explore/providers?q=family+doctor')).json()
  return providers[0]
}

async function faults(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('a visitor without an account finds providers by keyboard: suggestions, results, filters, a provider', async ({
  page,
}) => {
  await page.goto('/explore')
  await box(page).focus()
  await page.keyboard.type('cardiolgy')
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.first()).toContainText(/cardiolog/i)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/explore\?q=/)
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(results(page).getByRole('listitem').first()).toBeVisible()
  await expect(results(page).getByRole('status')).toContainText(/\d+ doctors?/)

  await page.getByText('Filters', { exact: true }).press('Enter')
  await page.getByLabel('Gender').selectOption('F')
  await expect(page).toHaveURL(/gender=F/)
  await page.goBack()
  await expect(page).not.toHaveURL(/gender=F/)
  const first = results(page).getByRole('link').first()
  const name = (await first.textContent()) ?? ''
  await first.press('Enter')
  await expect(page).toHaveURL(/\/providers\/\d{10}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
})

test('a city is completed behind "near", and Escape closes the suggestions', async ({ page }) => {
  await page.goto('/explore')
  await box(page).fill('family doctor near bosto')
  await page.getByRole('option', { name: /Boston, MA/ }).click()
  await expect(box(page)).toHaveValue('family doctor near Boston, MA')
  await expect(page).toHaveURL(/q=family\+doctor\+near\+Boston/)
  await box(page).pressSequentially('x')
  await box(page).fill('bosto')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await box(page).press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
})

test('the map counts all providers, names where most are, zooms by its buttons, and asks no other host', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (baseURL !== undefined && !request.url().startsWith(baseURL)) foreign.push(request.url())
  })
  await page.goto('/explore?q=family+doctor&kind=doctors')
  const map = page.getByRole('img', { name: /^Map of [\d,]+ providers\. Most are in / })
  await expect(map).toBeVisible()
  const { total } = await (await page.request.get('/explore/counts?q=family+doctor&kind=doctors')).json()
  await expect(map).toHaveAccessibleName(new RegExp(`Map of ${total.toLocaleString('en-US')} providers`))
  const before = await map.getAttribute('viewBox')
  const counties = page.waitForResponse((answer) => answer.url().includes('by=county'))
  for (let press = 0; press < 3; press++) await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
  await counties
  expect(await map.getAttribute('viewBox')).not.toBe(before)
  expect(foreign).toEqual([])
})

test('four buttons copy exactly this search', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/explore?q=family+doctor+near+Boston,+MA&radius=25')
  const copied = async (name: string) => {
    await page.getByRole('group', { name: 'Copy this search' }).getByRole('button', { name }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    await expect(page.getByRole('button', { name: 'Copied' })).toBeHidden()
    return text
  }
  const curl = await copied('cURL')
  expect(curl).toContain('/api/doctors')
  for (const parameter of ['specialty=family doctor', 'address=Boston, MA', 'radius=25']) {
    expect(curl).toContain(`--data-urlencode '${parameter}'`)
  }
  const typescript = await copied('TypeScript')
  expect(typescript).toContain('searchDoctors')
  expect(typescript).toContain('radius: 25,')
  expect(await copied('Python')).toContain('("address", "Boston, MA")')
  expect(JSON.parse(await copied('MCP'))).toEqual({
    name: 'search_providers',
    arguments: { kind: 'doctors', specialty: 'family doctor', address: 'Boston, MA', radius: '25' },
  })
})

test('the location is asked for on click alone, and rounded before it is in the address', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 40.748817, longitude: -73.985428 })
  await page.goto('/explore?q=family+doctor')
  await expect(results(page).getByRole('listitem').first()).toBeVisible()
  expect(page.url()).not.toContain('latitude')
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(page).toHaveURL(/q=family\+doctor&latitude=40\.75&longitude=-73\.99$/)
})

test('nothing found, a wrong place, too many searches and a broken answer each say so', async ({ page }) => {
  await page.goto('/explore?q=cardiolohizt')
  await expect(results(page)).toContainText('No providers found')
  await results(page).getByRole('link', { name: 'cardiologist' }).click()
  await expect(results(page).getByRole('listitem').first()).toBeVisible()

  await page.goto('/explore?q=cardiolgist')
  await expect(results(page)).toContainText('No one is named “cardiolgist”. Showing results for cardiologist.')
  await expect(results(page).getByRole('listitem').first()).toBeVisible()

  await page.goto('/explore?q=dentist+near+Atlantis')
  const alert = results(page).getByRole('alert')
  await expect(alert).toContainText(
    'We couldn’t place "Atlantis". A city named Atlantis is in FL, and there may be others; add the state, as in "Atlantis, FL".',
  )
  // The same search would fail again.
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Map' }).getByRole('status')).toHaveCount(0)

  await page.route('**/explore/providers?*', (route) =>
    route.fulfill({
      status: 429,
      json: { error: 'Too many searches from this IP address; try again in 30 seconds.', code: 'too_many_attempts' },
    }),
  )
  await page.goto('/explore?q=dentist')
  await expect(results(page).getByRole('alert')).toContainText('Too many searches')
  await page.unroute('**/explore/providers?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(results(page).getByRole('listitem').first()).toBeVisible()
})

test('results and the page of a provider have no fault that axe finds, in both themes, and fit 320 pixels', async ({
  page,
  request,
}) => {
  const { npi } = await doctor(request)
  await page.setViewportSize({ width: 320, height: 800 })
  for (const theme of themes) {
    await page.addInitScript((choice) => localStorage.setItem('theme', choice), theme)
    await page.goto('/explore?q=family+doctor&gender=F')
    await expect(results(page).getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('img', { name: /^Map of/ })).toBeVisible()
    expect(await faults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.goto(`/providers/${npi}`)
    await expect(page.locator('h1')).toHaveCount(1)
    expect(await faults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  }
})

test('the page of a provider can be read without JavaScript, and a deactivated NPI says since when', async ({
  browser,
  baseURL,
  request,
}) => {
  const { npi, name } = await doctor(request)
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  await page.goto(`/providers/${npi}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  for (const part of ['Practice location', 'Licenses', 'Affiliations', 'History']) {
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'History' })).toContainText('This is the first file we have')
  await context.close()
})

test('the page of an organization names its own calls, and has no empty list where nobody reviewed it', async ({
  page,
  request,
}) => {
  const found = await request.get('/explore/providers?q=hospital&kind=organizations&minRating=2')
  const { providers }: { providers: { npi: number; reviews?: object }[] } = await found.json()
  await page.goto(`/providers/${providers.find(({ reviews }) => reviews === undefined)?.npi}`)
  await expect(page.getByRole('region', { name: 'Reviews' })).toContainText('of 5 stars')
  await expect(page.getByRole('region', { name: 'Reviews' }).getByRole('list')).toHaveCount(0)
  await page.getByRole('link', { name: 'GET /api/organizations/{npi}' }).click()
  await expect(page).toHaveURL('/documentation/organizations/get-npi')
})

test('an address of no provider says that there is no such page, and is asked for once', async ({ page }) => {
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  for (const npi of ['2999999999', 'abc']) {
    await page.goto(`/providers/${npi}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page).toHaveTitle(/^Page not found/)
    await page.waitForLoadState('networkidle')
  }
  expect(documents).toBe(2)
})
