/** Sharing a verified credential: from the portal to the page that its readers open. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { dayText } from './support/dates.ts'
import { expectFit, tightest } from './support/fit.ts'
import { toastOf } from './support/home.ts'
import { approve, open, share } from './support/shares.ts'
import { breakCalls, expect, test, whenAlive } from './support/test.ts'

const completed = (page: Page) => page.getByRole('region', { name: 'Completed Verifications' })
const shared = (page: Page) => page.getByRole('region', { name: 'Shared credentials' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share a verified credential' })
const ready = (page: Page) => page.getByRole('dialog', { name: 'Your link is ready' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const nameField = (page: Page) => page.getByLabel('Your name or organization')
const passcodeField = (page: Page) => page.getByLabel('Passcode', { exact: true })
const openButton = (page: Page) => page.getByRole('button', { name: 'Open', exact: true })

/** The page of a link, on the server that is tested. */
function pathOf(url: string): string {
  const { pathname, hash } = new URL(url)
  return pathname + hash
}

async function openAs(page: Page, name: string, passcode?: string): Promise<void> {
  await nameField(page).fill(name)
  await openButton(page).click()
  if (passcode === undefined) return
  await passcodeField(page).fill(passcode)
  await openButton(page).click()
}

test('a clinician shares with a passcode and two openings, a reader opens it elsewhere, the list says who did, and a revoked link opens nothing', async ({
  page,
  signIn,
  newAdmin,
  browser,
  baseURL,
  request,
}) => {
  const account = await signIn('portal')
  const { id, npi, name } = await approve(request, { account, admin: await newAdmin() })
  await page.goto('/myPortal')
  await expect(shared(page)).toContainText('No shared credentials')
  const opener = completed(page).getByRole('article').getByRole('button', { name: 'Share' })
  await opener.click()
  const preview = dialog(page).getByRole('region', { name: 'What they will see' })
  await expect(preview).toContainText(name)
  await expect(preview.getByText(`NPI: ${npi}`)).toBeVisible()
  await expect(preview.getByRole('article')).toContainText('Valid until')
  await expect(preview.getByText('The number on file')).toHaveCount(0)
  await dialog(page).getByLabel('Show my license number').check()
  await expect(preview.getByText('The number on file, as reported to NPPES by the provider')).toBeVisible()
  await dialog(page).getByLabel('Who is it for? (optional)').fill('Mercy Hospital')
  await dialog(page).getByLabel('Can be opened').selectOption('Twice')
  await expect(dialog(page).getByLabel('Protect it with a passcode')).toBeChecked()
  await expectNoFault(page)
  await dialog(page).getByRole('button', { name: 'Create link' }).click()

  await expect(ready(page).getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expect(ready(page)).toContainText('can be opened twice')
  const passcode = await ready(page).getByLabel('Passcode', { exact: true }).inputValue()
  expect(passcode).toMatch(/^\d{6}$/)
  await expectNoFault(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ready(page).getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/s#[\w-]{22,}$/)
  await ready(page).getByRole('button', { name: 'Done' }).click()
  await expect(opener).toBeFocused()
  const record = shared(page).getByRole('listitem').filter({ hasText: 'Mercy Hospital' })
  await expect(record).toContainText('Not opened yet')
  await expect(record).toContainText(`MD · shared ${dayText()} · until ${dayText(7)} · passcode · up to 2 views`)

  const other = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  const reader = await other.newPage()
  await whenAlive(reader, await reader.goto(pathOf(link)))
  await openAs(reader, 'Mercy Hospital, Credentialing', passcode)
  await expect(heading(reader, 'Verified credential')).toBeFocused()
  await expect(reader.getByRole('status').filter({ hasText: 'Valid when you opened it' })).toContainText(
    `Shared by ${name} on ${dayText()}`,
  )
  const credential = reader.getByRole('article')
  await expect(credential).toContainText(`Verified on${dayText()}, by a reviewer who saw the document`)
  await expect(credential).toContainText('as reported to')
  await expect(credential.getByText('NPI active: Passed')).toBeVisible()
  await expect(credential.getByText('Source: Sample registry (fictional)', { exact: false }).first()).toBeVisible()
  await expect(credential.getByText('This is not a primary-source verification')).toBeVisible()
  await reader.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(reader).toHaveURL(pathOf(link))

  const saved = reader.waitForEvent('download')
  await reader.getByRole('button', { name: 'Download signed copy' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`verified-credential-${npi}.jwt`)
  const [, payload = ''] = (await readFile(await file.path(), 'utf8')).split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ npi, name })
  await reader.getByText('How to check this offline').click()
  const code = reader.getByRole('region', { name: 'Checking the signed copy' })
  await expect(code).toContainText(`new URL('${new URL(reader.url()).origin}/.well-known/jwks.json')`)
  await expectNoFault(reader)

  await reader.reload()
  await openAs(reader, 'Mercy Hospital, Dr. Chen', passcode)
  await expect(heading(reader, 'Verified credential')).toBeVisible()
  await page.reload()
  await shared(page).getByRole('button', { name: 'Show ended links (1)' }).click()
  await expect(record).toContainText(`Opened twice, last by Mercy Hospital, Dr. Chen, ${dayText()}`)
  await expect(record).toContainText('Used up')
  // Its signed copies are valid until then.
  await expect(record.getByRole('button', { name: 'Revoke' })).toBeVisible()
  await record.getByText('Opened twice').click()
  await expect(record.getByRole('list', { name: 'Openings' })).toContainText('Mercy Hospital, Credentialing')
  await expectNoFault(page)

  const second = await share(request, account, { verificationIds: [id], recipient: 'St. Luke' })
  await page.reload()
  const live = shared(page).getByRole('listitem').filter({ hasText: 'St. Luke' })
  await live.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke this link?' })
  await expect(question).toContainText('St. Luke can no longer open it')
  await expectNoFault(page)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(live).toHaveCount(0)
  await whenAlive(reader, await reader.goto(pathOf(second.url)))
  await openAs(reader, 'St. Luke')
  await expect(heading(reader, 'This link can’t be opened')).toBeFocused()
  await expectNoFault(reader)
  await other.close()
})

test('the page of a link calls nothing before its reader presses Open, so that previews and scanners use up no opening', async ({
  page,
  newAccount,
  newAdmin,
  request,
}) => {
  const account = await newAccount()
  const { id } = await approve(request, { account, admin: await newAdmin() })
  const { url, token } = await share(request, account, { verificationIds: [id], viewsMax: 1 })
  const calls: string[] = []
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url())
    if (!/^\/(s|favicon\.svg|assets\/.*)$/.test(pathname)) calls.push(`${sent.method()} ${sent.url()}`)
    expect(sent.url()).not.toContain(token)
    expect(sent.headers().referer ?? '').not.toContain(token)
  })
  await page.goto(pathOf(url))
  await page.waitForLoadState('networkidle')
  await openButton(page).click()
  await expect(nameField(page)).toBeFocused()
  await expect(nameField(page)).toHaveAccessibleDescription('Enter your name or organization')
  expect(calls).toEqual([])
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await openAs(page, 'Mercy Hospital')
  await expect(heading(page, 'Verified credential')).toBeVisible()
  expect(calls).toEqual([`POST ${new URL(page.url()).origin}/shares/open`])
})

