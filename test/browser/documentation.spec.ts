import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { plans } from '../../contract/plans.ts'
import { expectNoFault } from './support/axe.ts'
import { expectFit, tightest } from './support/fit.ts'
import { noteCalls } from './support/requests.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Documentation' })

/** One page of each kind. */
const kinds = [
  '/documentation',
  '/documentation/doctors',
  '/documentation/doctors/get',
  '/documentation/verifications/post',
  '/documentation/coming-from-the-npi-registry',
  '/documentation/errors',
]

test('the sidebar has Getting Started, the seven groups with expandable endpoint lists, and Back to Login', async ({
  page,
}) => {
  await page.goto('/documentation')
  await expect(page.getByRole('heading', { level: 1, name: 'Getting Started' })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Getting Started' })).toHaveAttribute('aria-current', 'page')
  for (const group of ['doctors', 'organizations', 'individuals', 'sources', 'verifications', 'shares', 'watch']) {
    await expect(sidebar(page).locator(`a[href="/documentation/${group}"]`)).toBeVisible()
  }
  const toggle = sidebar(page).getByRole('button', { name: 'Endpoints of Doctors' })
  const endpoint = sidebar(page).getByRole('link', { name: 'GET Search doctors' })
  await expect(endpoint).toBeHidden()
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await endpoint.click()
  await expect(page).toHaveURL('/documentation/doctors/get')
  await expect(page.getByRole('heading', { level: 1, name: 'Search doctors' })).toBeFocused()
  await expect(endpoint).toHaveAttribute('aria-current', 'page')
  await expect(sidebar(page).getByRole('link', { name: 'Support' })).toHaveCount(0)
  await expect(sidebar(page).getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login')
})

test('the sidebar has a Support link and Back to Home for signed-in users', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto('/documentation/doctors')
  await expect(sidebar(page).getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/home?panel=support')
  await expect(sidebar(page).getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/home')
})

test('a group page has an overview, endpoints, and data models whose nested fields expand', async ({ page }) => {
  await page.goto('/documentation/doctors')
  for (const name of ['Overview', 'Endpoints', 'Data models']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Endpoints' }).getByRole('row')).toHaveCount(7)
  const coords = page.locator('#doctor-address-coords')
  await expect(coords).toBeHidden()
  await page.getByText(/^Fields of Doctor \(/).click()
  await page
    .locator('#doctor-address')
    .getByText(/^Fields of address/)
    .click()
  await expect(coords).toBeVisible()
  // A place that is no place is no fault.
  await page.goto('/documentation#%')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/documentation/doctors#doctor-reviews-count')
  await expect(page.locator('#doctor-reviews-count')).toBeInViewport()
})

test('each GET of individuals is marked BETA, and nothing else of the four groups', async ({ page, request }) => {
  const list = await (await request.get('/llms.txt')).text()
  const endpoints = [...list.matchAll(/\((\/documentation\/[^)/]+\/[^)/]+)\.md\)/g)].map(([, address]) => address ?? '')
  expect(endpoints.length).toBeGreaterThan(8)
  const marked: string[] = []
  for (const address of endpoints) {
    await page.goto(address)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    if ((await title.locator('..').getByText('BETA', { exact: true }).count()) > 0) marked.push(address)
  }
  expect(marked).toEqual(endpoints.filter((address) => address.startsWith('/documentation/individuals/get')))
  expect(marked).toContain('/documentation/individuals/get')
})

test('profilePicture is marked BETA, with Request Early Access for signed-in users alone', async ({ page, signIn }) => {
  await page.goto('/documentation/doctors#doctor-profilePicture')
  const field = page.locator('#doctor-profilePicture')
  await expect(field.getByText('BETA', { exact: true })).toBeVisible()
  await expect(field.getByRole('button', { name: 'Request Early Access' })).toHaveCount(0)
  await signIn('api')
  await page.reload()
  await breakCalls(page, 'POST', '/me/support')
  await field.getByRole('button', { name: 'Request Early Access' }).click()
  await expect(page.getByText('Failed to submit support request. Please try again.').first()).toBeVisible()
  await expect(field.getByRole('alert')).toHaveText('Failed to submit support request. Please try again.')
  await page.unrouteAll()
  await field.getByRole('button', { name: 'Request Early Access' }).click()
  await expect(page.getByText(/We got your request \d+/).first()).toBeVisible()
  await expect(field.getByRole('button', { name: 'Early Access Requested' })).toBeDisabled()
  await expect(field.getByRole('alert')).toHaveCount(0)
})

test('an endpoint page has a description, a parameters table, a 200 example response and a Try it out section', async ({
  page,
}) => {
  await page.goto('/documentation/doctors/get')
  await expect(page.getByText('Finds doctors by place')).toBeVisible()
  const table = page.getByRole('region', { name: 'Parameters: In the query' })
  await expect(table.getByRole('rowheader', { name: /^radius/ })).toBeVisible()
  await expect(table.getByText('above 0, at most 25, default 10')).toBeVisible()
  await expect(page.getByText('200 OK · example')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Example response' })).toContainText('"doctors"')
  await expect(page.getByRole('heading', { level: 2, name: 'Try it out' })).toBeVisible()
  await page.goto('/documentation/doctors/get#query-minRating')
  await page.getByRole('link', { name: 'Link to radius' }).click()
  await expect(page).toHaveURL('/documentation/doctors/get#query-radius')
})

test('the page of POST verifications has its parameters in the body, and an example of what it answers with 201', async ({
  page,
}) => {
  await page.goto('/documentation/verifications/post')
  const table = page.getByRole('region', { name: 'Parameters: In the body' })
  for (const name of [/^npi/, /^image/]) await expect(table.getByRole('rowheader', { name })).toBeVisible()
  await expect(page.getByText('201 Created · example')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Example response' })).toContainText('"checks"')
})

test('Try Request is disabled with no key or while busy, says why, and sends only named, non-empty parameters', async ({
  page,
  signIn,
}) => {
  await page.goto('/documentation/doctors/get')
  const button = page.getByRole('button', { name: 'Try Request' })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription('Enter an API key to try this request.')
  await signIn('api')
  await page.reload()
  await expect(page.getByText('This is your account’s key')).toBeVisible()
  await page.getByLabel('Add a parameter').selectOption('Another name…')
  await expect(page.getByLabel('Name of the parameter')).toBeFocused()
  await page.getByLabel('Value of the parameter').fill('nameless')
  await page.getByLabel('Add a parameter').selectOption('gender')
  await expect(parameter(page, 'gender')).toBeFocused()
  await parameter(page, 'specialty').fill('dentist')
  await expect(page.getByRole('region', { name: 'GET /api/doctors, cURL' })).toContainText('specialty=dentist')
  const release = await holdCalls(page, 'GET', '/api/doctors')
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/doctors')
  await button.click()
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription('Waiting for the response…')
  expect([...new URL((await sent).url()).searchParams.keys()]).toEqual(['address', 'radius', 'specialty'])
  release()
  const response = responseOn(page)
  await expect(response.getByText('200 OK')).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Example response' })).toHaveCount(0)
  await expect(response.getByText(/^\d+ ms$/)).toBeVisible()
  await expect(response.getByText(/KB$/)).toBeVisible()
  await response.getByText(/^Headers \(/).click()
  await expect(response.getByText('x-registry-version')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Response body' })).toContainText('"total"')

  await parameter(page, 'radius').fill('40')
  await button.click()
  await expect(response.getByText('Error 400: radius: expected')).toBeVisible()
  await page.getByRole('button', { name: /^GET \/api\/doctors\?.*radius=10\b/ }).click()
  await expect(parameter(page, 'radius')).toHaveValue('10')
  await expect(response.getByText('200 OK')).toBeVisible()
})

test('the form is made from the parameters: choices where there are choices, numbers by a pad of digits', async ({
  page,
}) => {
  await page.goto('/documentation/doctors/get')
  await expect(parameter(page, 'radius')).toHaveAttribute('inputmode', 'decimal')
  await expect(parameter(page, 'specialty')).toHaveAttribute('inputmode', 'text')
  const add = page.getByLabel('Add a parameter')
  await expect(add.getByRole('option', { name: 'radius', exact: true })).toHaveCount(0)
  await add.selectOption('gender')
  await expect(parameter(page, 'gender').getByRole('option')).toHaveText(['None', 'M', 'F'])
  await expect(add.getByRole('option', { name: 'gender', exact: true })).toHaveCount(0)
  await parameter(page, 'gender').selectOption('F')
  await expect(page.getByRole('region', { name: 'GET /api/doctors, cURL' })).toContainText('gender=F')
  // A list may be given by repeating its parameter.
  await add.selectOption('npi')
  await expect(add.getByRole('option', { name: 'npi', exact: true })).toHaveCount(1)
  await expectNoFault(page)
})

test('a response is shown beside the form, and below it where there is no room', async ({ page, signIn }) => {
  await signIn('api')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/documentation/doctors/get')
    const button = page.getByRole('button', { name: 'Try Request' })
    await button.click()
    const status = responseOn(page).getByText('200 OK')
    await expect(status).toBeInViewport()
    const [of, at] = await Promise.all([button.boundingBox(), status.boundingBox()])
    if (width === 1280) expect(at?.x).toBeGreaterThan((of?.x ?? 0) + (of?.width ?? 0))
    else expect(at?.y).toBeGreaterThan(of?.y ?? 0)
    await expectNoFault(page)
  }
})

test('a phone shows every language of a sample beside the button that copies it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/documentation')
  const languages = page.getByRole('group', { name: /: language$/ }).first()
  await expect(languages.getByRole('radio')).toHaveCount(5)
  expect(await languages.evaluate((group) => group.scrollWidth - group.clientWidth)).toBe(0)
  await expect(page.getByRole('button', { name: 'Copy', exact: true }).first()).toBeVisible()
})

test('a try that gets no answer shows Error 500', async ({ page }) => {
  await page.goto('/documentation/doctors/get-npi')
  await page.getByRole('textbox', { name: 'API key' }).fill('pdx_unknown')
  await page.getByRole('textbox', { name: 'npi' }).fill('')
  const button = page.getByRole('button', { name: 'Try Request' })
  await button.click()
  await expect(page.getByText('Please enter npi')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'npi' })).toBeFocused()
  await page.getByRole('textbox', { name: 'npi' }).fill('2000000002')
  await button.click()
  await expect(page.getByRole('main').getByText('Error 401: The API key is malformed')).toBeVisible()
  await expectNoFault(page)
  await page.route('**/api/doctors/**', (route) => route.abort())
  await button.click()
  await expect(page.getByRole('main').getByText('Error 500: The server didn’t respond')).toBeVisible()
})

test('a key that was copied masked, or a header that cannot be sent, is told at its field; nothing is sent or kept', async ({
  page,
}) => {
  await page.goto('/documentation/verifications/post')
  const calls = noteCalls(page, /^\/api\//)
  const button = page.getByRole('button', { name: 'Try Request' })
  const key = page.getByRole('textbox', { name: 'API key' })
  const header = page.getByRole('textbox', { name: 'Idempotency-Key' })
  await page.getByRole('textbox', { name: 'npi' }).fill('1679576722')
  const card = { name: 'card.png', mimeType: 'image/png', buffer: Buffer.from('card') }
  await page.locator('input[type=file]').setInputFiles(card)
  await key.fill('pdx_abcdef••••••••')
  await button.click()
  await expect(key).toBeFocused()
  await expect(key).toHaveAccessibleDescription(/This isn’t a whole API key\. Copy it with its button\./)
  await key.fill('pdx_unknown')
  await header.fill('“once”')
  await button.click()
  await expect(header).toBeFocused()
  await expect(header).toHaveAccessibleDescription(/has characters that a header can’t contain/)
  await expectNoFault(page)
  expect(calls).toEqual([])
  await expect(page.getByRole('heading', { name: 'Recent requests' })).toHaveCount(0)
})

test('a parameter that is removed hands the focus to the next one, and the last to the list that adds one', async ({
  page,
}) => {
  await page.goto('/documentation/doctors/get')
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
  await remove('radius').press('Enter')
  await expect(remove('radius')).toHaveCount(0)
  await expect(remove('specialty')).toBeFocused()
  await remove('specialty').press('Enter')
  await expect(remove('specialty')).toHaveCount(0)
  await expect(page.getByLabel('Add a parameter')).toBeFocused()
})

test('look-ups and requests are filled in with an NPI that this registry has, which samples name too', async ({
  page,
  request,
  signIn,
}) => {
  await signIn('api')
  const { exampleNpis } = await (await request.get('/registry')).json()
  for (const resource of ['doctors', 'organizations', 'individuals']) {
    await page.goto(`/documentation/${resource}/get-npi`)
    const npi = String(exampleNpis[resource])
    await expect(page.getByRole('textbox', { name: 'npi' })).toHaveValue(npi)
    await expect(page.getByRole('region', { name: `GET /api/${resource}/{npi}, cURL` })).toContainText(npi)
    await page.getByRole('button', { name: 'Try Request' }).click()
    await expect(responseOn(page).getByText('200 OK')).toBeVisible()
  }
  // A verification is of a doctor whom this registry has.
  await page.goto('/documentation/verifications/post')
  await expect(page.getByRole('textbox', { name: 'npi' })).toHaveValue(String(exampleNpis.doctors))
})

test('code that cannot be loaded shows Error 500 too, and the form can be sent again', async ({ page }) => {
  await page.route('**/assets/TryOutcome-*.js', (route) => route.abort())
  await page.goto('/documentation/doctors/get')
  await page.getByRole('textbox', { name: 'API key' }).fill('pdx_unknown')
  const button = page.getByRole('button', { name: 'Try Request' })
  await button.click()
  await expect(page.getByText('Error 500: The server didn’t respond').last()).toBeVisible()
  await expect(button).toBeEnabled()
})

test('what one user typed and tried is gone when another one signs in', async ({ page, context, newAccount }) => {
  const { token } = await newAccount()
  await page.goto('/documentation/doctors/get')
  await page.getByRole('textbox', { name: 'API key' }).fill('pdx_secret')
  await page.getByRole('button', { name: 'Try Request' }).click()
  const answer = responseOn(page)
  await expect(answer.getByText(/^Error 401/)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate((value) => localStorage.setItem('token', value), token)
  await expect(page.getByText('This is your account’s key')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'API key' })).not.toHaveValue('pdx_secret')
  await expect(answer).toHaveCount(0)
})

test('signing out in another tab signs out here: no key is offered, no user is fetched, and no error shows', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('api')
  await page.goto('/documentation/doctors/get')
  await expect(page.getByText('This is your account’s key')).toBeVisible()
  const calls = noteCalls(page, /^\/me$/)
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate(() => localStorage.removeItem('token'))
  await expect(page.getByText('Kept in this tab’s memory only')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  expect(calls).toEqual([])
})

test('B12: the typed key goes along from page to page and is kept nowhere', async ({ page }) => {
  await page.goto('/documentation/doctors/get')
  await page.getByRole('textbox', { name: 'API key' }).fill('pdx_secret')
  await expect(page.getByRole('region', { name: 'GET /api/doctors, cURL' })).toContainText('$API_KEY')
  await page.getByLabel('Include my API key in the samples').check()
  await expect(page.getByRole('region', { name: 'GET /api/doctors, cURL' })).toContainText('pdx_secret')
  await sidebar(page).getByRole('link', { name: 'GET Get a doctor' }).click()
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('pdx_secret')
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain('pdx_secret')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('')
})

test('POST verifications has NPI and image file fields, and the language of samples is remembered', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.goto('/documentation/verifications/post')
  await page.getByRole('radio', { name: 'Python' }).check({ force: true })
  await page.getByRole('textbox', { name: 'npi' }).fill('1679576722')
  const button = page.getByRole('button', { name: 'Try Request' })
  await button.click()
  await expect(page.getByText('Please choose an image')).toBeVisible()
  await expect(page.locator('input[type=file]')).toBeFocused()
  await expectNoFault(page)
  const image = await readFile(new URL('../../web/public/favicon.svg', import.meta.url))
  await page.locator('input[type=file]').setInputFiles({ name: 'card.svg', mimeType: 'image/svg+xml', buffer: image })
  await button.click()
  await expect(
    page.getByRole('main').getByText(/^Error 400: The image must be a JPEG, PNG or WebP picture/),
  ).toBeVisible()
  await page.goto('/documentation/doctors/get')
  await expect(page.getByRole('region', { name: 'GET /api/doctors, Python' })).toBeVisible()
})

test('the endpoints of verifications document their limits, and the errors 400 and 404 by their sentences', async ({
  page,
}) => {
  const errors = page.getByRole('region', { name: 'Errors', exact: true }).getByRole('row')
  await page.goto('/documentation/verifications/post')
  const body = 'Invalid body parameters: image (string) and npi (string) are required'
  await expect(errors.filter({ hasText: body })).toContainText('400')
  await page.goto('/documentation/verifications/get-id')
  await expect(errors.filter({ hasText: 'Invalid verification ID format' })).toContainText('400')
  await expect(errors.filter({ hasText: 'Verification not found' })).toContainText('404')
  await page.goto('/documentation/verifications/get')
  const parameters = page.getByRole('region', { name: 'Parameters: In the query' }).getByRole('row')
  await expect(parameters.filter({ hasText: /^limit/ })).toContainText('from 1 to 50, default 10')
})

test('the list of headings beside a page marks the one that is being read', async ({ page }) => {
  await page.goto('/documentation')
  const list = page.getByRole('navigation', { name: 'On this page' })
  const marked = list.locator('[aria-current=location]')
  await list.getByRole('link', { name: 'Places and how precise they are' }).click()
  await expect(marked).toHaveText(['Places and how precise they are'])
  await expectNoFault(page)
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -100_000)
  await expect(list.getByRole('link', { name: 'Places and how precise they are' })).not.toHaveAttribute('aria-current')
  await page.mouse.wheel(0, 100_000)
  await expect(marked).toHaveText(['The API as a file'])
  await list.getByRole('link', { name: 'Versions of the data' }).click()
  await expect(marked).toHaveText(['Versions of the data'])
})

