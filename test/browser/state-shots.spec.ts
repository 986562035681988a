/** Pictures of what the route table does not lead to: the states of its pages. */
import type { Page } from '@playwright/test'
import { coloradoRoll } from '../support/sources/rolls.ts'
import { loadRoll, rollName } from './support/boards.ts'
import { newCard, physician } from './support/clinicians.ts'
import { isoDay } from './support/dates.ts'
import { callApi, part, search } from './support/home.ts'
import { keyOf } from './support/keys.ts'
import { themes, widths } from './support/places.ts'
import { decide, plainImage, submit, submitMany, waitUntilRead } from './support/requests.ts'
import { approve, open, share } from './support/shares.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'
import { showWatched } from './support/watched.ts'

/** Takes pictures of the page as it stands, at every width in both themes, into reports/shots. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const theme of themes) {
      await page.evaluate((choice) => {
        document.documentElement.dataset.theme = choice
      }, theme)
      await page.screenshot({
        path: `reports/shots/${name}-${width}-${theme}.png`,
        fullPage: (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) === 0,
        animations: 'disabled',
      })
    }
  }
}

test.use({ expectedErrors: ['Failed to load resource', 'didn’t load', 'couldn’t be decided'] })

test('the explorer', async ({ page }) => {
  test.setTimeout(300_000)
  const box = page.getByRole('combobox', { name: 'What and where' })
  const results = page.getByRole('region', { name: 'Results' })
  await page.goto('/')
  await box.fill('cardiolgist')
  await expect(page.getByRole('option').first()).toBeVisible()
  await shoot(page, 'index-suggestions')
  await box.press('Enter')
  await expect(results).toContainText('Showing results for')
  await shoot(page, 'explore-corrected')
  await page.goto('/explore?q=family+doctor+near+10118&radius=25')
  await expect(page.getByRole('img', { name: /^Map of/ })).toBeVisible()
  await results.getByRole('link').first().hover()
  await shoot(page, 'explore-results')
  await results.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 2, name: 'Licenses' })).toBeVisible()
  await shoot(page, 'provider')
  await page.goto('/explore?q=cardiolohizt')
  await expect(results).toContainText('No providers found')
  await shoot(page, 'explore-empty')
})

test('the dashboard', async ({ page, request, signIn }) => {
  test.setTimeout(300_000)
  const account = await signIn('api')
  await page.goto('/home')
  await expect(part(page, 'Keys for programs')).toContainText('Default')
  await part(page, 'API Key').getByRole('button', { name: 'Copy API key' }).click()
  await shoot(page, 'home-new')
  for (const path of [search, '/api/doctors/1', '/api/doctors?city=Buffalo&state=NY&specialty=cardiology&radius=26']) {
    await callApi(request, account, path)
  }
  await page.reload()
  const requests = part(page, 'Recent Requests')
  await expect(requests.getByRole('listitem')).toHaveCount(3)
  await requests.locator('summary').first().click()
  const history = part(page, 'API Usage History')
  await history.getByLabel('Show failed calls').check()
  await expect(history.getByRole('listbox')).toBeVisible()
  await page.locator('summary').filter({ hasText: 'Account' }).click()
  await shoot(page, 'home-used')
  await history.getByLabel('Range').selectOption('24 hours')
  await history.getByRole('button', { name: 'Show as a table' }).click()
  await requests.getByLabel('Status').selectOption('5xx server error')
  await expect(requests.getByText('No request matches these filters')).toBeVisible()
  await shoot(page, 'home-filtered')
  await breakCalls(page, 'GET', '/me/requests')
  await breakCalls(page, 'GET', '/api-events/stats')
  await page.reload()
  await expect(requests.getByRole('alert')).toBeVisible()
  await shoot(page, 'home-error')
})

test('the webhooks', async ({ page, request, signIn }) => {
  test.setTimeout(300_000)
  const { token } = await signIn('api')
  await page.goto('/home?panel=webhooks')
  const panel = part(page, 'Endpoints')
  await expect(panel.getByText('No endpoints yet')).toBeVisible()
  await shoot(page, 'webhooks-empty')
  await panel.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('checkbox', { name: /^All/ }).uncheck()
  await shoot(page, 'webhooks-add')
  const headers = { authorization: `Bearer ${token}` }
  const made = []
  for (const path of ['rosters', 'audit']) {
    const data = { url: `https://hooks.invalid/${path}`, events: path === 'audit' ? ['share.opened'] : null }
    const answer = await request.post('/me/webhooks', { headers, data })
    made.push((await answer.json()).webhook.id)
  }
  await request.post(`/me/webhooks/${made[0]}/test`, { headers })
  await page.reload()
  const deliveries = part(page, 'Deliveries')
  await expect(deliveries.getByRole('listitem')).toContainText('Failed')
  await deliveries.locator('summary').click()
  await shoot(page, 'webhooks-list')
  await deliveries.getByRole('button', { name: 'Failed' }).click()
  await expect(deliveries.getByRole('button', { name: 'Resend all failed' })).toBeVisible()
  await shoot(page, 'webhooks-failed')
  await page.route('**/me/webhooks', async (route) => {
    const { webhooks } = await (await route.fetch()).json()
    await route.fulfill({ json: { webhooks: webhooks.map((webhook: object) => ({ ...webhook, isOn: false })) } })
  })
  await page.reload()
  await expect(deliveries.getByRole('status')).toContainText('This endpoint is off')
  await shoot(page, 'webhooks-off')
  await page.unrouteAll()
  await panel
    .getByRole('button', { name: /^Rotate the secret/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
  await expect(page.getByRole('dialog', { name: 'Your signing secret' })).toBeVisible()
  await shoot(page, 'webhooks-secret')
  await breakCalls(page, 'GET', '/me/webhooks')
  await page.reload()
  await expect(panel.getByRole('alert')).toBeVisible()
  await shoot(page, 'webhooks-error')
})

