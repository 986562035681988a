/** Many requests at the desk: found, narrowed, claimed, compared, approved, and rejected together. */
import type { Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { newCard, physician } from './support/clinicians.ts'
import { approveIn, list, listPath, openRow, rows, test } from './support/desk.ts'
import { toastOf } from './support/home.ts'
import { countOf, decide, newNpi, noteCalls, submit, submitMany, waitUntilRead } from './support/requests.ts'
import { expect } from './support/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Decision' })
const searchField = (page: Page) => page.getByLabel('Search by name, email or NPI')
const selection = (page: Page) => list(page).getByRole('group', { name: 'Selected requests' })

test('an admin finds a request by name, compares it, approves it, and rejects the rest of an account together', async ({
  page,
  request,
  newAccount,
  signInAsAdmin,
}) => {
  test.slow()
  const admin = await signInAsAdmin()
  const [clinician, sender] = [await newAccount(), await newAccount()]
  const { npi, name } = await physician(request, clinician)
  await submit(request, clinician, { npi, image: await newCard(name) })
  const bad = newNpi()
  for (const credential of ['MD', 'DO', 'RN'] as const) await submit(request, sender, { npi: bad, credential })
  await waitUntilRead(request, admin, npi)

  // Found by name, with nothing of the search in the address.
  await page.goto('/admin')
  await searchField(page).fill(name)
  await searchField(page).press('Enter')
  const found = rows(page).filter({ hasText: npi })
  await expect(found).toHaveCount(1)
  await expect(page).toHaveURL('/admin?status=all')
  await expect(found).toContainText(new RegExp(`MD ${name}, [A-Z]{2}`))
  await expect(found).toContainText(/(now|ago) · /)
  await expectNoFault(page)

  // Compared: what did not pass is first, what passed is a click away, and the registry is beside what was submitted.
  await found.getByRole('link').first().click()
  const checks = page.getByRole('region', { name: 'Checks', exact: true })
  await expect(checks.getByText('Passed', { exact: true }).first()).toBeHidden()
  await checks.locator('summary').click()
  await expect(checks.getByText('The check digit is valid.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Submitted and registry' })).toContainText(name)
  await bar(page).getByLabel('Note (optional)').fill('Checked against the registry.')
  await approveIn(page, bar(page))
  await expect(found.getByText('Approved', { exact: true })).toBeVisible()

  // The rest of the other account, by its email address.
  await searchField(page).fill(sender.email)
  await searchField(page).press('Enter')
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: `3 verifications for “${sender.email}”` })).toBeVisible()
  expect(page.url()).not.toContain('example')
  for (const index of [0, 1, 2]) await rows(page).nth(index).getByRole('checkbox').check()
  await expect(selection(page)).toContainText('3 selected')
  await expectNoFault(page)
  await selection(page).getByRole('button', { name: 'Reject selected' }).click()
  const modal = page.getByRole('dialog', { name: 'Reject 3 requests' })
  await expect(modal.getByRole('region', { name: 'Verification Details' }).getByRole('listitem')).toHaveCount(3)
  await modal.getByLabel('Rejection Reason').selectOption('Information does not match')
  await expectNoFault(page)
  await modal.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(modal).toHaveCount(0)
  await expect(toastOf(page, 'Success', '3 requests rejected')).toBeVisible()
  await expect(rows(page).getByText('Rejection Reason: Information does not match')).toHaveCount(3)
  await expect(selection(page)).toHaveCount(0)
  expect(await countOf(request, admin, { admin: 'true', npi: bad, status: 'rejected' })).toBe(3)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/admin')
})

test('a rejection of several says which could not be rejected, and keeps those selected', async ({
  page,
  request,
  newAdmin,
  deskWith,
}) => {
  const { admin, npi, ids } = await deskWith(3)
  const other = await newAdmin()
  await waitUntilRead(request, admin, npi)
  await page.goto(`/admin?npi=${npi}`)
  await expect(rows(page)).toHaveCount(3)
  // By key as by pointer, and faster than the router draws.
  const first = openRow(page).getByRole('link').first()
  await first.focus()
  await first.evaluate(async (link) => {
    for (const key of ['x', 'j', 'x']) {
      link.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await Promise.resolve()
    }
  })
  await expect(selection(page)).toContainText('2 selected')
  await selection(page).getByRole('button', { name: 'Reject selected' }).press('Enter')
  const modal = page.getByRole('dialog', { name: /^Reject \d requests?$/ })
  await expect(modal).toBeVisible()
  await decide(request, other, ids[0] ?? '', { status: 'approved' })
  await modal.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(modal.getByRole('alert')).toContainText(`is already approved, by ${other.email}`)
  await expectNoFault(page)
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page).filter({ hasText: 'Select' })).toHaveCount(1)
  await expect(rows(page)).toHaveCount(1)
})

