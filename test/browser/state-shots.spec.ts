/** Pictures of what the route table does not lead to: the states of the portal and of the desk. */
import type { Page } from '@playwright/test'
import { coloradoRoll } from '../support/sources/rolls.ts'
import { loadRoll, rollName } from './support/boards.ts'
import { newCard, physician } from './support/clinicians.ts'
import { isoDay } from './support/dates.ts'
import { themes, widths } from './support/places.ts'
import { decide, plainImage, submit, submitMany, waitUntilRead } from './support/requests.ts'
import { approve, open, share } from './support/shares.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'

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

test.use({ expectedErrors: ['Failed to load resource', 'did not load', 'could not be decided'] })

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
  await expect(dialog.getByText(`In the registry this is ${name}`)).toBeVisible()
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
  await expect(page.getByText('Does the document name the person?')).toBeVisible({ timeout: 30_000 })
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
  await expect(page.getByText('The reviewer writes:')).toBeVisible()
  await shoot(page, 'portal-completed')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'My Profile' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit email address' }).click()
  await shoot(page, 'portal-drawer')
})

test('sharing', async ({ page, request, signIn, newAdmin }) => {
  test.setTimeout(300_000)
  const account = await signIn('portal')
  const admin = await newAdmin()
  const first = await approve(request, { account, admin })
  await page.goto('/myPortal')
  await expect(page.getByText('Nothing is shared')).toBeVisible()
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
  await expect(page.getByRole('heading', { name: 'This link cannot be opened' })).toBeVisible()
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
  await expect(page.getByText('The document is still being read')).toHaveCount(0, { timeout: 30_000 })
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
  await list.getByRole('button', { name: 'Keys' }).click()
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
  await page.route('**/images/**', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(`/admin?npi=${many.npi}&id=${many.ids[1]}`)
  await expect(page.getByText('The image could not be loaded')).toBeVisible()
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
  await page.getByText(/^Checks: /).click()
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