test('a SMART Health Link opens on the page too, by its manifest, and the list says so', async ({
  page,
  signIn,
  newAdmin,
  request,
}) => {
  const account = await signIn('portal')
  const { id, name } = await approve(request, { account, admin: await newAdmin() })
  const { shlink } = await share(request, account, { verificationIds: [id], passcode: 'blue harbor' })
  await page.goto(`/s#${shlink}`)
  await openAs(page, 'Mercy Hospital', 'blue harbor')
  await expect(heading(page, 'Verified credential')).toBeFocused()
  await expect(page.getByText(`Shared by ${name} on ${dayText()}`)).toBeVisible()
  await expect(page.getByRole('article')).toContainText('NPI active: Passed')
  await page.goto('/myPortal')
  await shared(page).getByText(`Opened once, by Mercy Hospital, ${dayText()}`).click()
  await expect(shared(page).getByRole('list', { name: 'Openings' })).toContainText('as a SMART Health Link')
})

test('a wrong passcode says how many tries remain, and the fifth locks the link', async ({
  page,
  newAccount,
  newAdmin,
  request,
}) => {
  const account = await newAccount()
  const { id } = await approve(request, { account, admin: await newAdmin() })
  const { url, token } = await share(request, account, { verificationIds: [id], passcode: 'blue harbor' })
  await page.goto(pathOf(url))
  await openAs(page, 'Mercy Hospital')
  await expect(passcodeField(page)).toBeFocused()
  await expectNoFault(page)
  await openButton(page).click()
  await expect(passcodeField(page)).toHaveAccessibleDescription(/Enter the passcode/)
  for (const left of ['4 tries are', '3 tries are', '2 tries are', '1 try is']) {
    await passcodeField(page).fill('red harbor')
    await openButton(page).click()
    await expect(passcodeField(page)).toHaveAccessibleDescription(new RegExp(`The passcode is wrong; ${left} left`))
    await expect(passcodeField(page)).toBeFocused()
  }
  await expectNoFault(page)
  await passcodeField(page).fill('red harbor')
  await openButton(page).click()
  await expect(heading(page, 'This link is locked')).toBeFocused()
  await expectNoFault(page)
  expect(await open(request, { token, recipient: 'Mercy Hospital', passcode: 'blue harbor' })).toBe(404)
})