test('a checked list', async ({ page, signIn }) => {
  test.setTimeout(300_000)
  await signIn('api')
  await page.goto('/home?panel=list')
  const filed = { npi: 2000000002, name: 'Jonathan Smith', credentials: ['MD'], specialties: ['Cardiology'] }
  await page.route('**/api/individuals?*', (route) =>
    route.request().url().includes('Smith')
      ? route.fulfill({ json: { total: 1, providers: [filed] } })
      : route.continue(),
  )
  await page.getByLabel('Your list').fill('name,state\nJonathan Smith,NY\nJon Smith,NY\nMaria,CA\nZzyzx Qqqq,NY\n')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(part(page, 'What we found').getByRole('row')).toHaveCount(5)
  await shoot(page, 'list-checked')
})

test('watching providers', async ({ page, signIn }) => {
  test.setTimeout(300_000)
  await signIn('api')
  await page.goto('/home?panel=watch')
  await expect(part(page, 'Rosters')).toContainText('No rosters yet')
  await shoot(page, 'watch-new')
  await page.getByLabel('Name of a new roster').fill('Cardiology network')
  await page.getByRole('button', { name: 'Create roster' }).click()
  const members = part(page, 'Cardiology network')
  await members.getByLabel('Add providers').fill('2000000010,E-1042\n2000000028\n1999999992,E-7')
  await members.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(members.getByRole('listitem')).toHaveCount(3)
  await expect(members.getByRole('listitem').getByText('Comparing')).toHaveCount(0, { timeout: 30_000 })
  await shoot(page, 'watch-used')
  await members.getByLabel('Add providers').fill('12')
  await members.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(members.getByRole('alert')).toBeVisible()
  await shoot(page, 'watch-refused')
  await page.getByRole('button', { name: 'Rename Cardiology network' }).click()
  await expect(page.getByRole('dialog', { name: 'Rename Cardiology network' })).toBeVisible()
  await shoot(page, 'watch-rename')
  await showWatched(page)
  await page.reload()
  await part(page, 'Last events').locator('summary').first().click()
  await shoot(page, 'watch-events')
  await page.unrouteAll()
  await breakCalls(page, 'GET', '/api/rosters')
  await page.reload()
  await expect(part(page, 'Rosters').getByRole('alert')).toBeVisible({ timeout: 30_000 })
  await shoot(page, 'watch-error')
})