test('a link of On this page leads to its section each time it is followed, and the focus goes along without a ring', async ({
  page,
}) => {
  await page.goto('/documentation/doctors/get')
  await expect(page.getByRole('button', { name: 'Try Request' })).toBeVisible()
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Errors' })
  const section = page.getByRole('heading', { level: 2, name: 'Errors' })
  for (let time = 1; time <= 2; time++) {
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(section).not.toBeInViewport()
    await link.press('Enter')
    await expect(section).toBeFocused()
    await expect(section).toBeInViewport()
    await expect(section).toHaveCSS('outline-style', 'none')
    await expect(page).toHaveURL('/documentation/doctors/get#errors')
  }
})

test('Getting Started shows both rate-limit tables, per month and minute and per day', async ({ page }) => {
  await page.goto('/documentation')
  const monthly = page.getByRole('region', { name: 'Per month and per minute' })
  await expect(monthly.getByRole('row', { name: 'Free up to 100 10' })).toBeVisible()
  await expect(monthly.getByRole('row', { name: 'Developer up to 1,000 100' })).toBeVisible()
  await expect(monthly.getByRole('row', { name: 'Enterprise Unlimited Custom' })).toBeVisible()
  const daily = page.getByRole('region', { name: 'Per day' })
  for (const { name, requestsPerDay } of Object.values(plans)) {
    const limit = requestsPerDay === null ? 'Custom' : requestsPerDay.toLocaleString('en-US')
    await expect(daily.getByRole('row', { name: `${name} ${limit}` })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'Errors', exact: true }).last().click()
  await expect(page).toHaveURL('/documentation/errors')
})

