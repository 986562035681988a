import { readFile } from 'node:fs/promises'
import { dailyStatsDays } from '#contract/limits'
import { expectNoFault } from './support/axe.ts'
import { callApi, expectPanel, hueOf, part, search, toastOf } from './support/home.ts'
import { keyOf } from './support/keys.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'

test('the figures are API Calls Today, Average Response Time in ms and Success Rate in %, both with 2 decimals', async ({
  page,
  request,
  signIn,
}) => {
  const account = await signIn('api')
  expect(await callApi(request, account, search)).toBe(200)
  expect(await callApi(request, account, '/api/doctors?radius=26&state=NY')).toBe(400)
  expect(await callApi(request, account, search)).toBe(200)
  await page.goto('/home')
  const value = (name: string) => page.getByText(name, { exact: true }).locator('..').getByRole('definition')
  await expect(value('API Calls Today')).toHaveText('3')
  await expect(value('Average Response Time')).toHaveText(/^\d+\.\d\d ms$/)
  await expect(value('Success Rate')).toHaveText('66.67%')
})

test('the API key shows its first 10 characters and dots for the rest, and is copied whole', async ({
  page,
  context,
  request,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const apiKey = await keyOf(request, await signIn('api'))
  await page.goto('/home')
  const panel = part(page, 'API Key')
  await expect(panel.getByText(`${apiKey.slice(0, 10)}${'•'.repeat(apiKey.length - 10)}`)).toBeVisible()
  expect(await page.content()).not.toContain(apiKey)
  await panel.getByRole('button', { name: 'Copy API key' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expect(toastOf(page, 'Success', 'API key copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey)
})

test('a browser that does not let the key be copied: Failed to copy API key, and the key to be selected', async ({
  page,
  request,
  signIn,
}) => {
  const apiKey = await keyOf(request, await signIn('api'))
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
  })
  await page.goto('/home')
  await part(page, 'API Key').getByRole('button', { name: 'Copy API key' }).click()
  await expect(toastOf(page, 'Error', 'Failed to copy API key')).toBeVisible()
  const field = page.getByLabel('API key, to be copied by hand')
  await expect(field).toHaveValue(apiKey)
  await expect(field).toBeFocused()
  const selected = await field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])
  expect(selected).toEqual([0, apiKey.length])
})

test('a new key is made after a warning that the old one stops working at once; the panel then shows the new one', async ({
  page,
  context,
  request,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = await signIn('api')
  const before = await keyOf(request, account)
  await page.goto('/home')
  const other = await context.newPage()
  await other.goto('/home')
  await expect(part(other, 'API Key').getByText(`${before.slice(0, 10)}•`)).toBeVisible()
  const opener = page.getByRole('button', { name: 'Generate new key' })
  await opener.click()
  const dialog = page.getByRole('alertdialog', { name: 'Generate a new API key?' })
  await expect(dialog).toContainText('The old key stops working immediately.')
  await expectNoFault(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  expect(await keyOf(request, account)).toBe(before)

  await opener.click()
  const release = await holdCalls(page, 'POST', '/me/api-key')
  await dialog.getByRole('button', { name: 'Generate new key' }).click()
  await expect(dialog.getByRole('button', { name: 'Generating...' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  release()
  await expect(toastOf(page, 'Success', 'New API key generated')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const after = await keyOf(request, account)
  expect(after).not.toBe(before)
  for (const each of [page, other]) {
    await expect(part(each, 'API Key').getByText(`${after.slice(0, 10)}•`)).toBeVisible()
    await each.bringToFront()
    await expect(async () => {
      await part(each, 'API Key')
        .getByRole('button', { name: /Copy API key|Copied/ })
        .click()
      expect(await each.evaluate(() => navigator.clipboard.readText())).toBe(after)
    }).toPass()
  }
})

test('a key that cannot be replaced stays: Failed to generate new API key', async ({ page, signIn }) => {
  await signIn('api')
  await breakCalls(page, 'POST', '/me/api-key')
  await page.goto('/home')
  await page.getByRole('button', { name: 'Generate new key' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Generate new key' }).click()
  await expect(toastOf(page, 'Error', 'Failed to generate new API key')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to generate new API key')
  await expect(dialog.getByRole('button', { name: 'Generate new key' })).toBeEnabled()
})

test('used above elapsed is Above projected usage in yellow, at or below it On track in green; the meter says both, and when they reset', async ({
  page,
  request,
  signIn,
}) => {
  const account = await signIn('api')
  await callApi(request, account, search)
  const answer = await request.get('/api-events/stats', { headers: { authorization: `Bearer ${account.token}` } })
  const { periodStartDate, nextPeriodStartDate } = await answer.json()
  const startMs = Date.parse(periodStartDate)
  const at = (percent: number) => startMs + (percent / 100) * (Date.parse(nextPeriodStartDate) - startMs)
  const panel = part(page, 'Monthly Usage')
  await page.clock.setFixedTime(at(0.9))
  await page.goto('/home')
  await expect(panel).toContainText('1 of 100 used on day 1 of 30')
  await expect(panel).toContainText('1% of the calls used, 0.9% of the period elapsed.')
  await expect.poll(() => hueOf(panel.getByText('Above projected usage'))).toBe('yellow')
  await expect(panel.getByRole('meter')).toHaveAttribute('value', '1')
  await page.clock.setFixedTime(at(28.5))
  await page.reload()
  await expect(panel).toContainText(/1 of 100 used on day 9 of (30|31)/)
  await expect(panel).toContainText('1% of the calls used, 28% of the period elapsed.')
  await expect.poll(() => hueOf(panel.getByText('On track'))).toBe('green')
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  await expect(panel).toContainText(`Resets on ${day.format(new Date(nextPeriodStartDate))}.`)
})

test('a plan without a quota shows its calls without a share of anything', async ({ page, signIn, operator }) => {
  const { email } = await signIn('api')
  await operator.run('plan', email, 'enterprise')
  await page.goto('/home')
  await expect(part(page, 'Monthly Usage')).toContainText(/^Monthly UsageOn track0 used on day 1 of \d+/)
  await expect(part(page, 'Monthly Usage')).toContainText('On track')
  await expect(part(page, 'Monthly Usage').getByRole('meter')).toHaveAttribute('value', '0')
})

test('without calls the history reads No API calls recorded yet, from 24 days ago to Now', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto('/home')
  const history = part(page, 'API Usage History')
  await expect(history.getByText('No API calls recorded yet')).toBeVisible()
  await expect(history.getByText('24 days ago')).toBeVisible()
  await expect(history.getByText('Now')).toBeVisible()
})

test('the history is a line named API Calls with the first and the last day and at most 5 ticks; each day is reached by key', async ({
  page,
  request,
  signIn,
}) => {
  const account = await signIn('api')
  for (let call = 0; call < 6; call += 1) await callApi(request, account, search)
  await page.goto('/home')
  const history = part(page, 'API Usage History')
  await expect(history.getByText('API Calls', { exact: true }).first()).toBeVisible()
  const days = history.getByRole('listbox', { name: 'API Calls' }).getByRole('option')
  await expect(days).toHaveCount(dailyStatsDays + 1)
  const names = await days.evaluateAll((all) => all.map((day) => day.getAttribute('aria-label')?.split(': ')[0]))
  const labels = await history.locator('svg text').allTextContents()
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  // The first label is the day that the empty chart calls 24 days ago.
  expect(names[0]).toBe(day.format(Date.now() - dailyStatsDays * 24 * 60 * 60 * 1000))
  expect(labels.filter((label) => /, 20\d\d$/.test(label))).toEqual([names[0], names[dailyStatsDays]])
  expect(labels.filter((label) => /^\d+$/.test(label))).toEqual(['0', '2', '4', '6'])

  await days.last().focus()
  await expect(days.last()).toHaveAccessibleName(/^[A-Z][a-z]{2} \d+, 20\d\d: 6 API Calls$/)
  await expect(history.getByText(/, 20\d\d: 6$/)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(days.nth(dailyStatsDays - 1)).toBeFocused()
  await expect(days.nth(dailyStatsDays - 1)).toHaveAccessibleName(/: 0 API Calls$/)
  await page.keyboard.press('Home')
  await expect(days.first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(days.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(days.last()).toBeFocused()
  await expectNoFault(page)

  await history.getByRole('button', { name: 'Show as a table' }).click()
  const rows = history.getByRole('table', { name: 'API calls of each day' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(history.getByText('Days without calls aren’t listed.')).toBeVisible()
  await expect(rows.nth(1).getByRole('cell')).toHaveText([/, 20\d\d$/, '6'])
  await expectNoFault(page)
  await history.getByRole('button', { name: 'Show as a chart' }).click()
  await expect(days.first()).toBeAttached()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('a tap on the history tells the value of a day, which stays when the finger is lifted', async ({
    page,
    request,
    signIn,
  }) => {
    await callApi(request, await signIn('api'), search)
    await page.goto('/home')
    const history = part(page, 'API Usage History')
    const chart = history.locator('svg').filter({ has: page.getByRole('listbox') })
    await expect(chart.locator('path').first()).toBeVisible()
    const { width } = (await chart.boundingBox()) ?? { width: 0 }
    await chart.tap({ position: { x: width - 20, y: 150 } })
    await expect(history.getByText(/, 20\d\d: 1$/)).toBeVisible()
  })
})

test('the history is drawn although the browser is too busy for frames of animation', async ({
  page,
  request,
  signIn,
}) => {
  await callApi(request, await signIn('api'), search)
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/home')
  await expect(part(page, 'API Usage History').getByRole('listbox', { name: 'API Calls' })).toBeVisible()
})

test.describe('while the code of the chart is missing', () => {
  test.use({ expectedErrors: ['Failed to load resource', 'Failed to fetch dynamically imported module'] })

  test('the history shows its numbers as a table', async ({ page, request, signIn }) => {
    await callApi(request, await signIn('api'), search)
    await page.route('**/assets/charts-*.js', (route) => route.abort())
    await page.goto('/home')
    const days = part(page, 'API Usage History').getByRole('table', { name: 'API calls of each day' })
    await expect(days.getByRole('row')).toHaveCount(2)
    await expect(part(page, 'API Key')).toBeVisible()
  })
})

test('the history has ranges of 24 hours to 90 days, in the address, and tells failed calls apart', async ({
  page,
  request,
  signIn,
}) => {
  const account = await signIn('api')
  for (const path of [search, search, '/api/doctors/1']) await callApi(request, account, path)
  await page.goto('/home')
  const history = part(page, 'API Usage History')
  const points = history.getByRole('listbox', { name: 'API Calls' }).getByRole('option')
  await expect(history.getByLabel('Range')).toHaveValue('24d')
  for (const [range, count] of [
    ['24 hours', 24],
    ['7 days', 7],
    ['90 days', 90],
  ] as const) {
    await history.getByLabel('Range').selectOption(range)
    await expect(points).toHaveCount(count)
  }
  await expect(page).toHaveURL('/home?range=90d')
  await page.reload()
  await expect(points).toHaveCount(90)
  await expect(points.last()).toHaveAccessibleName(/: 3 API Calls$/)
  await history.getByLabel('Show failed calls').check()
  await expect(points.last()).toHaveAccessibleName(/: 3 API Calls, 1 failed$/)
  await points.last().focus()
  await expect(history.getByText(/: 3, 1 failed$/)).toBeVisible()
  await expectNoFault(page)
  await history.getByRole('button', { name: 'Show as a table' }).click()
  const days = history.getByRole('table', { name: 'API calls of each day' }).getByRole('row')
  await expect(days.nth(1).getByRole('cell')).toHaveText([/, 20\d\d$/, '3', '1'])
  await expectNoFault(page)
  await history.getByLabel('Range').selectOption(`${dailyStatsDays} days`)
  await expect(page).toHaveURL('/home')
})

test('the history shows p50 and p95, calls by key and failed calls by error', async ({ page, request, signIn }) => {
  const account = await signIn('api')
  for (const path of [search, '/api/doctors/1', '/api/doctors/2', '/api/doctors?state=NY&radius=26']) {
    await callApi(request, account, path)
  }
  await page.goto('/home')
  const history = part(page, 'API Usage History')
  const value = (name: string) => history.getByText(name, { exact: true }).locator('..').getByRole('definition')
  await expect(value('Calls').first()).toHaveText('4')
  await expect(value('Failed')).toHaveText('3')
  for (const name of ['p50 (ms)', 'p95 (ms)']) await expect(value(name)).toHaveText(/^≈ \d+(\.\d)?$/)
  const rows = (name: string) => history.getByRole('table', { name }).getByRole('row')
  await expect(rows('Calls by key')).toHaveText(['KeyCalls', 'Default4'])
  await expect(rows('Failed calls by error')).toHaveText(['Error codeCalls', 'invalid_input3'])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('usage is downloaded as CSV; a failure says so', async ({ page, request, signIn }) => {
  await callApi(request, await signIn('api'), search)
  await page.goto('/home')
  const button = part(page, 'API Usage History').getByRole('button', { name: 'Download CSV' })
  const saved = page.waitForEvent('download')
  await button.click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('usage.csv')
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^day,key,keyId,route,calls,succeeded,failed,averageMs\r\n[\d-]+,Default,[\w-]+,GET \/api\/doctors,1,1,0,/,
  )
  await breakCalls(page, 'GET', '/me/usage.csv')
  await button.click()
  await expect(toastOf(page, 'Error', 'Failed to download usage')).toBeVisible()
})

test('emails about the quota are switched off and on, and stay so', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto('/home')
  const box = part(page, 'Monthly Usage').getByLabel('Email me when 80% and 100% of my calls are used')
  await expect(box).toBeChecked()
  await box.click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toHaveCount(1)
  await expect(box).not.toBeChecked()
  await page.reload()
  await expect(box).toBeEnabled()
  await expect(box).not.toBeChecked()
  await box.click()
  await expect(box).toBeChecked()
})

test('without calls the average and the rate are a dash', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto('/home')
  const value = (name: string) => page.getByText(name, { exact: true }).locator('..').getByRole('definition')
  await expect(value('API Calls Today')).toHaveText('0')
  for (const name of ['Average Response Time', 'Success Rate']) await expect(value(name)).toHaveText('–')
})

test('the sidebar says who is signed in, and opens to what is about the account', async ({ page, signIn }) => {
  const { email } = await signIn('api')
  await page.goto('/home')
  await expect(page.locator('summary').getByText(email)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  await page.locator('summary').filter({ hasText: 'Account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expectNoFault(page)
  await page.getByRole('link', { name: 'Security' }).click()
  await expectPanel(page, 'Profile Information')
})

test('until the first call the page tells how to make it, with a cURL line to copy; it goes by itself after that call', async ({
  page,
  context,
  request,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = await signIn('api')
  const apiKey = await keyOf(request, account)
  await page.clock.install()
  await page.goto('/home')
  const steps = part(page, 'Make your first call')
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'Copy your API key',
    'Find three doctors',
    'Build on it',
  ])
  await expect(part(page, 'Recent Requests').getByText('No requests yet')).toBeVisible()
  await steps.getByRole('button', { name: 'Copy API key' }).click()
  await expect(toastOf(page, 'Success', 'API key copied to clipboard')).toBeVisible()
  await expect(steps.getByRole('heading', { level: 3 }).first()).toHaveText('Copy your API key (done)')
  const copied = async () => {
    await steps
      .getByRole('button', { name: /^Cop(y|ied)$/ })
      .last()
      .click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  expect(await copied()).toContain('-H "api-key: $API_KEY"')
  await steps.getByLabel('Include my key').check()
  const line = await copied()
  expect(line).toContain(`-H "api-key: ${apiKey}"`)
  await expectNoFault(page)

  const address = /"(http[^"]+)"/.exec(line)?.[1] ?? ''
  expect((await request.get(address, { headers: { 'api-key': apiKey } })).status()).toBe(200)
  await page.clock.runFor(6_000)
  await expect(steps).toHaveCount(0)
  await expect(page.getByRole('definition').first()).toHaveText('1')
  await expect(part(page, 'Recent Requests').getByRole('listitem')).toHaveCount(1)
  await expect(part(page, 'Keys for programs').getByRole('listitem')).toContainText('1 call counted this month')
})

test('a call of the dashboard that fails says so in one place, statistics with a toast, and Retry loads it', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await breakCalls(page, 'GET', '/api-events/stats')
  await breakCalls(page, 'GET', '/me/requests')
  await page.goto('/home')
  await expect(toastOf(page, 'Error', 'Failed to fetch API statistics')).toHaveCount(1)
  await expect(page.getByRole('main').getByText('Failed to fetch API statistics')).toHaveCount(1)
  await expect(page.getByText('Failed to fetch recent requests')).toHaveCount(1)
  await expect(part(page, 'API Key').getByRole('button', { name: 'Copy API key' })).toBeVisible()
  await expectNoFault(page)
  await page.unrouteAll()
  await part(page, 'Recent Requests').getByRole('button', { name: 'Retry' }).click()
  await expect(part(page, 'Recent Requests').getByText('No requests yet')).toBeVisible()
  await part(page, 'API statistics').getByRole('button', { name: 'Retry' }).click()
  await expect(part(page, 'API Usage History').getByText('No API calls recorded yet')).toBeVisible()
  await expect(part(page, 'Monthly Usage')).toContainText('0 of 100')
})

test('while it loads the dashboard shows where everything will be', async ({ page, signIn }) => {
  await signIn('api')
  const releases = await Promise.all(
    ['/me', '/api-events/stats', '/me/requests'].map((path) => holdCalls(page, 'GET', path)),
  )
  await page.goto('/home')
  for (const title of ['API Key', 'Monthly Usage', 'API Usage History', 'Recent Requests']) {
    await expect(part(page, title)).toHaveAttribute('aria-busy', 'true')
  }
  await expectNoFault(page)
  for (const release of releases) release()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})

test('a key that could not be fetched says why, with Retry', async ({ page, signIn }) => {
  await signIn('api')
  await breakCalls(page, 'GET', '/me')
  await page.goto('/home')
  await expect(part(page, 'API Key').getByRole('alert')).toContainText('Failed to fetch user')
  await page.unrouteAll()
  await part(page, 'API Key').getByRole('button', { name: 'Retry' }).click()
  await expect(part(page, 'API Key').getByRole('button', { name: 'Copy API key' })).toBeVisible()
})