test('the portal', async ({ page, request, signIn, newAdmin }) => {
  test.setTimeout(300_000)
  const account = await signIn('portal')
  const release = await holdCalls(page, 'GET', '/api/verifications')
  await page.goto('/myPortal')
  await expect(page.getByText('Loading verifications...')).toHaveCount(2)
  await shoot(page, 'portal-loading')
  release()
  await page.unrouteAll()
  await breakCalls(page, 'GET', '/api/verifications')
  await page.reload()
  await expect(page.getByText('Error loading verifications')).toHaveCount(2)
  await shoot(page, 'portal-error')
  await page.unrouteAll()

  const dialog = page.getByRole('dialog', { name: 'Request New Verification' })
  const { npi, name } = await physician(request, account)
  await page.reload()
  await page.getByRole('button', { name: 'New Verification' }).click()
  await shoot(page, 'request-empty')
  const submitButton = dialog.getByRole('button', { name: 'Submit Request' })
  await submitButton.click()
  await shoot(page, 'request-errors')
  await dialog.getByLabel('NPI').fill(npi)
  await dialog.getByLabel('Credential', { exact: true }).selectOption('MD')
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose an image' }).click()
  await (await chooser).setFiles({ name: 'license.png', mimeType: 'image/png', buffer: await newCard(name) })
  await expect(dialog.getByText(`The registry lists this NPI for ${name}`)).toBeVisible()
  await expect(dialog.getByRole('img')).toBeVisible()
  await shoot(page, 'request-filled')
  await breakCalls(page, 'POST', '/api/verifications')
  await submitButton.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await shoot(page, 'request-refused')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await shoot(page, 'request-discard')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  const send = await holdCalls(page, 'POST', '/api/verifications')
  await submitButton.click()
  await shoot(page, 'request-sending')
  send()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Does the document name the person?')).toBeAttached({ timeout: 30_000 })
  await shoot(page, 'portal-pending')
  await page.getByRole('button', { name: 'View your image' }).click()
  const image = page.getByRole('dialog', { name: 'Credential Image' }).getByRole('img')
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
  await shoot(page, 'portal-image')

  const admin = await newAdmin()
  const own = { npi, type: 'personal', image: await plainImage() } as const
  await decide(request, admin, await submit(request, account, { ...own, credential: 'DO' }), {
    status: 'approved',
    expiresAt: isoDay(20),
  })
  await decide(request, admin, await submit(request, account, { ...own, credential: 'RN' }), {
    status: 'rejected',
    rejectionReason: 'Information does not match',
    note: 'The license is of another person.',
  })
  await page.goto('/myPortal')
  await expect(page.getByText('Note from the reviewer:')).toBeVisible()
  await shoot(page, 'portal-completed')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'My Profile' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit email address' }).click()
  await shoot(page, 'portal-drawer')
})

test('the status', async ({ page }) => {
  const answered = await (await page.request.get('/status.json')).json()
  await page.goto('/status')
  await expect(page.getByText('All systems are working')).toBeVisible()
  await shoot(page, 'status-good')
  const components = answered.components.map((one: { name: string; days: object[] }, index: number) => ({
    ...one,
    isUp: index !== 3,
    days: one.days.map((day, at) => ({
      ...day,
      up: 1430,
      partly: at % 17 === 3 ? 4 : 0,
      down: at % 40 === 9 ? 6 : 0,
      unknown: 0,
    })),
  }))
  await page.route('/status.json', (route) => route.fulfill({ json: { ...answered, components } }))
  await page.reload()
  await expect(page.getByText('Not working: Database')).toBeVisible()
  await page.getByText('Days with failures').first().click()
  await shoot(page, 'status-down')
  await page.unrouteAll()
  await breakCalls(page, 'GET', '/status.json', 500)
  await page.reload()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, 'status-error')
})