test('a page whose contents arrive while it waits for them opens without a fault', async ({ page, request }) => {
  await page.goto('/documentation')
  const html = await (await request.get('/documentation/deprecation')).text()
  const [contents] = /\/assets\/deprecation-[\w-]+\.js/.exec(html) ?? ['']
  // In memory they arrive at once, but not before the page asks for them. A pointer would ask first.
  await page.evaluate((file) => import(file), contents)
  const link = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: /deprecation/ })
  await link.evaluate((element: HTMLElement) => element.click())
  await expect(page.getByRole('heading', { level: 1, name: /deprecation/ })).toBeFocused()
})

test('the search opens by Ctrl K, by a button and by ?q=, and leads to a parameter', async ({ page }) => {
  await page.goto('/documentation')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search the documentation' })
  await expect(search).toBeVisible()
  await page.keyboard.type('facilityType')
  await expect(search.getByRole('option').first()).toContainText('facilityType')
  await expectNoFault(page)
  // Many results, in groups of another order than those before.
  await search.getByRole('combobox').fill('key')
  await expect(search.getByRole('option', { selected: true })).toContainText('key_')
  await expect.poll(() => search.getByRole('listbox').evaluate((list) => list.scrollTop)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  await page.getByRole('button', { name: 'Search the documentation' }).click()
  await page.keyboard.type('radius')
  await search.getByRole('option', { name: 'radius GET /api/doctors' }).first().click()
  await expect(page).toHaveURL('/documentation/doctors/get#query-radius')
  await expect(page.locator('#query-radius')).toBeInViewport()
  await page.goto('/documentation?q=zzzzqqq')
  await expect(search.getByRole('combobox')).toHaveValue('zzzzqqq')
  await expect(search.getByText('No results for zzzzqqq.')).toBeVisible()
  await expectNoFault(page)
})

test('an unknown group or method is not found, with status 404, the sidebar and the search', async ({
  page,
  request,
}) => {
  for (const path of ['/documentation/nurses', '/documentation/doctors/delete']) {
    expect((await request.get(path, { headers: { accept: 'text/html' } })).status()).toBe(404)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'No such page in the documentation' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Search the documentation' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Go back home' })).toHaveAttribute('href', '/')
    await expect(sidebar(page)).toBeVisible()
  }
})

