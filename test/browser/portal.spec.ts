/** The clinician's own requests, as the specification says them. */
import type { Locator, Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { peopleWith, physician } from './support/clinicians.ts'
import { dayText, isoDay } from './support/dates.ts'
import { expectFit, tightest } from './support/fit.ts'
import { toastOf } from './support/home.ts'
import { decide, submit } from './support/requests.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'

const pending = (page: Page) => page.getByRole('region', { name: 'Pending Verifications' })
const completed = (page: Page) => page.getByRole('region', { name: 'Completed Verifications' })

test('both panels say what they are for and that they are empty, and a first visit what will happen and who sees the image', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await page.goto('/myPortal')
  await expect(page.getByRole('heading', { level: 1, name: 'My Verifications' })).toBeVisible()
  await expect(pending(page)).toContainText('Verification requests awaiting review')
  await expect(pending(page).getByText('No pending verifications', { exact: true })).toBeVisible()
  await expect(pending(page).getByText('Get started by requesting a new verification.', { exact: true })).toBeVisible()
  await expect(completed(page)).toContainText('Your completed verifications')
  await expect(completed(page).getByText('No active verifications', { exact: true })).toBeVisible()
  await expect(
    completed(page).getByText('Your approved or rejected verifications will appear here.', { exact: true }),
  ).toBeVisible()
  const words = await page.getByRole('region', { name: 'How a verification works' }).getByRole('paragraph').innerText()
  expect(words.match(/\.(\s|$)/g)).toHaveLength(3)
  expect(words).toContain('Only you and our reviewers ever see the image')
})

test('the panels load with a spinner and fail apart: Error loading verifications, the error text or Failed to load verifications. Please try again later., and Retry', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  const release = await holdCalls(page, 'GET', '/api/verifications')
  await page.goto('/myPortal')
  await expect(page.getByText('Loading verifications...')).toHaveCount(2)
  await expect(pending(page)).toHaveAttribute('aria-busy', 'true')
  await expectNoFault(page)
  release()
  await expect(page.getByText('Loading verifications...')).toHaveCount(0)
  await page.unrouteAll()

  await page.route(/\/api\/verifications\?.*status=pending/, (route) =>
    route.fulfill({ status: 418, json: { error: 'The teapot is full.', code: 'teapot' } }),
  )
  await page.reload()
  await expect(pending(page).getByRole('alert')).toContainText('Error loading verifications')
  await expect(pending(page).getByRole('alert')).toContainText('The teapot is full.')
  await expect(completed(page)).toContainText('No active verifications')
  await page.unrouteAll()

  await breakCalls(page, 'GET', '/api/verifications')
  await page.reload()
  for (const panel of [pending(page), completed(page)]) {
    await expect(panel.getByRole('alert')).toContainText('Failed to load verifications. Please try again later.')
  }
  await expectNoFault(page)
  await page.unrouteAll()
  await pending(page).getByRole('button', { name: 'Retry' }).click()
  await expect(pending(page)).toContainText('No pending verifications')
})

test('a pending item shows credentials, NPI, Submitted on, a Pending badge, how far it has come and what was checked, on the narrowest screen too', async ({
  page,
  signIn,
  request,
}) => {
  const account = await signIn('portal')
  const { npi, name } = await physician(request, account)
  await submit(request, account, { npi, type: 'personal' })
  await page.goto('/myPortal')
  const item = pending(page).getByRole('article', { name: 'MD' })
  await expect(item.getByText('MD', { exact: true })).toBeVisible()
  await expect(item.getByText('Pending', { exact: true })).toBeVisible()
  await expect(item.getByText(`NPI: ${npi}`, { exact: true })).toBeVisible()
  await expect(item.getByText(`Submitted on: ${dayText()}`, { exact: true })).toBeVisible()
  const steps = item.getByRole('list', { name: 'Progress of this request' }).getByRole('listitem')
  await expect(steps).toContainText(['Submitted', 'In review', 'Decided'])
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  await expect(pending(page)).toContainText(`We’ll email ${account.email} as soon as there’s a decision.`)
  const lines = item.getByRole('list', { name: 'What we checked' }).getByRole('listitem')
  await expect(lines).toContainText(['Identity', 'License', 'Document'])
  await expect(lines.first()).toContainText('Your NPI and credential match the national registry.')
  await expect(item.getByText('NPI check digit')).toBeHidden()
  await item.getByText(/^All checks: /).click()
  await expect(item.getByText('NPI check digit')).toBeVisible()
  await expect(item.getByText(`The registry lists it for ${name}.`)).toBeVisible()
  await expectNoFault(page)
  // As wide as a small phone, and as a laptop is at 400 %.
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoFault(page)
})