test('sharing', async ({ page, request, signIn, newAdmin }) => {
  test.setTimeout(300_000)
  const account = await signIn('portal')
  const admin = await newAdmin()
  const first = await approve(request, { account, admin })
  await page.goto('/myPortal')
  await expect(page.getByText('No shared credentials')).toBeVisible()
  await shoot(page, 'shares-empty')
  await approve(request, { account, admin, person: first, credential: 'RN', days: 20 })
  const ids = { verificationIds: [first.id] }
  const opened = await share(request, account, { ...ids, recipient: 'Mercy Hospital', showsLicense: true })
  const revoked = await share(request, account, { ...ids, recipient: 'St. Luke' })
  const { token } = await share(request, account, { ...ids, recipient: 'Northside Clinic', viewsMax: 1 })
  const guarded = await share(request, account, { ...ids, passcode: 'blue harbor', viewsMax: 5 })
  await open(request, { token, recipient: 'Northside Clinic, front desk' })
  for (const recipient of ['Mercy Hospital, HR', 'Mercy Hospital'])
    await open(request, { token: opened.token, recipient })
  await page.goto('/myPortal')
  await page.getByRole('button', { name: 'Show ended links (1)' }).click()
  await page.getByText('Opened twice').click()
  await page.evaluate(() => window.scrollTo(0, 0))
  await shoot(page, 'shares-list')
  await page.setViewportSize({ width: 1280, height: 800 })
  const row = page.getByRole('listitem').filter({ hasText: 'St. Luke' })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await shoot(page, 'shares-revoke')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Share' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('article')).toBeVisible()
  await shoot(page, 'share-dialog')
  await dialog.getByLabel('Protect it with a passcode').scrollIntoViewIfNeeded()
  await shoot(page, 'share-dialog-end')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('img')).toBeVisible()
  await shoot(page, 'share-ready')

  const visit = async (url: string, passcode?: string) => {
    await page.goto('/blog')
    await page.goto(new URL(url).pathname + new URL(url).hash)
    if (url === opened.url) await shoot(page, 'share-before')
    await page.getByLabel('Your name or organization').fill('Mercy Hospital')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    if (passcode === undefined) return
    await page.getByLabel('Passcode', { exact: true }).fill(passcode)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
  }
  await visit(opened.url)
  await page.getByText('How to check this offline').click()
  await page.evaluate(() => window.scrollTo(0, 0))
  await shoot(page, 'share-opened')
  await page.emulateMedia({ media: 'print' })
  await page.pdf({ path: 'reports/shots/share-opened.pdf', format: 'Letter' })
  await page.setViewportSize({ width: 720, height: 960 })
  await page.screenshot({ path: 'reports/shots/share-print.png', fullPage: true })
  await page.emulateMedia({ media: 'screen' })
  await visit(revoked.url)
  await expect(page.getByRole('heading', { name: 'This link can’t be opened' })).toBeVisible()
  await shoot(page, 'share-ended')
  await visit(guarded.url, 'red harbor')
  await expect(page.getByText('4 tries are left')).toBeVisible()
  await shoot(page, 'share-passcode-wrong')
  await page.goto('/s')
  await shoot(page, 'share-incomplete')
})