test('every page has a twin in Markdown, which llms.txt lists, and the API can be downloaded as JSON and YAML', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/documentation/doctors/get')
  const twin = '/documentation/doctors/get.md'
  await expect(page.getByRole('link', { name: 'View as Markdown' })).toHaveAttribute('href', twin)
  await expect(page.locator('link[rel=alternate][type="text/markdown"]')).toHaveAttribute('href', twin)
  const answer = await request.get(twin)
  expect(answer.headers()['content-type']).toBe('text/markdown; charset=utf-8')
  const text = await answer.text()
  for (const part of ['# Search doctors', '`radius`', 'curl -G', '"distanceMiles"', '`rate_limited`']) {
    expect(text).toContain(part)
  }
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  const list = await (await request.get('/llms.txt')).text()
  const twins = [...list.matchAll(/\((\/documentation[^)]*\.md)\)/g)].map(([, address]) => address ?? '')
  expect(twins.length).toBeGreaterThan(18)
  for (const address of twins) expect((await request.get(address)).status()).toBe(200)
  await expect(page.getByRole('link', { name: 'openapi.yaml' })).toHaveAttribute('href', '/openapi.yaml')
  expect(await (await request.get('/openapi.yaml')).text()).toContain('openapi: 3.1.0')
})

test('on small screens the contents are a drawer, which a link in it closes', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/documentation/doctors/get')
  await page.getByRole('button', { name: 'Contents' }).click()
  const drawer = page.getByRole('dialog', { name: 'Documentation' })
  await drawer.getByRole('button', { name: 'Endpoints of Individuals' }).click()
  await expectNoFault(page)
  await drawer.getByRole('link', { name: 'Verifications' }).click()
  await expect(page).toHaveURL('/documentation/verifications')
  await expect(drawer).toHaveCount(0)
})

