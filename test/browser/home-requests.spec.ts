/** The list of requests on the dashboard: rows that open, filters in the address, pages, the link of an error's ID. */
import { expectNoFault } from './support/axe.ts'
import { expectFit, tightest } from './support/fit.ts'
import { callApi, part, search } from './support/home.ts'
import { keyOf } from './support/keys.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'

const refused = '/api/doctors?state=NY&radius=26'

test('each request opens to its query, answer size, time taken, error and ID', async ({
  page,
  context,
  request,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const key = await keyOf(request, await signIn('api'))
  const answer = await request.get(refused, { headers: { 'api-key': key } })
  const { error } = await answer.json()
  const id = answer.headers()['x-request-id'] ?? ''
  await page.goto('/home')
  const row = part(page, 'Recent Requests').getByRole('listitem')
  await expect(row).toHaveText(/^400GET.*radius=26\d+\.\d\d ms/)
  await expect(row.getByText(error)).toBeHidden()
  await row.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(row.getByText(error)).toBeVisible()
  const fact = (name: string) => row.getByText(name, { exact: true }).locator('..').getByRole('definition')
  await expect(fact('Time')).toHaveText(/^[A-Z][a-z]{2} \d+, 20\d\d, \d\d:\d\d:\d\d UTC([+−]\d+(:\d\d)?)?$/)
  await expect(fact('Time taken')).toHaveText(/^\d+\.\d\d ms$/)
  await expect(fact('Response size')).toHaveText(/^\d+ B$/)
  await expect(fact('Error code')).toHaveText('invalid_input')
  await expect(fact('Key')).toHaveText('Default')
  await expect(fact('radius')).toHaveText('26')
  await expect(fact('state')).toHaveText('NY')
  await expectNoFault(page)
  await row.getByRole('button', { name: 'Copy request ID' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  await row.getByRole('button', { name: 'Copy as cURL' }).click()
  const command = `curl '${new URL(page.url()).origin}${refused}' -H "api-key: $API_KEY"`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command)
  for (const shape of tightest) await expectFit(page, shape)
})

test('a request with brackets is copied as a command that sends them as they are', async ({
  page,
  request,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await callApi(request, await signIn('api'), '/api/doctors?state=NY&name=[a-c]{1}')
  await page.goto('/home')
  const row = part(page, 'Recent Requests').getByRole('listitem')
  await row.locator('summary').click()
  await row.getByRole('button', { name: 'Copy as cURL' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toMatch(/^curl -g 'http:.*\/api\/doctors\?state=NY&name=\[a-c\]\{1\}' -H/)
})

test('requests are found by status, method, path, key, day and ID, as the address says', async ({
  page,
  request,
  signIn,
}) => {
  const account = await signIn('api')
  await callApi(request, account, search)
  await callApi(request, account, '/api/doctors/1')
  const answer = await request.get(refused, { headers: { 'api-key': await keyOf(request, account) } })
  const id = answer.headers()['x-request-id'] ?? ''
  await page.goto('/home')
  const requests = part(page, 'Recent Requests')
  const rows = requests.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await requests.getByLabel('Status').selectOption('4xx client error')
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL('/home?status=4xx')
  await requests.getByLabel('Path or request ID').fill('RADIUS')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL('/home?status=4xx&path=RADIUS')
  await requests.getByLabel('Method').selectOption('POST')
  await expect(requests.getByText('No request matches these filters')).toBeVisible()
  await expectNoFault(page)
  await page.reload()
  await expect(requests.getByLabel('Method')).toHaveValue('POST')
  await expect(requests.getByLabel('Path or request ID')).toHaveValue('RADIUS')
  await requests.getByRole('button', { name: 'Show all' }).click()
  await expect(rows).toHaveCount(3)
  await expect(requests.getByLabel('Status')).toBeFocused()
  await expect(page).toHaveURL('/home')

  await requests.getByLabel('Key').selectOption('Default')
  await expect(rows).toHaveCount(3)
  await requests.getByLabel('To').fill('2026-01-31')
  await expect(page).toHaveURL(/to=2026-01-31/)
  await expect(rows).toHaveCount(0)
  await requests.getByRole('button', { name: 'Show all' }).click()
  await requests.getByLabel('Path or request ID').fill(id)
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(`/home?id=${id}`)
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText('Error code')).toBeVisible()
})

test('an error of a try in the documentation leads to its request', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto('/documentation/doctors/get-npi')
  await expect(page.getByText('This is your account’s key')).toBeVisible()
  await page.getByLabel('npi', { exact: true }).fill('1999999999')
  await page.getByRole('button', { name: 'Try Request' }).click()
  const answer = page.getByRole('region', { name: 'Response to your request' })
  await expect(answer.getByText(/^Error 404/)).toBeVisible()
  await answer.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click()
  const rows = part(page, 'Recent Requests').getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText('Error code')).toBeVisible()
  await expectNoFault(page)
})

test('an ID of no request of the account is told', async ({ page, request, signIn }) => {
  await callApi(request, await signIn('api'), search)
  await page.goto('/home?id=0b7c2b1e-5a43-4c0e-9a52-0a4f1d3f2b11')
  const requests = part(page, 'Recent Requests')
  await expect(requests.getByText('No request has this ID')).toBeVisible()
  await requests.getByRole('button', { name: 'Show all' }).click()
  await expect(requests.getByRole('listitem')).toHaveCount(1)
})

test('20 requests are on a page, and older and newer pages are reached by key', async ({ page, request, signIn }) => {
  const key = await keyOf(request, await signIn('api'))
  await Promise.all(Array.from({ length: 22 }, () => request.get('/api/doctors/1', { headers: { 'api-key': key } })))
  await page.goto('/home')
  const requests = part(page, 'Recent Requests')
  const [older, newer] = ['Older', 'Newer'].map((name) => requests.getByRole('button', { name }))
  await expect(requests.getByRole('listitem')).toHaveCount(20)
  await expect(newer).toBeDisabled()
  await older.focus()
  await page.keyboard.press('Enter')
  await expect(requests.getByRole('listitem')).toHaveCount(2)
  await expect(requests.getByText('Page 2')).toBeVisible()
  await expect(older).toBeDisabled()
  await newer.click()
  await expect(requests.getByRole('listitem')).toHaveCount(20)
  await requests.getByLabel('Status').selectOption('2xx success')
  await expect(requests.getByText('No request matches these filters')).toBeVisible()
})

test('a refresh shows what has come since', async ({ page, request, signIn }) => {
  const account = await signIn('api')
  await callApi(request, account, search)
  await page.goto('/home')
  const requests = part(page, 'Recent Requests')
  await expect(requests.getByRole('listitem')).toHaveCount(1)
  await callApi(request, account, search)
  const release = await holdCalls(page, 'GET', '/me/requests')
  await requests.getByRole('button', { name: 'Refresh' }).click()
  await expect(requests.getByRole('button', { name: 'Refreshing...' })).toBeVisible()
  release()
  await expect(requests.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('definition').first()).toHaveText('2')
})

test('a refresh that fails says so each time, and what was shown stays', async ({ page, request, signIn }) => {
  await callApi(request, await signIn('api'), search)
  await page.goto('/home')
  const requests = part(page, 'Recent Requests')
  await expect(requests.getByRole('listitem')).toHaveCount(1)
  const said = (words: string) => page.getByRole('status').filter({ hasText: words })
  for (const path of ['/me/requests', '/api-events/stats']) await breakCalls(page, 'GET', path)
  for (const _ of ['once', 'twice']) {
    await requests.getByRole('button', { name: 'Refresh' }).click()
    await expect(said('Refreshing failed')).toHaveCount(1)
    await expect(said('Refreshing failed')).toHaveCount(0)
    await expect(said('Refreshed')).toHaveCount(0)
    await expect(requests.getByRole('alert')).toHaveText('Failed to fetch recent requests')
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch API statistics' })).toHaveCount(1)
    await expect(requests.getByRole('listitem')).toHaveCount(1)
  }
  await expectNoFault(page)
  await page.unrouteAll()
  await requests.getByRole('button', { name: 'Refresh' }).click()
  await expect(said('Refreshed')).toHaveCount(1)
  await expect(requests.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