test('the desk', async ({ page, request, signInAsAdmin, newAccount, newAdmin }) => {
  test.setTimeout(300_000)
  await signInAsAdmin()
  const other = await newAdmin()
  const clinician = await newAccount()
  const { npi, name } = await physician(request, clinician)
  const earlier = await submit(request, clinician, { npi, credential: 'RN' })
  await decide(request, other, earlier, { status: 'rejected', rejectionReason: 'Wrong credential type' })
  const past = await submit(request, clinician, { npi, credential: 'DO' })
  await decide(request, other, past, { status: 'approved' })
  const id = await submit(request, clinician, { npi, image: await newCard(name) })

  await page.goto(`/admin?status=all&npi=${npi}`)
  await expect(page.getByRole('img', { name: /^Credential submitted/ })).toBeVisible()
  await shoot(page, 'desk-all')
  await page.goto(`/admin?id=${id}&npi=${npi}`)
  await expect(page.getByRole('img', { name: /^Credential submitted/ })).toBeVisible()
  await expect(page.getByText('The document is being read')).toHaveCount(0, { timeout: 30_000 })
  await shoot(page, 'desk-pending')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'View Credentials' }).click()
  await shoot(page, 'desk-preview')
  await page.keyboard.press('Escape')
  const list = page.getByRole('region', { name: 'Verification requests' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await list.getByRole('link').first().press('a')
  await shoot(page, 'desk-approve')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  await list.getByRole('link').first().press('r')
  await shoot(page, 'desk-reject')
  await decide(request, other, id, { status: 'approved' })
  await page.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await shoot(page, 'desk-reject-late')
  await page.keyboard.press('Escape')
  await shoot(page, 'desk-late')
  await page.setViewportSize({ width: 1280, height: 800 })
  await list.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await shoot(page, 'desk-keys')
  await page.keyboard.press('Escape')

  await page.goto(`/admin?id=${earlier}&npi=${npi}&status=rejected`)
  await expect(page.getByRole('img', { name: /^Credential submitted/ })).toBeVisible()
  await shoot(page, 'desk-rejected')
  await page.goto(`/admin?npi=${npi}`)
  await expect(page.getByText('No pending verifications found.')).toBeVisible()
  await shoot(page, 'desk-empty')
  const many = await submitMany(request, newAccount, 12)
  await page.goto(`/admin?npi=${many.npi}`)
  await expect(list.getByRole('article')).toHaveCount(10)
  await shoot(page, 'desk-list')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByText('Filters', { exact: true }).click()
  await list.getByLabel('Checks', { exact: true }).selectOption('Any check failed')
  await expect(list.getByRole('article')).toHaveCount(10)
  for (const index of [0, 1]) await list.getByRole('checkbox').nth(index).check()
  await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByText('You have claimed this request')).toBeVisible()
  await shoot(page, 'desk-filtered')
  await page.setViewportSize({ width: 1280, height: 800 })
  await list.getByRole('button', { name: 'Reject selected' }).click()
  await shoot(page, 'desk-reject-several')
  await page.keyboard.press('Escape')
  await page.route('**/images/**', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(`/admin?npi=${many.npi}&id=${many.ids[1]}`)
  await expect(page.getByText('The image didn’t load')).toBeVisible()
  await shoot(page, 'desk-image-error')
  await breakCalls(page, 'GET', '/api/verifications')
  await breakCalls(page, 'GET', `/api/verifications/${many.ids[1]}/review`)
  await page.reload()
  await expect(
    page
      .getByRole('region', { name: 'Verification requests' })
      .getByText('Failed to load verifications. Please try again later.'),
  ).toBeVisible()
  await shoot(page, 'desk-error')
})

test('the keys of an account', async ({ page, request, signIn }) => {
  test.setTimeout(300_000)
  const { token } = await signIn('api')
  const headers = { authorization: `Bearer ${token}` }
  const networks = ['203.0.113.0/24', '2001:db8::/32']
  const limits = { scopes: ['providers:read', 'verifications:read'], networks }
  await request.post('/me/api-keys', { headers, data: { name: 'Scheduling, production', mode: 'live', ...limits } })
  await page.goto('/home')
  const programs = page.getByRole('region', { name: 'Keys for programs' })
  await expect(programs.getByRole('listitem')).toHaveCount(2)
  await shoot(page, 'keys')
  await request.post('/me/api-keys', { headers, data: { name: 'Continuous integration', mode: 'test' } })
  await page.goto('/home?mode=test')
  await expect(programs.getByRole('listitem')).toHaveCount(1)
  await programs.getByText('Test NPIs').click()
  await shoot(page, 'keys-test')
  await page.goto('/home')
  await programs.getByRole('button', { name: 'Edit Scheduling, production' }).click()
  await shoot(page, 'keys-edit')
  await page.keyboard.press('Escape')
  await programs.getByRole('button', { name: 'Revoke Scheduling, production' }).click()
  await shoot(page, 'keys-revoke')
  await page.keyboard.press('Escape')
  await programs.getByRole('button', { name: 'Rotate Scheduling, production' }).click()
  await shoot(page, 'keys-rotate')
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await expect(page.getByRole('dialog', { name: 'Your new API key' })).toBeVisible()
  await shoot(page, 'keys-new')
  await page.getByRole('button', { name: 'Done' }).click()
  await programs.getByRole('button', { name: 'Key for NPI Registry clients' }).click()
  await expect(page.getByRole('dialog', { name: 'Your address for NPI Registry clients' })).toBeVisible()
  await shoot(page, 'keys-address')
})

