import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { decide, peopleWith, submit } from './support/clinicians.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'

const pending = (page: Page) => page.getByRole('region', { name: 'Pending Verifications' })
const completed = (page: Page) => page.getByRole('region', { name: 'Completed Verifications' })

/** As the product writes dates: Jan 5, 2025. */
const dayText = (date: Date) =>
  date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

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

test('the panels load with a spinner and fail apart: Error loading verifications, the error text, and Retry', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  const release = await holdCalls(page, 'GET', '/api/verifications')
  await page.goto('/myPortal')
  await expect(page.getByText('Loading verifications...')).toHaveCount(2)
  await expect(pending(page)).toHaveAttribute('aria-busy', 'true')
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
  await expectNoFaults(page)
  await page.unrouteAll()
  await pending(page).getByRole('button', { name: 'Retry' }).click()
  await expect(pending(page)).toContainText('No pending verifications')
})

test('an error without words of the server reads Failed to load verifications. Please try again later.', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await breakCalls(page, 'GET', '/api/verifications')
  await page.goto('/myPortal')
  const words = 'Failed to load verifications. Please try again later.'
  await expect(pending(page).getByRole('alert')).toContainText(words)
  await expect(completed(page).getByRole('alert')).toContainText(words)
})

test('a pending item shows credentials, NPI, Submitted on, a Pending badge, how far it has come and what was checked', async ({
  page,
  signIn,
  request,
}) => {
  const account = await signIn('portal')
  const [person] = await peopleWith(request, account, 'MD', 1)
  if (person === undefined) throw new Error('the sample has no physician')
  await submit(request, account, { npi: person.npi, credential: 'MD' })
  await page.goto('/myPortal')
  const item = pending(page).getByRole('article', { name: 'MD' })
  await expect(item.getByText('MD', { exact: true })).toBeVisible()
  await expect(item.getByText('Pending', { exact: true })).toBeVisible()
  await expect(item.getByText(`NPI: ${person.npi}`, { exact: true })).toBeVisible()
  await expect(item.getByText(`Submitted on: ${dayText(new Date())}`, { exact: true })).toBeVisible()
  const steps = item.getByRole('list', { name: 'Progress of this request' }).getByRole('listitem')
  await expect(steps).toContainText(['Submitted', 'In review', 'Decided'])
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  await expect(pending(page)).toContainText(`we write to ${account.email} when yours is decided`)
  await item.getByText(/^Checks: /).click()
  await expect(item.getByText('Is the NPI’s check digit right?')).toBeVisible()
  await expect(item.getByText(`The registry has it for ${person.name}.`)).toBeVisible()
  await expectNoFaults(page)
})

test('a completed item shows Approved or Reviewed and Expires with the days left, or the Rejection Reason with what to do next', async ({
  page,
  signIn,
  newAdmin,
  request,
}) => {
  const account = await signIn('portal')
  const admin = await newAdmin()
  const [person] = await peopleWith(request, account, 'MD', 1)
  if (person === undefined) throw new Error('the sample has no physician')
  const asked = { npi: person.npi, credential: 'MD' }
  const note = 'The lower half is cut off.'
  await decide(request, admin, await submit(request, account, asked), {
    status: 'rejected',
    rejectionReason: 'Image is not clear',
    note,
  })
  const end = new Date(Date.now() + 58 * 86_400_000)
  await decide(request, admin, await submit(request, account, { ...asked, credential: 'DO' }), {
    status: 'approved',
    expiresAt: end.toISOString().slice(0, 10),
  })
  await page.goto('/myPortal')
  const today = dayText(new Date())
  const approved = completed(page).getByRole('article', { name: /^DO\b/ })
  await expect(approved.getByText('Approved', { exact: true })).toBeVisible()
  await expect(approved.getByText(`NPI: ${person.npi}`, { exact: true })).toBeVisible()
  await expect(approved.getByText(`Submitted on: ${today}`, { exact: true })).toBeVisible()
  await expect(approved.getByText(`Approved: ${today}`, { exact: true })).toBeVisible()
  await expect(approved.getByText(`Expires: ${dayText(end)}`, { exact: true })).toBeVisible()
  await expect(approved.getByText('expires in 58 days', { exact: true })).toBeVisible()
  await expect(approved.getByText('Rejection Reason:')).toHaveCount(0)

  const rejected = completed(page).getByRole('article', { name: 'MD' })
  await expect(rejected.getByText('Rejected', { exact: true })).toBeVisible()
  await expect(rejected.getByText(`Reviewed: ${today}`, { exact: true })).toBeVisible()
  await expect(rejected.getByText('Rejection Reason: Image is not clear', { exact: true })).toBeVisible()
  await expect(rejected.getByText(`The reviewer writes: ${note}`)).toBeVisible()
  await expect(rejected.getByText('upload a sharper one')).toBeVisible()
  await expect(rejected.getByText('Expires:')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'My Profile' }).getByRole('definition').first()).toHaveText(person.npi)
  await expectNoFaults(page)

  await rejected.getByRole('button', { name: 'Submit again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request New Verification' })
  await expect(dialog.getByLabel('NPI')).toHaveValue(person.npi)
  await expect(dialog.getByLabel('NPI')).not.toBeEditable()
  await expect(dialog.getByLabel('Credential', { exact: true })).toHaveValue('MD')
})

test('several credentials are joined by commas, a missing approvedAt reads N/A, and an approval that is over says expired', async ({
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
    { ...common, id: 'b', credentials: ['RN'], status: 'rejected' },
  ]
  await page.route(/\/api\/verifications\?.*status=approved/, (route) =>
    route.fulfill({ json: { verifications, page: 1, total: 2, limit: 10 } }),
  )
  await page.goto('/myPortal')
  const approved = completed(page).getByRole('article').first()
  await expect(approved.getByText('MD, DO', { exact: true })).toBeVisible()
  await expect(approved.getByText('Approved: N/A', { exact: true })).toBeVisible()
  await expect(approved.getByText('Submitted on: Jan 5, 2025', { exact: true })).toBeVisible()
  await expect(approved.getByText('expired', { exact: true })).toBeVisible()
  await expect(approved.getByRole('button', { name: 'Renew' })).toBeVisible()
  const rejected = completed(page).getByRole('article').last()
  await expect(rejected.getByText('Reviewed: N/A', { exact: true })).toBeVisible()
  await expect(rejected.getByText('Rejection Reason:')).toHaveCount(0)
})

test('more than one page of requests is reachable, and the page stands in the address', async ({
  page,
  signIn,
  request,
}) => {
  const account = await signIn('portal')
  const people = await peopleWith(request, account, 'MD', 11)
  await Promise.all(people.map(({ npi }) => submit(request, account, { npi, credential: 'MD' })))
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

test('every state fits into 320 px without sideways scrolling', async ({ page, signIn, request }) => {
  const account = await signIn('portal')
  const [person] = await peopleWith(request, account, 'MD', 1)
  await submit(request, account, { npi: person?.npi ?? '', credential: 'MD' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/myPortal')
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await pending(page)
    .getByText(/^Checks: /)
    .click()
  expect(await sideways()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'New Verification' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await sideways()).toBeLessThanOrEqual(0)
})