test('clinicians can look at the image that they sent, over the whole page, also when the link of the page is too old', async ({
  page,
  signIn,
  request,
}) => {
  const account = await signIn('portal')
  await submit(request, account, { npi: '1234567893', type: 'personal' })
  await page.goto('/myPortal')
  const opener = pending(page).getByRole('button', { name: 'View your image' })
  await page.route('**/images/**', (route) => route.fulfill({ status: 404, body: '' }))
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Credential Image' })
  await expect(dialog.getByRole('alert')).toContainText('The image didn’t load')
  await expectNoFault(page)
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  const image = dialog.getByRole('img', { name: 'What you sent for MD, NPI 1234567893' })
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(320)
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  // Its time is over some while after the decision; then it is gone.
  await page.route(/\/api\/verifications\?/, async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    for (const one of list.verifications) delete one.imageUrl
    await route.fulfill({ response, json: list })
  })
  await page.reload()
  await expect(pending(page).getByRole('article')).toHaveCount(1)
  await expect(opener).toHaveCount(0)
})

test('a completed item shows Approved or Reviewed and Expires with the days left, or the Rejection Reason with what to do next', async ({
  page,
  signIn,
  newAdmin,
  request,
}) => {
  const account = await signIn('portal')
  const admin = await newAdmin()
  const { npi } = await physician(request, account)
  const note = 'The lower half is cut off.'
  await decide(request, admin, await submit(request, account, { npi, type: 'personal' }), {
    status: 'rejected',
    rejectionReason: 'Image is not clear',
    note,
  })
  await decide(request, admin, await submit(request, account, { npi, credential: 'DO', type: 'personal' }), {
    status: 'approved',
    expiresAt: isoDay(58),
  })
  await page.goto('/myPortal')
  const today = dayText()
  const approved = completed(page).getByRole('article', { name: /^DO\b/ })
  await expect(approved.getByText('Approved', { exact: true })).toBeVisible()
  await expect(approved.getByText(`NPI: ${npi}`, { exact: true })).toBeVisible()
  await expect(approved.getByText(`Submitted on: ${today}`, { exact: true })).toBeVisible()
  await expect(approved.getByText(`Approved: ${today}`, { exact: true })).toBeVisible()
  await expect(approved.getByText(`Expires: ${dayText(58)}`, { exact: true })).toBeVisible()
  await expect(approved.getByText('expires in 58 days', { exact: true })).toBeVisible()
  await expect(approved.getByText('Rejection Reason:')).toHaveCount(0)

  const rejected = completed(page).getByRole('article', { name: 'MD' })
  await expect(rejected.getByText('Rejected', { exact: true })).toBeVisible()
  await expect(rejected.getByText(`Reviewed: ${today}`, { exact: true })).toBeVisible()
  await expect(rejected.getByText('Rejection Reason: Image is not clear', { exact: true })).toBeVisible()
  await expect(rejected.getByText(`Note from the reviewer: ${note}`)).toBeVisible()
  await expect(rejected.getByText('upload a sharper one')).toBeVisible()
  // First how far it came, then why: submitted, in review, decided, and the reason.
  const bottomOf = async (part: Locator) =>
    ((await part.boundingBox())?.y ?? 0) + ((await part.boundingBox())?.height ?? 0)
  const steps = rejected.getByRole('list', { name: 'Progress of this request' })
  expect(await bottomOf(steps)).toBeLessThan(await bottomOf(rejected.getByText('Rejection Reason:')))
  await expect(rejected.getByText('Expires:')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'My Profile' }).getByRole('definition').first()).toHaveText(npi)
  await expectNoFault(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoFault(page)

  // Whoever has a verified NPI asks for that one.
  await rejected.getByRole('button', { name: 'Submit again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request New Verification' })
  await expect(dialog.getByLabel('NPI')).toHaveValue(npi)
  await expect(dialog.getByLabel('NPI')).not.toBeEditable()
  await expect(dialog.getByText('Your verified NPI.')).toBeVisible()
  await expect(dialog.getByLabel('Credential', { exact: true })).toHaveValue('MD')
})