test('a license on a board’s list', async ({ page, request, signIn, signInAsAdmin, newAdmin }) => {
  test.setTimeout(300_000)
  const account = await signIn('portal')
  const { npi, name } = await physician(request, account)
  const row = { ...(await rollName(request, account, npi)), number: '778001', expires: '2099-06-30' }
  await loadRoll('co-dora', coloradoRoll([row]))
  const license = { licenseNumber: 'DR.778001', licenseState: 'CO' }
  const id = await submit(request, account, { npi, type: 'personal', image: await newCard(name), ...license })
  await waitUntilRead(request, await newAdmin(), npi)
  await page.goto('/myPortal')
  await page.getByText(/^All checks: /).click()
  await shoot(page, 'board-portal')
  await decide(request, await newAdmin(), id, { status: 'approved' })
  await loadRoll('co-dora', coloradoRoll([{ ...row, status: 'Suspended' }]), id)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('A reviewer will look at this verification again.')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await shoot(page, 'board-portal-review')
  await signInAsAdmin()
  await page.setViewportSize({ width: 1280, height: 2400 })
  await page.goto(`/admin?status=review&id=${id}`)
  await expect(page.getByRole('table', { name: 'Board and document' })).toBeVisible()
  await shoot(page, 'board-desk-review')
})

test('the panels of exports and of a list', async ({ page, request, signIn, operator }) => {
  test.setTimeout(300_000)
  const account = await signIn('api')
  await page.goto('/home?panel=exports')
  await page.getByRole('button', { name: 'Start export' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, 'exports-free')
  await operator.run('plan', account.email, 'enterprise')
  await page.getByRole('button', { name: 'Start export' }).click()
  await expect(part(page, 'Your exports').getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
  await shoot(page, 'exports-done')
  const headers = { 'api-key': await keyOf(request, account) }
  const { doctors } = await (await request.get('/api/doctors?state=NY&limit=4', { headers })).json()
  await page.goto('/home?panel=list')
  const npis = doctors.map(({ npi }: { npi: number }) => npi).join('\n')
  await page.getByLabel('Your list').fill(`npi\n${npis}\n1999999999\nabc`)
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(part(page, 'What we found')).toBeVisible()
  await shoot(page, 'list-checked')
})

test('paying and asking for support', async ({ page, signIn }) => {
  test.setTimeout(300_000)
  await signIn('api')
  await page.goto('/home?panel=payment')
  await expect(part(page, 'Invoices')).toContainText('Invoices of a paid plan appear here.')
  await shoot(page, 'payment-free')
  await page.getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(page.getByText('No money moves.')).toBeVisible()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: `reports/shots/checkout-${width}-${colorScheme}.png`, animations: 'disabled' })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(part(page, 'Invoices').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Downgrade to Free' }).click()
  await shoot(page, 'payment-downgrade')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await shoot(page, 'payment-paid')
  await page.goto('/home?panel=support')
  await page.getByLabel('Category').selectOption('Billing Questions')
  await page.getByLabel('Description').fill('May we pay by the year?')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(part(page, 'Your requests').getByRole('listitem')).toHaveCount(1)
  const file = { name: 'a-list-of-many-words-that-is-not-an-image.csv', mimeType: 'text/csv', buffer: Buffer.from('a') }
  await page.getByLabel('Attachment').setInputFiles(file)
  await expect(page.getByLabel('Attachment')).toHaveAttribute('aria-invalid')
  await shoot(page, 'support-sent')
})