test('filters by age, credential, state and check narrow the list, stand in the address, and are cleared together', async ({
  page,
  request,
  newAccount,
  signInAsAdmin,
}) => {
  await signInAsAdmin()
  const { npi } = await submitMany(request, newAccount, 3)
  await page.goto(`/admin?npi=${npi}`)
  await expect(rows(page)).toHaveCount(3)
  const calls = noteCalls(page, new RegExp(`^${listPath}$`))
  await list(page).getByText('Filters', { exact: true }).click()
  await list(page).getByLabel('Credential', { exact: true }).selectOption('RN')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(`/admin?npi=${npi}&credential=RN`)
  await list(page).getByLabel('Checks', { exact: true }).selectOption('Failed: NPI in registry')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('NPI in registry')
  expect(calls.at(-1)).toContain('credential=RN&failed=npi.found')
  await list(page).getByLabel('Age', { exact: true }).selectOption('Over 1 day')
  await expect(page.getByText('No verifications match these filters.')).toBeVisible()
  await expect(page.getByText('Nothing to review here')).toBeVisible()
  await expectNoFault(page)
  await list(page).getByLabel('Age', { exact: true }).selectOption('Any age')
  await list(page).getByLabel('State', { exact: true }).selectOption('TX')
  await expect(page.getByText('No verifications match these filters.')).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveCount(1)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  await expect(list(page).getByText('Filters (2)')).toBeVisible()
  await expectNoFault(page)
  await list(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(`/admin?npi=${npi}`)
  await expect(rows(page)).toHaveCount(3)
})

test('a claim is seen by the other admin, who can decide all the same', async ({
  page,
  browser,
  newAdmin,
  deskWith,
}) => {
  const { admin, npi } = await deskWith(1)
  const other = await newAdmin()
  await page.goto(`/admin?npi=${npi}`)
  await expect(bar(page)).toContainText('No one has claimed this request.')
  await bar(page).getByRole('button', { name: 'Claim' }).click()
  await expect(bar(page)).toContainText('You have claimed this request until')
  await expect(openRow(page)).toContainText('Claimed by you')
  await expectNoFault(page)

  const desk = await (await browser.newContext()).newPage()
  await desk.addInitScript((token) => localStorage.setItem('token', token), other.token)
  await desk.goto(`/admin?npi=${npi}`)
  await expect(bar(desk)).toContainText(`${admin.email} has claimed this request until`)
  await expect(bar(desk).getByRole('button', { name: 'Claim' })).toHaveCount(0)
  await expect(openRow(desk)).toContainText(`Claimed by ${admin.email}`)
  await expectNoFault(desk)
  await approveIn(desk, bar(desk))
  await expect(desk.getByText('No pending verifications found.')).toBeVisible()
})

test('panes without a request say so, and a request that is withdrawn while it is open is not decided', async ({
  page,
  request,
  newAccount,
  signInAsAdmin,
}) => {
  await signInAsAdmin()
  const account = await newAccount()
  const npi = newNpi()
  await page.goto(`/admin?npi=${npi}`)
  await expect(page.getByText('No pending verifications found.')).toBeVisible()
  await expect(page.getByText('Nothing to review here')).toBeVisible()
  await expect(page.getByText('The checks and history of an open request appear here.')).toBeVisible()
  await expectNoFault(page)

  const id = await submit(request, account, { npi })
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  const key = (await (await request.get('/me', { headers: { authorization: `Bearer ${account.token}` } })).json())
    .apiKey
  const withdrawn = await request.post(`/api/verifications/${id}/withdraw`, { headers: { 'api-key': key }, data: {} })
  expect(withdrawn.status()).toBe(200)
  await page.reload()
  await expect(page.getByText('No pending verifications found.')).toBeVisible()
  await page.goto(`/admin?id=${id}`)
  await expect(page.getByText(`Withdrawn by ${account.email}`)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})
