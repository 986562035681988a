/** The admin's desk as the specification says it, sentence by sentence. */
import type { Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { dayText, isoDay } from './support/dates.ts'
import { approveDialog, approveIn, list, listPath, row, rows, test } from './support/desk.ts'
import { countOf, decide, newNpi, noteCalls, submit } from './support/requests.ts'
import { breakCalls, expect, holdCalls } from './support/test.ts'

/** What stands behind a dialog has no role; toasts stay in sight. */
const errorToast = (page: Page) => page.locator('li').filter({ has: page.getByText('Error', { exact: true }) })

test('without any request at all the filter All says so', async ({ page, signInAsAdmin }) => {
  await signInAsAdmin()
  await page.route(/\/api\/verifications\?/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), verifications: [], total: 0 } })
  })
  await page.goto('/admin?status=all')
  await expect(page.getByText('No verifications have been submitted yet.')).toBeVisible()
})

test('the title is Admin Dashboard, the section Verifications Management, and the filters are All, Pending, Approved, Rejected, at first Pending', async ({
  page,
  signInAsAdmin,
}) => {
  await signInAsAdmin()
  const release = await holdCalls(page, 'GET', listPath)
  const npi = newNpi()
  await page.goto(`/admin?npi=${npi}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Verifications Management' })).toBeVisible()
  await expect(page.getByText('Review and manage verification requests from users')).toBeVisible()
  const filter = page.getByRole('group', { name: 'Status' }).getByRole('button')
  await expect(filter).toHaveText(['All', 'Pending', 'Approved', 'Rejected'])
  await expect(filter.and(page.locator('[aria-pressed=true]'))).toHaveText('Pending')
  // The initial load shows a spinner.
  await expect(page.getByText('Loading verifications...')).toBeVisible()
  await expectNoFault(page)
  release()

  const empty = page.getByText('No verifications found', { exact: true })
  await expect(empty).toBeVisible()
  await expect(page.getByText('No pending verifications found.')).toBeVisible()
  for (const [name, words] of [
    ['Approved', 'No approved verifications found.'],
    ['Rejected', 'No rejected verifications found.'],
    ['All', `No verifications found for NPI ${npi}.`],
  ] as const) {
    await filter.getByText(name).click()
    await expect(page.getByText(words)).toBeVisible()
    await expect(empty).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`status=${name.toLowerCase()}`))
  }
  await expectNoFault(page)
  await page.goBack()
  await expect(page.getByText('No rejected verifications found.')).toBeVisible()
})

test('list items show credentials, a status badge, NPI, Submitted, Approved or Reviewed, Expires for approved items, and the rejection reason', async ({
  page,
  request,
  newAccount,
  signInAsAdmin,
}) => {
  const admin = await signInAsAdmin()
  const clinician = await newAccount()
  const npi = newNpi()
  await submit(request, clinician, { npi, credential: 'MD' })
  const approved = await submit(request, clinician, { npi, credential: 'DO' })
  const rejected = await submit(request, clinician, { npi, credential: 'RN' })
  await decide(request, admin, approved, { status: 'approved', expiresAt: isoDay(1) })
  await decide(request, admin, rejected, {
    status: 'rejected',
    rejectionReason: 'Wrong credential type',
    note: 'Try RN.',
  })
  const calls = noteCalls(page, /^\/api\/verifications$/)
  await page.goto(`/admin?status=all&npi=${npi}`)

  await expect(rows(page)).toHaveCount(3)
  expect(calls).toEqual([`GET /api/verifications?admin=true&limit=10&npi=${npi}&page=1`])
  const today = dayText()
  await expect(row(page, 'MD')).toContainText(`PendingNPI: ${npi}Submitted: ${today}`)
  await expect(row(page, 'DO')).toContainText(
    `ApprovedNPI: ${npi}Submitted: ${today}Approved: ${today}Expires: ${dayText(1)}`,
  )
  await expect(row(page, 'RN')).toContainText(
    `RejectedNPI: ${npi}Submitted: ${today}Reviewed: ${today}Rejection Reason: Wrong credential typeNote: Try RN.`,
  )
  await expect(row(page, 'RN')).not.toContainText('Expires')
  for (const name of ['Approve', 'Reject']) {
    await expect(row(page, 'MD').getByRole('button', { name })).toBeEnabled()
    await expect(row(page, 'DO').getByRole('button', { name })).toHaveCount(0)
    await expect(row(page, 'RN').getByRole('button', { name })).toHaveCount(0)
  }
  await expectNoFault(page)
  await page.getByRole('button', { name: 'Approved' }).click()
  await expect(rows(page)).toHaveCount(1)
  expect(calls.at(-1)).toBe(`GET /api/verifications?admin=true&limit=10&status=approved&npi=${npi}&page=1`)
})

test('an approval that is over still shows when it was given, and Expires with its day, in the list and beside the image, and says expired', async ({
  page,
  request,
  deskWith,
}) => {
  const { admin, npi, ids } = await deskWith(1)
  await decide(request, admin, ids[0] ?? '', { status: 'approved' })
  const over = { approvedAt: '2025-02-01T00:00:00.000Z', expiresAt: '2025-03-01T23:59:59.999Z', isExpired: true }
  await page.route(
    (url) => url.pathname.startsWith(listPath),
    async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      for (const one of [answer.verification, ...(answer.verifications ?? [])]) Object.assign(one ?? {}, over)
      await route.fulfill({ response, json: answer })
    },
  )
  await page.goto(`/admin?status=approved&npi=${npi}`)
  await expect(row(page, 'MD').getByText('Approved: Feb 1, 2025', { exact: true })).toBeVisible()
  for (const place of [row(page, 'MD'), page.getByRole('region', { name: 'Medical Doctor (MD)' })]) {
    await expect(place.getByText('Expires: Mar 1, 2025', { exact: true })).toBeVisible()
    await expect(place.getByText('expired', { exact: true })).toBeVisible()
  }
  await expectNoFault(page)
})

test('a View Credentials link opens a full-screen preview titled Credential Image with a close button, and is there only where there is an image', async ({
  page,
  deskWith,
}) => {
  const { npi } = await deskWith(2)
  // The second one is shown as it is once its image was destroyed.
  await page.route(
    (url) => url.pathname === listPath,
    async (route) => {
      const response = await route.fetch()
      const list = await response.json()
      delete list.verifications[1].imageUrl
      await route.fulfill({ response, json: list })
    },
  )
  await page.goto(`/admin?npi=${npi}`)
  await expect(rows(page)).toHaveCount(2)
  const link = page.getByRole('link', { name: 'View Credentials' })
  await expect(link).toHaveCount(1)
  await link.click()
  const preview = page.getByRole('dialog', { name: 'Credential Image' })
  await expect(preview).toBeVisible()
  // It comes with a small movement.
  await expect.poll(() => preview.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 })
  const image = preview.getByRole('img', { name: `Credential submitted for MD, NPI ${npi}` })
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(320)
  await expectNoFault(page)
  await preview.getByRole('button', { name: 'Close' }).click()
  await expect(preview).toHaveCount(0)
  await expect(link).toBeFocused()
  await link.press('Enter')
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
})

test('Approve asks first; nothing can be pressed while it is decided, then the list reloads from page 1', async ({
  page,
  request,
  deskWith,
}) => {
  const { admin, npi, ids } = await deskWith(2)
  await page.goto(`/admin?npi=${npi}`)
  await expect(rows(page)).toHaveCount(2)
  const calls = noteCalls(page, /^\/api\/verifications(\/[^/]+)?$/)
  const release = await holdCalls(page, 'PUT', `${listPath}/${ids[0]}`)
  await approveIn(page, row(page, 'MD'))
  for (const name of ['Processing...', 'Cancel']) {
    await expect(approveDialog(page).getByRole('button', { name })).toBeDisabled()
  }
  release()
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, 'DO').getByRole('button', { name: 'Approve' })).toBeEnabled()
  expect(calls).toEqual([
    `PUT /api/verifications/${ids[0]}?next=${ids[1]}`,
    `GET /api/verifications?admin=true&limit=10&status=pending&npi=${npi}&page=1`,
  ])
  expect(await countOf(request, admin, { admin: 'true', npi, status: 'approved' })).toBe(1)
})

test('Reject opens a modal Reject Verification whose first reason is preselected; it stays open until the rejection is made', async ({
  page,
  deskWith,
}) => {
  const { npi, ids } = await deskWith(1)
  await page.goto(`/admin?npi=${npi}`)
  const open = () => row(page, 'MD').getByRole('button', { name: 'Reject' }).click()
  await open()
  const modal = page.getByRole('dialog', { name: 'Reject Verification' })
  await expect(modal).toContainText('Please select a reason for rejecting this verification request.')
  const reason = modal.getByLabel('Rejection Reason')
  await expect(reason.getByRole('option')).toHaveText([
    'Image is not clear',
    'Credentials expired',
    'Information does not match',
    'Document appears altered',
    'Wrong credential type',
  ])
  await expect(reason).toHaveValue('Image is not clear')
  const details = modal.getByRole('region', { name: 'Verification Details' })
  await expect(details).toContainText(`NPI${npi}CredentialMDSubmitted${dayText()}`)
  await expectNoFault(page)
  await reason.selectOption('Document appears altered')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal).toHaveCount(0)
  await open()
  await expect(reason).toHaveValue('Image is not clear')

  await reason.selectOption('Credentials expired')
  await modal.getByLabel('Note (optional)').fill('It ended in May.')
  const release = await holdCalls(page, 'PUT', `${listPath}/${ids[0]}`)
  await modal.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(modal.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await expect(modal.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(modal).toBeVisible()
  release()
  await expect(modal).toHaveCount(0)
  await expect(page.getByText('No pending verifications found.')).toBeVisible()
  await page.getByRole('button', { name: 'Rejected' }).click()
  await expect(row(page, 'MD')).toContainText('Rejection Reason: Credentials expiredNote: It ended in May.')
})

test('a note to the clinician is asked about before it is lost', async ({ page, deskWith }) => {
  const { npi } = await deskWith(1)
  await page.goto(`/admin?npi=${npi}`)
  const opener = row(page, 'MD').getByRole('button', { name: 'Reject' })
  await opener.click()
  const modal = page.getByRole('dialog', { name: 'Reject Verification' })
  const question = page.getByRole('alertdialog', { name: 'Discard this note?' })
  const note = modal.getByLabel('Note (optional)')
  await note.fill('It ended in May.')
  for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await leave()
    await expect(question).toBeVisible()
    await expectNoFault(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(note).toHaveValue('It ended in May.')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(modal).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(row(page, 'MD').getByText('Pending', { exact: true })).toBeVisible()
})

test('a filter that is chosen again begins at page 1', async ({ page, deskWith }) => {
  const { npi } = await deskWith(12)
  await page.goto(`/admin?npi=${npi}`)
  await expect(rows(page)).toHaveCount(10)
  await list(page)
    .locator('..')
    .evaluate((pane) => pane.scrollTo(0, pane.scrollHeight))
  await expect(rows(page)).toHaveCount(12)
  await page.getByRole('button', { name: 'Approved', exact: true }).click()
  await expect(page.getByText('No approved verifications found.')).toBeVisible()
  const calls = noteCalls(page, /^\/api\/verifications$/)
  await page.getByRole('button', { name: 'Pending', exact: true }).click()
  await expect(rows(page)).toHaveCount(10)
  expect(calls).toEqual([`GET /api/verifications?admin=true&limit=10&status=pending&npi=${npi}&page=1`])
})

test.describe('when calls fail', () => {
  test.use({ expectedErrors: ['Failed to load resource', 'didn’t load', 'couldn’t be decided'] })

  test('a list that does not load is toasted as Failed to load verifications. Please try again later., and waits to be retried', async ({
    page,
    signInAsAdmin,
  }) => {
    await signInAsAdmin()
    await page.clock.install()
    const calls = noteCalls(page, /^\/api\/verifications$/)
    await breakCalls(page, 'GET', listPath)
    await page.goto(`/admin?npi=${newNpi()}`)
    const toast = errorToast(page)
    await expect(toast).toContainText('Failed to load verifications. Please try again later.')
    await expect(list(page)).toContainText('Failed to load verifications. Please try again later.')
    await expectNoFault(page)
    await page.clock.runFor(40_000)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No pending verifications found.')).toBeVisible()
    expect(calls).toHaveLength(2)
  })

  test('a failed approval or rejection is logged and said beside the request, the flag is cleared, nothing is toasted, and the modal stays open', async ({
    page,
    deskWith,
  }) => {
    const { npi, ids } = await deskWith(1)
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await breakCalls(page, 'PUT', `${listPath}/${ids[0]}`)
    await page.goto(`/admin?npi=${npi}`)
    const approve = row(page, 'MD').getByRole('button', { name: 'Approve' })
    await approveIn(page, row(page, 'MD'))
    await expect(page.getByRole('alert')).toHaveText('Your decision wasn’t saved. Please try again.')
    await approveDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toHaveText('Your decision wasn’t saved. Please try again.')
    await expect(approve).toBeEnabled()
    await expect(errorToast(page)).toHaveCount(0)
    expect(logged.some((text) => text.includes('couldn’t be decided'))).toBe(true)

    await row(page, 'MD').getByRole('button', { name: 'Reject' }).click()
    const modal = page.getByRole('dialog', { name: 'Reject Verification' })
    await expect(modal.getByRole('alert')).toHaveCount(0)
    await modal.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(modal.getByRole('alert')).toHaveText('Your decision wasn’t saved. Please try again.')
    await expect(modal.getByRole('button', { name: 'Confirm Rejection' })).toBeEnabled()
    await expectNoFault(page)
    await expect(errorToast(page)).toHaveCount(0)
    await page.unrouteAll()
    await modal.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(modal).toHaveCount(0)
  })

  test('the next page loads within 100 px of the bottom and says Loading more...; where that fails it is logged, the spinner stops and Try again stays', async ({
    page,
    deskWith,
  }) => {
    const { npi } = await deskWith(21)
    const calls = noteCalls(page, /^\/api\/verifications$/)
    await page.goto(`/admin?npi=${npi}`)
    await expect(rows(page)).toHaveCount(10)
    await expect(page.getByRole('status').filter({ hasText: '21 pending verifications' })).toBeVisible()
    const pane = list(page).locator('..')
    const scrollTo = (fromEnd: number) =>
      pane.evaluate((element, distance) => {
        element.scrollTop = element.scrollHeight - element.clientHeight - distance
      }, fromEnd)
    // Beyond 100 px of the bottom nothing more is asked for: the call for page 1 is the only one.
    await scrollTo(150)
    await expect(page.getByRole('button', { name: 'Load more' })).toBeAttached()
    expect(calls).toHaveLength(1)
    const release = await holdCalls(page, 'GET', listPath)
    await scrollTo(90)
    await expect(page.getByText('Loading more...')).toBeVisible()
    await expectNoFault(page)
    release()
    await expect(rows(page)).toHaveCount(20)
    expect(calls.at(-1)).toMatch(/page=2$/)

    await page.unrouteAll()
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await breakCalls(page, 'GET', listPath)
    await scrollTo(0)
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expectNoFault(page)
    await expect(page.getByText('Loading more...')).toHaveCount(0)
    await expect(errorToast(page)).toHaveCount(0)
    expect(logged.some((text) => text.includes('didn’t load'))).toBe(true)
    await page.unrouteAll()
    const proceed = await holdCalls(page, 'GET', listPath)
    await again.press('Enter')
    await expect(page.getByText('Loading more...')).toBeVisible()
    await expect(again).toBeDisabled()
    await expect(again).toBeFocused()
    await expectNoFault(page)
    proceed()
    await expect(rows(page)).toHaveCount(21)
    await expect(again).toHaveCount(0)
    // The button is gone, and whoever pressed it is still in the list.
    await expect.poll(() => list(page).evaluate((section) => section.contains(document.activeElement))).toBe(true)
  })
})
