/** A license on a board's list, from the portal to the desk, and what becomes of it when the list is replaced. */
import type { Page } from '@playwright/test'
import { coloradoRoll, illinoisRoll } from '../support/sources/rolls.ts'
import { expectNoFault } from './support/axe.ts'
import { loadRoll, rollName } from './support/boards.ts'
import { newCard, physician } from './support/clinicians.ts'
import { keyOf } from './support/keys.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request New Verification' })

async function requestWith(page: Page, npi: string, name: string, license: { number: string; state: string }) {
  await page.goto('/myPortal')
  await page.getByRole('button', { name: 'New Verification' }).click()
  await dialog(page).getByLabel('NPI').fill(npi)
  await dialog(page).getByLabel('Credential', { exact: true }).selectOption('MD')
  const chooser = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Choose an image' }).click()
  await (await chooser).setFiles({ name: 'license.png', mimeType: 'image/png', buffer: await newCard(name) })
  await dialog(page).getByLabel('License number (optional)').fill(license.number)
  await dialog(page).getByRole('button', { name: 'Submit Request' }).click()
  await expect(dialog(page).getByLabel('State of the license')).toHaveAccessibleDescription(
    'Choose the state of the license',
  )
  await dialog(page).getByLabel('State of the license').selectOption(license.state)
  await expectNoFault(page)
  await dialog(page).getByRole('button', { name: 'Submit Request' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

const notAsked = 'This is not a primary-source verification'

test('a license that Colorado lists is active in the portal and at the desk, and needs a review when it is suspended', async ({
  page,
  browser,
  request,
  signIn,
  newAdmin,
}) => {
  test.slow()
  const account = await signIn('portal')
  const admin = await newAdmin()
  const { npi, name } = await physician(request, account)
  const row = { ...(await rollName(request, account, npi)), number: '777001', expires: '2099-06-30' }
  const others = { last: 'MOSS', first: 'ADA', number: '777002' }
  await loadRoll('co-dora', coloradoRoll([row, others]))
  await requestWith(page, npi, name, { number: 'DR 777001', state: 'CO' })
  const pending = page.getByRole('region', { name: 'Pending Verifications' })
  await expect(pending.getByText('Your state board lists your license as active.')).toBeVisible()
  await pending.getByText(/^All checks: /).click()
  await expect(pending.getByText('says that the license is active until Jun 30, 2099.')).toBeVisible()
  await expect(pending.getByText('The list has no action against the license in Colorado.')).toBeVisible()
  await expect(pending.getByText('We looked up your license with your state’s board.')).toBeVisible()
  await expect(page.getByText(notAsked)).toHaveCount(0)
  await expectNoFault(page)

  const desk = await (await browser.newContext()).newPage()
  await desk.addInitScript((token) => localStorage.setItem('token', token), admin.token)
  await desk.goto(`/admin?npi=${npi}`)
  const board = desk.getByRole('table', { name: 'Board and document' })
  await expect(board.getByRole('row', { name: /^License/ })).toContainText('DR.777001, MD')
  await expect(board.getByRole('row', { name: /^Name/ })).toContainText(row.last)
  await expect(board.getByRole('row', { name: /^Expires/ })).toContainText('Jun 30, 2099')
  await desk.getByText(/^\d+ passed$/).click()
  await expect(desk.getByText('Colorado DORA, professional licenses').first()).toBeVisible()
  await expectNoFault(desk)
  await desk.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText('No pending verifications found.')).toBeVisible()

  const headers = { 'api-key': await keyOf(request, account) }
  const { verifications } = await (await request.get('/api/verifications?type=personal', { headers })).json()
  await loadRoll('co-dora', coloradoRoll([{ ...row, status: 'Suspended' }, others]), verifications[0].id)
  await desk.goto('/admin')
  await desk.getByRole('button', { name: /^Approvals to review again/ }).click({ timeout: 45_000 })
  await desk.goto(`/admin?status=review&npi=${npi}`)
  await expect(desk.getByText('1 approval needs a review', { exact: false })).toBeVisible()
  const why = desk.getByRole('region', { name: 'Why it needs a review' })
  await expect(why.getByText('The board of Colorado says “Suspended”.')).toBeVisible()
  await expect(why.getByText('Before: The board of Colorado says that the license is active')).toBeVisible()
  await expectNoFault(desk)
  await page.reload()
  const completed = page.getByRole('region', { name: 'Completed Verifications' })
  await expect(completed.getByText('A reviewer will look at this verification again.')).toBeVisible()
  await expectNoFault(page)

  await desk.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Revoke' }).click()
  const modal = desk.getByRole('dialog', { name: 'Revoke this approval' })
  // No reason is chosen beforehand, and without one nothing is revoked.
  const reason = modal.getByRole('combobox', { name: 'Reason' })
  await expect(reason.locator('option:checked')).toHaveText('Choose a reason')
  await modal.getByRole('button', { name: 'Revoke' }).click()
  await expect(reason).toBeFocused()
  await expect(modal.getByRole('button', { name: 'Revoke' })).toBeEnabled()
  await reason.selectOption('Information does not match')
  await modal.getByRole('button', { name: 'Revoke' }).click()
  await expect(desk.getByText('No approvals need a review.')).toBeVisible()
  await page.reload()
  await expect(completed.getByText('This request was approved, and the approval was later revoked.')).toBeVisible()
})

test('a license that expired in Illinois, and one of somebody else there, are not in order', async ({
  page,
  request,
  signIn,
}) => {
  const account = await signIn('portal')
  const { npi, name } = await physician(request, account)
  const row = {
    ...(await rollName(request, account, npi)),
    number: '036777001',
    status: 'EXPIRED',
    expires: '2022-07-31',
  }
  await loadRoll('il-idfpr', illinoisRoll([row, { last: 'MOSSWOOD', first: 'ADABEL', number: '036777002' }]))
  await requestWith(page, npi, name, { number: '036-777001', state: 'IL' })
  const pending = page.getByRole('region', { name: 'Pending Verifications' })
  await expect(pending.getByText('A public list has an entry about your license or eligibility.')).toBeVisible()
  await pending.getByText(/^All checks: /).click()
  await expect(pending.getByText('The board of Illinois says that the license expired on Jul 31, 2022.')).toBeVisible()
  await expect(page.getByText(notAsked)).toHaveCount(0)
  const key = { 'api-key': await keyOf(request, account) }
  const data = { npi, credential: 'DO', image: (await newCard()).toString('base64') }
  const more = { licenseNumber: '036.777002', licenseState: 'IL' }
  const { checks } = await (
    await request.post('/api/verifications', { headers: key, data: { ...data, ...more } })
  ).json()
  expect(checks.find(({ code }: { code: string }) => code === 'license.active')).toMatchObject({
    result: 'failed',
    sentence: 'The number belongs to someone else in Illinois: neither name matches.',
  })
})