test('a link that is cut short, of another site, or unknown says so on a page of its own', async ({ page }) => {
  for (const path of ['/s', '/s#k3J0v9', '/s#shlink:/e30']) {
    await page.goto('/blog')
    await page.goto(path)
    await expect(heading(page, 'This link is incomplete')).toBeVisible()
  }
  await expectNoFault(page)
  const foreign = Buffer.from(JSON.stringify({ url: 'https://records.example.com/shares/1' })).toString('base64url')
  await page.goto('/blog')
  await page.goto(`/s#shlink:/${foreign}`)
  await expect(heading(page, 'This link is from records.example.com')).toBeVisible()
  await page.goto('/blog')
  await page.goto(`/s#${'A'.repeat(43)}`)
  await breakCalls(page, 'POST', '/shares/open')
  await openAs(page, 'Mercy Hospital')
  await expect(page.getByRole('alert')).toContainText('The link didn’t open.')
  await expectNoFault(page)
  await page.unrouteAll()
  await openButton(page).click()
  await expect(heading(page, 'This link can’t be opened')).toBeVisible()
})

test('an opened credential prints on one page: light, with everything that it says, without what is pressed', async ({
  page,
  newAccount,
  newAdmin,
  request,
}) => {
  const account = await newAccount()
  const { id, name } = await approve(request, { account, admin: await newAdmin() })
  const { url } = await share(request, account, { verificationIds: [id], showsLicense: true })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto(pathOf(url))
  await openAs(page, 'Mercy Hospital')
  await expect(heading(page, 'Verified credential')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(22, 32, 31)')
  await expect(page.getByRole('banner')).toBeHidden()
  for (const name of ['Download signed copy', 'Print']) await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByText(name).first()).toBeVisible()
  await expect(page.getByText('This is not a primary-source verification')).toBeVisible()
  await expect(page.getByText('/.well-known/jwks.json', { exact: false }).first()).toBeVisible()
  for (const format of ['Letter', 'A4']) expect(pagesOf(await page.pdf({ format })), format).toBe(1)
})

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('sharing fits the narrowest screen and text at 200 %: the dialog, the link, the list, the page and what it opens', async ({
  page,
  signIn,
  newAdmin,
  request,
}) => {
  const account = await signIn('portal')
  const { id } = await approve(request, { account, admin: await newAdmin() })
  const { url, token } = await share(request, account, { verificationIds: [id], recipient: 'M'.repeat(120) })
  expect(await open(request, { token, recipient: 'W'.repeat(120) })).toBe(200)
  await page.goto('/myPortal')
  await shared(page).getByText('Opened once').click()
  await completed(page).getByRole('button', { name: 'Share' }).click()
  await expect(dialog(page).getByRole('article')).toBeVisible()
  for (const size of tightest) await expectFit(page, size)
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  await expect(ready(page).getByRole('img')).toBeVisible()
  for (const size of tightest) await expectFit(page, size)
  await ready(page).getByRole('button', { name: 'Done' }).click()
  for (const size of tightest) await expectFit(page, size)
  await page.goto(pathOf(url))
  for (const size of tightest) await expectFit(page, size)
  await openAs(page, 'Mercy Hospital')
  await expect(heading(page, 'Verified credential')).toBeVisible()
  await page.getByText('How to check this offline').click()
  for (const size of tightest) await expectFit(page, size)
})

