import { newCard, physician } from './support/clinicians.ts'
import { rows } from './support/desk.ts'
import { newNpi, submit } from './support/requests.ts'
import { expect, password, test } from './support/test.ts'

test('a clinician signs up, submits, is rejected with a reason, submits again, is approved, shares the credential and revokes the link, and a developer sees the same', async ({
  page,
  browser,
  newAccount,
  newAdmin,
  request,
}) => {
  test.slow()
  const admin = await newAdmin()
  const { npi, name } = await physician(request, await newAccount())
  const email = `clinician-${Date.now()}-${npi}@example.org`

  await page.goto('/my-verifications')
  await page.getByRole('link', { name: 'Create an account' }).first().click()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Phone number').fill('212-555-0101')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/myPortal')

  const dialog = page.getByRole('dialog', { name: 'Request New Verification' })
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose an image' }).click()
    await (await chooser).setFiles({ name: 'license.png', mimeType: 'image/png', buffer: await newCard(name) })
  }
  const pending = page.getByRole('region', { name: 'Pending Verifications' })
  const completed = page.getByRole('region', { name: 'Completed Verifications' })

  await page.getByRole('button', { name: 'New Verification' }).click()
  await dialog.getByLabel('NPI').fill(npi)
  await dialog.getByLabel('Credential', { exact: true }).selectOption('MD')
  await choose()
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(pending.getByText('Your request was submitted.')).toBeVisible()
  await expect(pending.getByText('Your NPI and credential match the national registry.')).toBeVisible()
  await expect(pending.getByText(`We’ll email ${email} as soon as there’s a decision.`)).toBeVisible()

  const desk = await (await browser.newContext()).newPage()
  await desk.addInitScript((token) => localStorage.setItem('token', token), admin.token)
  await desk.goto(`/admin?npi=${npi}`)
  const waiting = desk.getByRole('region', { name: 'Verification requests' }).getByRole('article')
  await expect(waiting).toHaveCount(1)
  await waiting.getByRole('button', { name: 'Reject' }).click()
  const modal = desk.getByRole('dialog', { name: 'Reject Verification' })
  await modal.getByLabel('Rejection Reason').selectOption('Image is not clear')
  await modal.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(desk.getByText('No pending verifications found.')).toBeVisible()

  await page.reload()
  await expect(pending).toContainText('No pending verifications')
  await expect(completed.getByText('Rejection Reason: Image is not clear', { exact: true })).toBeVisible()

  await completed.getByRole('button', { name: 'Submit again' }).click()
  await expect(dialog.getByLabel('NPI')).toHaveValue(npi)
  await expect(dialog.getByLabel('Credential', { exact: true })).toHaveValue('MD')
  await choose()
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(pending.getByRole('article', { name: 'MD' })).toBeVisible()

  await desk.reload()
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText('No pending verifications found.')).toBeVisible()

  await page.reload()
  const approved = completed.getByRole('article').filter({ hasText: 'Approved:' })
  await expect(approved.getByText(/^Expires: [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'My Profile' }).getByRole('definition')).toContainText([npi, 'MD'])

  await approved.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  const ready = page.getByRole('dialog', { name: 'Your link is ready' })
  const link = new URL(await ready.getByLabel('Link', { exact: true }).inputValue())
  const passcode = await ready.getByLabel('Passcode', { exact: true }).inputValue()
  await ready.getByRole('button', { name: 'Done' }).click()
  const reader = await (await browser.newContext()).newPage()
  await reader.goto(link.pathname + link.hash)
  await reader.getByLabel('Your name or organization').fill('Mercy Hospital')
  await reader.getByRole('button', { name: 'Open', exact: true }).click()
  await reader.getByLabel('Passcode', { exact: true }).fill(passcode)
  await reader.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(reader.getByRole('heading', { level: 1, name: 'Verified credential' })).toBeVisible()

  const links = page.getByRole('region', { name: 'Shared credentials' }).getByRole('listitem')
  await links.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(links).toHaveCount(0)
  await reader.reload()
  await reader.getByLabel('Your name or organization').fill('Mercy Hospital')
  await reader.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(reader.getByRole('heading', { level: 1, name: 'This link can’t be opened' })).toBeVisible()

  const token = await page.evaluate(() => localStorage.getItem('portalToken') ?? '')
  const me = await (await request.get('/me', { headers: { authorization: `Bearer ${token}` } })).json()
  expect(me).toMatchObject({ npi, credentials: ['MD'] })
  const seen = await (await request.get('/api/verifications', { headers: { 'api-key': me.apiKey } })).json()
  expect(seen.verifications).toMatchObject([
    { npi, credentials: ['MD'], status: 'Approved', expiresAt: expect.any(String) },
    { npi, credentials: ['MD'], status: 'Rejected', rejectionReason: 'Image is not clear' },
  ])
})

test('an admin signs in, goes from the dashboard to the desk, finds a request, rejects it and logs out', async ({
  page,
  request,
  newAccount,
  newAdmin,
}) => {
  const [admin, sender, npi] = [await newAdmin(), await newAccount(), newNpi()]
  await submit(request, sender, { npi })
  await page.goto('/login')
  await page.getByLabel('Email address').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/home')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Admin' }).click()
  await page.getByLabel('Search by name, email or NPI').fill(npi)
  await page.getByLabel('Search by name, email or NPI').press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('link').first().click()
  await expect(page.getByRole('table', { name: 'Submitted and registry' })).toBeVisible()
  await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Reject' }).click()
  const modal = page.getByRole('dialog', { name: 'Reject Verification' })
  await modal.getByLabel('Rejection Reason').selectOption('Information does not match')
  await modal.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(rows(page).getByText('Rejection Reason: Information does not match')).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/login')
})
