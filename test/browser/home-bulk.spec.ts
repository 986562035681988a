import { readFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { expectFit, tightest } from './support/fit.ts'
import { expectPanel, part } from './support/home.ts'
import { keyOf } from './support/keys.ts'
import { type Account, breakCalls, expect, test } from './support/test.ts'

/** NPIs of the registry that is served. */
async function knownNpis(request: APIRequestContext, account: Account): Promise<string[]> {
  const headers = { 'api-key': await keyOf(request, account) }
  const { doctors } = await (await request.get('/api/doctors?state=NY&limit=3', { headers })).json()
  return doctors.map(({ npi }: { npi: number }) => String(npi))
}

test.describe('exports', () => {
  test('say on the Free plan which plans have them, and lead there', async ({ page, signIn }) => {
    await signIn('api')
    await page.goto('/home?panel=exports')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Exports')
    await expect(part(page, 'Your exports').getByText('No exports yet')).toBeVisible()
    const form = part(page, 'New export')
    await expect(form).toContainText('Exports come with the Developer and Enterprise plans. This account is on Free.')
    await expect(form.getByRole('button')).toHaveCount(0)
    await expectNoFault(page)
    for (const size of tightest) await expectFit(page, size)
    await form.getByRole('link', { name: 'Change your plan' }).click()
    await expectPanel(page, 'Payment')
  })

  test('that the plan turns out not to have are refused with the way to another', async ({ page, signIn }) => {
    await signIn('api')
    await breakCalls(page, 'GET', '/me/subscription')
    await page.goto('/home?panel=exports')
    await page.getByRole('button', { name: 'Start export' }).click({ timeout: 30_000 })
    const box = page.getByRole('alert').filter({ hasText: 'this account is on Free' })
    await expect(box).toBeFocused()
    await expectNoFault(page)
    await box.getByRole('link', { name: 'Change your plan' }).click()
    await expectPanel(page, 'Payment')
  })

  test('are started, followed, downloaded and deleted', async ({ page, request, signIn, operator }) => {
    const account = await signIn('api')
    await operator.run('plan', account.email, 'enterprise')
    await page.goto('/home?panel=exports')
    await page.getByLabel('What').selectOption('Organizations')
    await page.getByLabel('State').selectOption('TX')
    await page.getByRole('button', { name: 'Start export' }).click()
    const list = part(page, 'Your exports')
    const title = 'Organizations, state TX (CSV)'
    await expect(list.getByText(title, { exact: true })).toBeVisible()
    await expect(list.getByText(/ · Requested /)).toBeVisible()
    await expect(list.getByText('Done', { exact: true })).toBeVisible({ timeout: 30_000 })
    await expectNoFault(page)
    const downloading = page.waitForEvent('download')
    await list.getByRole('link', { name: `Download ${title}` }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^organizations-\d{4}-\d{2}-\d{2}\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    const headers = { 'api-key': await keyOf(request, account) }
    const { total } = await (await request.get('/api/organizations?state=TX&limit=1', { headers })).json()
    expect(text.split('\r\n').length - 2).toBe(total)
    for (const size of tightest) await expectFit(page, size)
    await list.getByRole('button', { name: `Delete ${title}` }).click()
    await expect(list.getByText('No exports yet')).toBeVisible()
  })

  test('that can’t be fetched are fetched again by Retry', async ({ page, signIn }) => {
    await signIn('api')
    await breakCalls(page, 'GET', '/api/exports')
    await page.goto('/home?panel=exports')
    await expect(page.getByText('Failed to fetch exports')).toBeVisible({ timeout: 20_000 })
    await expectNoFault(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No exports yet')).toBeVisible()
  })
})

test.describe('a list', () => {
  test('of NPIs is checked row by row, and its answer downloaded', async ({ page, request, signIn }) => {
    const account = await signIn('api')
    const [first = '', second = ''] = await knownNpis(request, account)
    await page.goto('/home?panel=list')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check a list')
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('the list is empty.')
    await page.getByLabel('Your list').fill(`npi\n${first}\n1999999999\n${second}\n=1+1\n`)
    await page.getByRole('button', { name: 'Check the list' }).click()
    const outcome = part(page, 'What we found')
    await expect(outcome.getByRole('columnheader')).toHaveText(['Line', 'In your list', 'Status', 'In the registry'])
    const rows = outcome.getByRole('row')
    await expect(rows).toHaveCount(5)
    await expect(rows.nth(1)).toContainText(first)
    await expect(rows.nth(1)).toContainText('Active')
    await expect(rows.nth(2)).toContainText('No provider has NPI 1999999999.')
    await expect(rows.nth(4)).toContainText('Not an NPI')
    await expectNoFault(page)
    const downloading = page.waitForEvent('download')
    await outcome.getByRole('button', { name: 'Download CSV' }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    expect(text).toContain(`2,${first},Active,${first},`)
    expect(text).toContain("5,'=1+1,Not an NPI,")
    for (const size of tightest) await expectFit(page, size)
  })

  test('of names and states comes from a file; a file that can’t be one is refused by its name', async ({
    page,
    signIn,
  }) => {
    await signIn('api')
    await page.goto('/home?panel=list')
    const input = page.getByLabel('A file to check')
    await input.setInputFiles({ name: 'list.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004') })
    await expect(page.getByRole('alert')).toHaveText(/^list\.xlsx is a ZIP archive or an Excel workbook\./)
    await expectNoFault(page)
    await page.getByLabel('Your list').fill('first,last\nAda,Lovelace\n')
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(page.getByRole('alert')).toHaveText(/^Your list can’t be checked: expected a column npi/)
    const names = 'name,state\nZzyzx Qqqq,NY\nMaria,CA\n'
    await input.setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(names) })
    const rows = part(page, 'What we found').getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText('No one with this name was found.')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('of names says where the name on file is another, and searches organizations too', async ({ page, signIn }) => {
    await signIn('api')
    await page.goto('/home?panel=list')
    const found = (members: object) => ({ json: { page: 1, total: 0, providers: [], organizations: [], ...members } })
    const filed = { npi: 2000000002, specialties: ['Cardiology'] }
    const person = { ...filed, name: 'Jonathan Smith', credentials: ['MD'] }
    await page.route('**/api/individuals?*', (route) =>
      route.fulfill(found(route.request().url().includes('Jon+Smith') ? { total: 1, providers: [person] } : {})),
    )
    const clinic = { ...filed, name: 'Mercy Clinic, LLC' }
    await page.route('**/api/organizations?*', (route) => route.fulfill(found({ total: 1, organizations: [clinic] })))
    await page.getByLabel('Your list').fill('name,state\nJon Smith,NY\nMercy Clinic,NY\n')
    await page.getByRole('button', { name: 'Check the list' }).click()
    const rows = part(page, 'What we found').getByRole('row')
    await expect(rows.nth(1)).toContainText('Possible match')
    await expect(rows.nth(1)).toContainText('Jon Smith → Jonathan Smith')
    await expect(rows.nth(2)).toContainText('Active')
    await expectNoFault(page)
    for (const size of tightest) await expectFit(page, size)
  })

  test('whose check breaks off keeps its rows, and the rest is checked later', async ({ page, signIn }) => {
    await signIn('api')
    await page.goto('/home?panel=list')
    await page.route('**/api/individuals?*', (route) =>
      route.request().url().includes('Second') ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    )
    await page.getByLabel('Your list').fill('name,state\nFirst,NY\nSecond,NY\n')
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to check the rest of the list')
    await page.unroute('**/api/individuals?*')
    await page.getByRole('button', { name: 'Check the other 1' }).click()
    await expect(part(page, 'What we found').getByRole('row')).toHaveCount(3)
  })
})