test('an address of 80 characters without a hyphen breaks at the edge of the narrowest screen, in a note too', async ({
  page,
  signIn,
  newAdmin,
  request,
}) => {
  const account = await signIn('portal')
  const admin = await newAdmin()
  const { npi } = await physician(request, account)
  const address = `${'a'.repeat(60)}@${'b'.repeat(15)}.org`
  await decide(request, admin, await submit(request, account, { npi, credential: 'DO', type: 'personal' }), {
    status: 'rejected',
    rejectionReason: 'Image is not clear',
    note: `Send it to ${address} as well.`,
  })
  await submit(request, account, { npi, type: 'personal' })
  await page.route('/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), email: address } })
  })
  await page.goto('/myPortal')
  await expect(page.getByRole('region', { name: 'Verify your email address' })).toContainText(address)
  await expect(pending(page)).toContainText(`We’ll email ${address}`)
  const note = completed(page).getByText(`Note from the reviewer: Send it to ${address}`)
  await expect(note).toBeVisible()
  const [narrowest] = tightest
  await expectFit(page, narrowest)
  // What a list cuts off does not scroll.
  const { x, width } = (await note.boundingBox()) ?? { x: 0, width: Number.POSITIVE_INFINITY }
  expect(x + width).toBeLessThanOrEqual(narrowest.width)
})

test('a pending request is withdrawn after a question, leaves the list for good, and can be submitted again', async ({
  page,
  signIn,
  request,
}) => {
  const account = await signIn('portal')
  const [kept, withdrawn] = await peopleWith(request, account, 'MD')
  await submit(request, account, { npi: kept?.npi ?? '', type: 'personal' })
  await submit(request, account, { npi: withdrawn?.npi ?? '', type: 'personal' })
  await page.goto('/myPortal')
  await expect(pending(page).getByRole('article')).toHaveCount(2)
  const item = pending(page)
    .getByRole('article')
    .filter({ hasText: withdrawn?.npi ?? '' })
  const opener = item.getByRole('button', { name: 'Withdraw' })
  const question = page.getByRole('alertdialog', { name: 'Withdraw this request?' })
  await opener.press('Enter')
  await expect(question).toBeVisible()
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await question.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(toastOf(page, 'Success', 'Verification request withdrawn')).toBeVisible()
  await expect(pending(page).getByRole('article')).toHaveCount(1)
  await expect(pending(page)).toContainText(kept?.npi ?? '')
  await expect(completed(page)).toContainText('No active verifications')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoFault(page)
  await submit(request, account, { npi: withdrawn?.npi ?? '', type: 'personal' })
})

test('a request that is decided while the question is open is not withdrawn, and the question says so', async ({
  page,
  signIn,
  newAdmin,
  request,
}) => {
  const account = await signIn('portal')
  const admin = await newAdmin()
  const id = await submit(request, account, { npi: '1234567893', type: 'personal' })
  await page.goto('/myPortal')
  await pending(page).getByRole('button', { name: 'Withdraw' }).click()
  const question = page.getByRole('alertdialog', { name: 'Withdraw this request?' })
  await expect(question).toBeVisible()
  await decide(request, admin, id, { status: 'rejected', rejectionReason: 'Image is not clear' })
  await question.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(toastOf(page, 'Error', 'This request was already decided, so it wasn’t withdrawn.')).toBeVisible()
  await expect(completed(page)).toContainText('Rejection Reason: Image is not clear')
  await expect(pending(page)).toContainText('No pending verifications')
})