test('every kind of page fits at 320 px, with text at 200 % on twice the width too', async ({ page }) => {
  for (const path of kinds) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const shape of tightest) await expectFit(page, shape)
    // Nor is a part of a table beyond the edge of a phone, where nothing shows that it could be scrolled to.
    await expectFit(page, { width: 390, text: '100%' })
    const cut = await page
      .getByRole('table')
      .evaluateAll((tables) =>
        tables.filter(({ scrollWidth }) => scrollWidth > 360).map(({ textContent }) => textContent),
      )
    expect(cut, path).toEqual([])
  }
})

test('by keyboard alone a parameter is found, and a request is changed, sent and its answer read', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.goto('/documentation')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search the documentation' })
  await expect(search.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('specialty')
  await expect(search.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  const chosen = search.getByRole('option', { name: 'specialty GET /api/doctors' })
  for (let step = 0; step < 12 && (await chosen.getAttribute('aria-selected')) !== 'true'; step++) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/documentation/doctors/get#query-specialty')
  await expect(page.getByText('This is your account’s key')).toBeVisible()
  await tabTo(page, parameter(page, 'specialty'))
  await page.keyboard.type('dentist')
  await tabTo(page, page.getByRole('button', { name: 'Try Request' }))
  await page.keyboard.press('Enter')
  await expect(responseOn(page).getByText('200 OK')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Response body' })).toContainText('"total"')
  await tabTo(page, page.getByText(/^Headers \(/))
  await page.keyboard.press('Enter')
  await expect(page.getByText('x-registry-version', { exact: true })).toBeVisible()
})

test('the errors have a page of their own, which can be filtered', async ({ page }) => {
  await page.goto('/documentation/errors#error-rate_limited')
  await expect(page.getByRole('heading', { level: 1, name: 'Errors' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^429 rate_limited/ })).toBeInViewport()
  const table = page.getByRole('region', { name: 'All errors' })
  const all = (await table.getByRole('row').count()) - 1
  expect(all).toBeGreaterThan(60)
  await page.getByLabel('Filter all errors').fill('429 rate')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: `1 of ${all}` })).toBeVisible()
  await expectNoFault(page)
})