test('several approvals go into one link without a passcode; one that has expired or was rejected has no Share', async ({
  page,
  signIn,
  newAdmin,
  request,
}) => {
  const account = await signIn('portal')
  const admin = await newAdmin()
  const first = await approve(request, { account, admin, days: 2 })
  await approve(request, { account, admin, person: first, credential: 'RN' })
  await page.route(/\/api\/verifications\?.*approved%2Crejected/, async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    const [one] = list.verifications
    list.verifications.push({ ...one, id: 'expired', isExpired: true })
    list.verifications.push({ ...one, id: 'rejected', status: 'rejected', rejectionReason: 'Image is not clear' })
    await route.fulfill({ response, json: list })
  })
  await page.goto('/myPortal')
  await expect(completed(page).getByRole('article')).toHaveCount(4)
  await expect(completed(page).getByRole('button', { name: 'Share' })).toHaveCount(2)
  await completed(page).getByRole('article', { name: 'RN' }).first().getByRole('button', { name: 'Share' }).click()
  const choices = dialog(page).getByRole('group', { name: 'Credentials' })
  const preview = dialog(page).getByRole('region', { name: 'What they will see' })
  await expect(choices.getByRole('checkbox')).toHaveCount(2)
  await choices.getByRole('checkbox', { name: /^RN/ }).uncheck()
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  await expect(choices.getByText('Choose a credential')).toBeVisible()
  for (const choice of await choices.getByRole('checkbox').all()) await choice.check()
  await expect(preview.getByRole('article')).toHaveCount(2)
  await dialog(page).getByLabel('Ends after').selectOption('30 days')
  await dialog(page).getByLabel('Protect it with a passcode').uncheck()
  await breakCalls(page, 'POST', '/me/shares')
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to create the link. Try again.')
  await expectNoFault(page)
  await page.unrouteAll()
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  await expect(ready(page)).toContainText('The link ends with your approval, earlier than you chose.')
  await expect(ready(page).getByLabel('Passcode', { exact: true })).toHaveCount(0)
  await page.goto(pathOf(await ready(page).getByLabel('Link', { exact: true }).inputValue()))
  await openAs(page, 'Mercy Hospital')
  await expect(heading(page, 'Verified credentials')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('the list loads, fails and retries apart from the others, and switches the emails about first openings', async ({
  page,
  signIn,
  newAdmin,
  request,
}) => {
  const account = await signIn('portal')
  const { id } = await approve(request, { account, admin: await newAdmin() })
  await share(request, account, { verificationIds: [id] })
  await breakCalls(page, 'GET', '/me/shares')
  await page.goto('/myPortal')
  await expect(shared(page).getByRole('alert')).toContainText('Failed to load shared credentials')
  await expect(completed(page).getByRole('article')).toHaveCount(1)
  await expectNoFault(page)
  await page.unrouteAll()
  await shared(page).getByRole('button', { name: 'Retry' }).click()
  const emails = shared(page).getByLabel('Email me when a link is opened for the first time')
  await expect(emails).toBeChecked()
  await emails.click()
  await expect(emails).not.toBeChecked()
  await expect(emails).toBeEnabled()
  await page.reload()
  await expect(emails).not.toBeChecked()

  await breakCalls(page, 'POST', '/me/shares/emails')
  await emails.click()
  await expect(toastOf(page, 'Error', 'Failed to change email settings')).toBeVisible()
  await expect(emails).not.toBeChecked()
  const row: Locator = shared(page).getByRole('listitem')
  await row.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog')
  await page.route('**/revoke', (route) => route.fulfill({ status: 502, body: '' }))
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(question.getByRole('alert')).toHaveText('Failed to revoke the link. Try again.')
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Revoke' })).toBeFocused()
})