test('help answers what clinicians ask first, and sends the rest to support', async ({ page, signIn }) => {
  await signIn('portal')
  await page.goto('/myPortal')
  const opener = page.getByRole('button', { name: 'Help' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Help' })
  await dialog.getByText('What makes a good photo?').click()
  await expect(dialog.getByText('all four corners in the picture')).toBeVisible()
  await expectNoFault(page)
  await dialog.getByLabel('Category').selectOption('Other')
  await dialog.getByLabel('Description').fill('My registry entry has my former name.')
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(dialog.getByText(/^We got your request \d{8}\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  // On a phone it is in the profile's drawer, where the header has no room.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'My Profile' }).click()
  await page.getByRole('dialog', { name: 'My Profile' }).getByRole('button', { name: 'Help' }).click()
  await expect(dialog).toBeVisible()
  await expectNoFault(page)
})

test('several credentials are joined by commas, a missing approvedAt reads N/A, an approval that is over says expired, and one without an end shows none', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  const common = { npi: '1234567893', createdAt: '2025-01-05T23:30:00.000Z', checks: [], isReading: false }
  const verifications = [
    {
      ...common,
      id: 'a',
      credentials: ['MD', 'DO'],
      status: 'approved',
      expiresAt: '2025-03-01T00:00:00.000Z',
      isExpired: true,
    },
    { ...common, id: 'b', credentials: ['RN'], status: 'approved' },
    { ...common, id: 'c', credentials: ['RN'], status: 'rejected' },
  ]
  await page.route(/\/api\/verifications\?.*status=approved/, (route) =>
    route.fulfill({ json: { verifications, page: 1, total: 3, limit: 10 } }),
  )
  await page.goto('/myPortal')
  const approved = completed(page).getByRole('article').first()
  await expect(approved.getByText('MD, DO', { exact: true })).toBeVisible()
  await expect(approved.getByText('Approved: N/A', { exact: true })).toBeVisible()
  await expect(approved.getByText('Submitted on: Jan 5, 2025', { exact: true })).toBeVisible()
  await expect(approved.getByText('expired', { exact: true })).toBeVisible()
  await expect(approved.getByRole('button', { name: 'Renew' })).toBeVisible()
  const endless = completed(page).getByRole('article').nth(1)
  await expect(endless.getByText('Approved', { exact: true })).toBeVisible()
  await expect(endless.getByText('Expires:')).toHaveCount(0)
  const rejected = completed(page).getByRole('article').last()
  await expect(rejected.getByText('Reviewed: N/A', { exact: true })).toBeVisible()
  await expect(rejected.getByText('Rejection Reason:')).toHaveCount(0)
  await expectNoFault(page)
})

test('more than one page of requests is reachable, and the page stands in the address', async ({
  page,
  signIn,
  request,
}) => {
  const account = await signIn('portal')
  const people = await peopleWith(request, account, 'MD')
  await Promise.all(people.map(({ npi }) => submit(request, account, { npi, type: 'personal' })))
  await page.goto('/myPortal')
  await expect(pending(page).getByRole('article')).toHaveCount(10)
  await expect(pending(page).getByRole('button', { name: 'Previous' })).toBeDisabled()
  const release = await holdCalls(page, 'GET', '/api/verifications')
  await pending(page).getByRole('button', { name: 'Next' }).press('Enter')
  await expect(page).toHaveURL('/myPortal?pending=2')
  // The page before stands until the next one is there, and the focus stays where it is.
  await expect(pending(page)).toHaveAttribute('aria-busy', 'true')
  await expect(pending(page).getByRole('article')).toHaveCount(10)
  release()
  await expect(pending(page).getByRole('article')).toHaveCount(1)
  await expect(pending(page).getByRole('button', { name: 'Next' })).toBeFocused()
  await expect(pending(page).getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(pending(page).getByText('Page 2 of 2')).toBeVisible()
  await page.goBack()
  await expect(pending(page).getByRole('article')).toHaveCount(10)
  // Beyond the last page is the last page.
  await page.goto('/myPortal?pending=3&completed=2')
  await expect(page).toHaveURL('/myPortal?pending=2')
  await expect(pending(page).getByRole('article')).toHaveCount(1)
  await expect(completed(page)).toContainText('No active verifications')
})