test('each page leads to the previous and the next one in the order of the sidebar', async ({ page }) => {
  await page.goto('/documentation')
  const turns = page.getByRole('navigation', { name: 'Previous and next page' })
  await expect(turns.getByRole('link')).toHaveText(['Next Errors'])
  await turns.getByRole('link', { name: 'Next Errors' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Errors' })).toBeFocused()
  await page.goto('/documentation/doctors')
  await turns.getByRole('link', { name: 'Next Search doctors' }).click()
  await expect(page).toHaveURL('/documentation/doctors/get')
  await turns.getByRole('link', { name: 'Previous Doctors' }).click()
  await expect(page).toHaveURL('/documentation/doctors')
})

test('endpoints for admins are listed in the sidebar for admins alone', async ({ page, signInAsAdmin }) => {
  const link = sidebar(page).getByRole('link', { name: /^PUT / })
  await page.goto('/documentation/verifications')
  await expect(
    sidebar(page)
      .getByRole('link', { name: /^POST / })
      .first(),
  ).toBeVisible()
  await expect(link).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Endpoints' }).getByText('Admins').first()).toBeVisible()
  await signInAsAdmin()
  await page.reload()
  await expect(link.first()).toBeVisible()
})

test('the search groups what it finds, highlights it, and has the pages where nothing is typed', async ({ page }) => {
  await page.goto('/documentation')
  await page.getByRole('button', { name: 'Search the documentation' }).click()
  const search = page.getByRole('dialog', { name: 'Search the documentation' })
  await expect(search.getByRole('group', { name: 'Guides' }).getByRole('option').first()).toHaveText('Getting Started')
  await page.keyboard.type('radius')
  for (const name of ['Doctors', 'Organizations', 'Individuals']) {
    const option = search.getByRole('group', { name }).getByRole('option', { name: /^radius GET/ })
    await expect(option.locator('mark').first()).toHaveText('radius')
  }
  await expectNoFault(page)
})

test('on paper a page has its words and samples alone, dark on white, and what is folded on the screen', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto('/documentation/doctors/get')
  const code = page.getByRole('region', { name: 'Example response' })
  await page.emulateMedia({ media: 'print' })
  await expect(code).toBeVisible()
  await expect(code).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { name: 'Parameters' })).toBeVisible()
  await expect(page.getByText(/^Last updated [A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible()
  for (const hidden of [
    sidebar(page),
    page.getByRole('button', { name: 'Try Request' }),
    page.getByRole('button', { name: 'Search the documentation' }).first(),
    page.getByRole('button', { name: 'Copy', exact: true }).first(),
    page.getByRole('link', { name: 'View as Markdown' }),
  ]) {
    await expect(hidden).toBeHidden()
  }
  await page.goto('/documentation/doctors')
  await expect(page.locator('#doctor-address-coords')).toBeVisible()
})

function parameter(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Query parameters' }).getByLabel(name, { exact: true })
}

function responseOn(page: Page): Locator {
  return page.getByRole('region', { name: 'Response to your request', exact: true })
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const stopsMax = 120
  for (let stop = 0; stop < stopsMax; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('the documentation can be read without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/documentation/doctors/get')
  await expect(page.getByRole('heading', { level: 1, name: 'Search doctors' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Example response' })).toContainText('"doctors"')
  await context.close()
})

test('guides name the address at which users reach the server, also once their scripts run', async ({
  page,
  baseURL,
}) => {
  for (const guide of ['', 'fhir', 'mcp', 'watch-a-roster', 'shared-credentials']) {
    await page.goto(`/documentation/${guide}`.replace(/\/$/, ''))
    await expect(page.getByRole('main')).toContainText(`${baseURL}/`)
    await expect(page.getByRole('main')).not.toContainText('localhost:3000')
  }
})

test('a guide without sections has no list of them', async ({ page }) => {
  await page.goto('/documentation/fhir')
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible()
  await page.goto('/documentation/sdk')
  await expect(page.getByRole('heading', { level: 1, name: 'SDK' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toHaveCount(0)
})

test('every page leads to how programs such as Postman import the API', async ({ page, baseURL }) => {
  await page.goto('/documentation/doctors/get')
  await page.getByRole('link', { name: 'Import into Postman' }).click()
  await expect(page).toHaveURL('/documentation#the-api-as-a-file')
  await expect(page.getByText(`${baseURL}/openapi.json`)).toBeInViewport()
})
