/** A desk to work at all day: by keyboard, beside others, on one request after another. */
import { expectNoFault } from './support/axe.ts'
import { physician } from './support/clinicians.ts'
import { isoDay } from './support/dates.ts'
import { approveDialog, approveIn, list, listPath, openRow, rows, test } from './support/desk.ts'
import { keyOf } from './support/keys.ts'
import { countOf, decide, noteCalls, submit, waitUntilRead } from './support/requests.ts'
import { breakCalls, expect, holdCalls } from './support/test.ts'

/**
 * Decisions of the run by keyboard (`DECISIONS=200` makes a longer one), and calls of whatever kind that each may
 * take.
 */
const decisions = Number(process.env.DECISIONS ?? 50)
const callsPerDecisionMax = 3

test(`an admin decides ${decisions} requests by keyboard with at most ${callsPerDecisionMax} calls for each`, async ({
  page,
  request,
  deskWith,
}) => {
  test.setTimeout(decisions * 6_000)
  const { admin, npi } = await deskWith(decisions)
  await waitUntilRead(request, admin, npi)
  await page.goto(`/admin?npi=${npi}`)
  await expect(page.getByRole('img', { name: /^Credential submitted/ })).toBeVisible()
  await openRow(page).getByRole('link').first().focus()
  const calls = noteCalls(page, /^\/(api|images|me)/)
  let pressed = 0
  for (let left = decisions; left > 0; left -= 1) {
    await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${left} pending`) })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Credential submitted/ })).toBeVisible()
    await expect(openRow(page).getByRole('link').first()).toBeFocused()
    const isApproval = left % 5 !== 0
    const dialog = page.getByRole(isApproval ? 'alertdialog' : 'dialog')
    const press = async (key: string) => {
      pressed += 1
      await page.keyboard.press(key)
    }
    await press(isApproval ? 'a' : 'r')
    if (isApproval) await expect(dialog.getByRole('button', { name: 'Approve' })).toBeFocused()
    else {
      await expect(dialog.getByLabel('Rejection Reason')).toBeFocused()
      for (const _ of ['note', 'Cancel', 'Confirm Rejection']) await press('Tab')
    }
    await press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  await expect(page.getByText('No pending verifications found.')).toBeVisible()
  console.info(`${decisions} decisions: ${calls.length} calls and ${pressed} keys.`)
  expect(calls.length / decisions).toBeLessThanOrEqual(callsPerDecisionMax)
  const rejections = Math.floor(decisions / 5)
  expect(await countOf(request, admin, { admin: 'true', npi, status: 'rejected' })).toBe(rejections)
  expect(await countOf(request, admin, { admin: 'true', npi, status: 'approved' })).toBe(decisions - rejections)
})

test('keys act in the list alone, are listed by ?, and can be switched off for good', async ({ page, deskWith }) => {
  const { npi, ids } = await deskWith(3)
  await page.goto(`/admin?npi=${npi}`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Search by name, email or NPI').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rows(page).first().locator('[aria-current=true]')).toHaveCount(1)

  const link = (index: number) => rows(page).nth(index).getByRole('link').first()
  await link(0).focus()
  await page.keyboard.press('j')
  await expect(link(1)).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`id=${ids[1]}`))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await expect(link(2)).toBeFocused()
  await page.keyboard.press('k')
  await expect(link(1)).toBeFocused()

  // A key alone decides nothing: Escape leaves everything as it was, and gives the focus back.
  await page.keyboard.press('a')
  const confirm = page.getByRole('alertdialog', { name: 'Approve this request?' })
  await expect(confirm).toBeVisible()
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await expect(confirm).toHaveCount(0)
  await expect(link(1)).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Reject Verification' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await expect(page.getByRole('dialog', { name: 'Credential Image' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link(1)).toBeFocused()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const key of ['j', 'k', 'a', 'r', 'x', 'o', '+', '-', '0', '[', ']', '?']) {
    await expect(help.getByText(key, { exact: true })).toBeVisible()
  }
  await expectNoFault(page)
  await help.getByLabel('Use keyboard shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await link(1).focus()
  for (const key of ['a', 'r', 'o', '?', 'j']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
  await expect(link(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(link(0)).toBeFocused()
  await expect(rows(page).getByText('Pending', { exact: true })).toHaveCount(3)
})

test('the image is zoomed, moved and turned by button and by key', async ({ page, deskWith }) => {
  const { npi } = await deskWith(1)
  await page.goto(`/admin?npi=${npi}`)
  const image = page.getByRole('img', { name: /^Credential submitted/ })
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(320)
  const boxOf = async () => (await image.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const tool = (name: string) => page.getByRole('toolbar', { name: 'Image' }).getByRole('button', { name })
  const { x, width, height } = await boxOf()
  expect(width / height).toBeCloseTo(1.6, 1)

  await expect(tool('Zoom out')).toBeDisabled()
  await tool('Zoom in').click()
  await expect.poll(async () => (await boxOf()).width).toBeGreaterThan(width * 1.3)
  const before = await boxOf()
  await tool('Show more of the right').click()
  await expect.poll(async () => (await boxOf()).x).toBeLessThan(before.x - 40)
  await tool('Fit').click()
  await expect.poll(async () => Math.round((await boxOf()).x)).toBe(Math.round(x))
  await tool('Rotate right').click()
  await expect.poll(async () => (await boxOf()).height).toBeGreaterThan(width - 1)
  await tool('Rotate left').click()
  await expect.poll(async () => Math.round((await boxOf()).width)).toBe(Math.round(width))

  await openRow(page).getByRole('link').first().focus()
  for (const key of ['+', '+', '-']) await page.keyboard.press(key)
  await expect.poll(async () => (await boxOf()).width).toBeGreaterThan(width * 1.3)
  await page.keyboard.press('0')
  await expect.poll(async () => Math.round((await boxOf()).width)).toBe(Math.round(width))
  await page.keyboard.press(']')
  await expect.poll(async () => (await boxOf()).height).toBeGreaterThan(width - 1)
  await page.keyboard.press('[')
  await expect.poll(async () => Math.round((await boxOf()).width)).toBe(Math.round(width))
})

test('beside the image stands what a request is decided by: checks, submitted and registry, other requests, image, history', async ({
  page,
  request,
  newAccount,
  signInAsAdmin,
}) => {
  const admin = await signInAsAdmin()
  const clinician = await newAccount()
  const { npi, name } = await physician(request, clinician)
  const earlier = await submit(request, clinician, { npi, credential: 'RN' })
  await decide(request, admin, earlier, { status: 'rejected', rejectionReason: 'Wrong credential type' })
  const id = await submit(request, clinician, { npi })
  await page.goto(`/admin?id=${id}`)

  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('Medical Doctor (MD)')).toContainText(`Submitted by ${clinician.email}`)
  // What did not pass is in sight; the rest is a click away.
  await expect(part('Checks').getByText('Passed', { exact: true }).first()).toBeHidden()
  await part('Checks')
    .locator('summary', { hasText: /^\d+ passed$/ })
    .click()
  await expect(part('Checks')).toContainText('NPI check digit')
  await expect(part('Checks')).toContainText('The check digit is valid.')
  await expect(part('Checks').getByText('Passed', { exact: true }).first()).toBeVisible()
  const table = page.getByRole('table', { name: 'Submitted and registry' })
  await expect(table.getByRole('columnheader', { name: 'Submitted' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Registry' })).toBeVisible()
  await expect(table.getByRole('row').filter({ hasText: 'NPI' }).first()).toContainText('Passed')
  await expect(table.getByRole('row').filter({ hasText: 'Name' })).toContainText(name)
  await expect(table.getByRole('row').filter({ hasText: 'Standing' })).toContainText('Active')
  await expect(part('Other requests')).toContainText('Rejection Reason: Wrong credential type')
  await expect(part('Image')).toContainText('320 × 200 pixels')
  await expect(part('History')).toContainText(`Submitted${clinician.email}`)
  await expectNoFault(page)

  await part('Other requests').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`id=${earlier}`))
  await expect(part('Registered Nurse (RN)')).toContainText(`Rejected by ${admin.email}`)
  await expect(page.getByRole('region', { name: 'Decision' })).toHaveCount(0)
  await page.goBack()
  await expect(part('Medical Doctor (MD)')).toBeVisible()
})

test('an approval may end on another day and carry a note; by default it lasts two years', async ({
  page,
  request,
  deskWith,
}) => {
  const { admin, npi, ids } = await deskWith(2)
  await page.goto(`/admin?npi=${npi}`)
  const bar = page.getByRole('region', { name: 'Decision' })
  const day = bar.getByLabel('Expires')
  // Both are in sight beside the button, whatever the evidence is scrolled to.
  await expect(day).toBeInViewport({ ratio: 1 })
  await expect(bar.getByLabel('Note (optional)')).toBeInViewport({ ratio: 1 })
  await day.fill(isoDay(6 * 366))
  await expect(bar.getByText('Choose a day after today, within 5 years.')).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Approve' })).toBeDisabled()
  // Nor is it sent from the list, by button or by key.
  await expect(openRow(page).getByRole('button', { name: 'Approve' })).toBeDisabled()
  await openRow(page).getByRole('link').first().press('a')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  // Nor is no day at all taken for the standard one.
  await day.fill('')
  await expect(day).toHaveValue('')
  await expect(bar.getByText('Choose a day after today, within 5 years.')).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await day.fill(isoDay(100))
  await bar.getByLabel('Note (optional)').fill('Renew in time.')
  await bar.getByRole('button', { name: 'Approve' }).click()
  await expect(approveDialog(page)).toContainText(
    /NameName unknown.*Checks\d failed: .*NPI in registry; \d+ unknown, \d+ passed/,
  )
  await expect(approveDialog(page)).toContainText('NoteRenew in time.')
  await approveDialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(rows(page)).toHaveCount(1)
  await approveIn(page, bar)
  await expect(page.getByText('No pending verifications found.')).toBeVisible()
  const answer = await request.get(`${listPath}?admin=true&npi=${npi}`, {
    headers: { 'api-key': await keyOf(request, admin) },
  })
  const decided = new Map((await answer.json()).verifications.map((one: { id: string }) => [one.id, one]))
  expect(decided.get(ids[0])).toMatchObject({ note: 'Renew in time.', expiresAt: `${isoDay(100)}T23:59:59.999-12:00` })
  const inTwoYears = new Date()
  inTwoYears.setUTCFullYear(inTwoYears.getUTCFullYear() + 2)
  expect(decided.get(ids[1])).toMatchObject({
    expiresAt: expect.stringContaining(inTwoYears.toISOString().slice(0, 10)),
  })
})

test('an NPI is searched for, and the address holds the state, the NPI and the request', async ({
  page,
  request,
  deskWith,
}) => {
  const { admin, npi, ids } = await deskWith(2)
  await decide(request, admin, ids[0] ?? '', { status: 'approved' })
  await page.goto('/admin')
  const jump = page.getByLabel('Search by name, email or NPI')
  await jump.fill('12345')
  await jump.press('Enter')
  await expect(page.getByText('An NPI has ten digits.')).toBeVisible()
  await jump.fill(`${npi.slice(0, 4)} ${npi.slice(4)}`)
  await jump.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await expect(jump).toBeFocused()
  await expect(jump).toHaveValue(npi)
  await expect(page).toHaveURL(`/admin?status=all&npi=${npi}`)
  await expect(page.getByRole('status').filter({ hasText: `2 verifications for NPI ${npi}` })).toBeVisible()
  await rows(page).filter({ hasText: 'Approved:' }).getByRole('link').first().click()
  await expect(page).toHaveURL(`/admin?status=all&npi=${npi}&id=${ids[0]}`)
  await page.reload()
  await expect(openRow(page)).toContainText('Approved')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(jump).toBeFocused()
  await expect(jump).toHaveValue('')
  await page.goBack()
  await expect(jump).toHaveValue(npi)
  await jump.fill('2999999999')
  await jump.press('Enter')
  await expect(page.getByText('No verifications found for NPI 2999999999.')).toBeVisible()
})

test('a double click, or Enter held down, opens the question before an approval and does not answer it', async ({
  page,
  deskWith,
}) => {
  const { npi } = await deskWith(2)
  const calls = noteCalls(page, /^\/api\/verifications\/[^/]+$/)
  await page.goto(`/admin?npi=${npi}`)
  const bar = page.getByRole('region', { name: 'Decision' })
  for (const place of [bar, rows(page).first()]) {
    const approve = place.getByRole('button', { name: 'Approve' })
    await approve.dblclick()
    await expect(approveDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(approveDialog(page)).toHaveCount(0)
    await approve.focus()
    await page.keyboard.down('Enter')
    await expect(approveDialog(page).getByRole('button', { name: 'Approve' })).toBeFocused()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(approveDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(approveDialog(page)).toHaveCount(0)
  }
  expect(calls).toEqual([])
  await approveIn(page, rows(page).first())
  await expect(rows(page)).toHaveCount(1)
  expect(calls).toHaveLength(1)
})

test.describe('two admins', () => {
  test.use({ expectedErrors: ['Failed to load resource', 'couldn’t be decided'] })

  test('who comes second is told by whom it was decided, beside the request, which stays until they go on', async ({
    page,
    request,
    newAdmin,
    deskWith,
  }) => {
    const { npi, ids } = await deskWith(2)
    const other = await newAdmin()
    await page.goto(`/admin?npi=${npi}`)
    await expect(rows(page)).toHaveCount(2)
    const first = { status: 'rejected', rejectionReason: 'Image is not clear' }
    await decide(request, other, ids[0] ?? '', first)
    await approveIn(page, rows(page).first())
    const sentence = `This verification is already rejected, by ${other.email}; nothing was changed.`
    await expect(page.getByRole('alert')).toHaveText(sentence)
    await expect(approveDialog(page).getByRole('alert')).toHaveText(sentence)
    await expect(approveDialog(page).getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await approveDialog(page).getByRole('button', { name: 'Cancel' }).click()
    // Once is enough: the bar says it while the request is open there.
    await expect(page.getByRole('alert')).toHaveText(sentence)
    await expect(page.getByRole('region', { name: 'Decision' }).getByRole('alert')).toHaveText(sentence)
    await expect(rows(page).first()).toContainText('Reviewed:')
    await expect(rows(page).first().getByRole('button')).toHaveCount(0)
    await expect(page.getByText(`Rejected by ${other.email}`)).toBeVisible()
    await rows(page).first().getByRole('link').first().press('j')
    await expect(rows(page)).toHaveCount(1)
  })

  test('on a phone too the row shows at once what the other one decided, and offers no decision any more', async ({
    page,
    request,
    newAdmin,
    deskWith,
  }) => {
    const { npi, ids } = await deskWith(2)
    const other = await newAdmin()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`/admin?npi=${npi}`)
    await expect(rows(page)).toHaveCount(2)
    await decide(request, other, ids[0] ?? '', { status: 'approved' })
    const first = rows(page).first()
    await first.getByRole('button', { name: 'Reject' }).click()
    const modal = page.getByRole('dialog', { name: 'Reject Verification' })
    await modal.getByRole('button', { name: 'Confirm Rejection' }).click()
    const sentence = (status: string) =>
      `This verification is already ${status}, by ${other.email}; nothing was changed.`
    await expect(modal.getByRole('alert')).toHaveText(sentence('approved'))
    await expect(modal.getByRole('button', { name: 'Confirm Rejection' })).toHaveCount(0)
    await expectNoFault(page)
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await expect(first.getByRole('alert')).toHaveText(sentence('approved'))
    await expect(first).toContainText('Expires:')
    await expect(first.getByRole('button')).toHaveCount(0)
    await expectNoFault(page)
    await decide(request, other, ids[1] ?? '', { status: 'rejected', rejectionReason: 'Image is not clear' })
    await approveIn(page, rows(page).last())
    await approveDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(rows(page).last().getByRole('alert')).toHaveText(sentence('rejected'))
    await expect(rows(page).last()).toContainText('Reviewed:')
    await expect(rows(page).getByRole('button')).toHaveCount(0)
  })

  test('a decision that is answered late leaves the admin where they have gone meanwhile, made or failed', async ({
    page,
    request,
    newAdmin,
    deskWith,
  }) => {
    const { npi, ids } = await deskWith(3)
    const other = await newAdmin()
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.goto(`/admin?status=rejected&npi=${npi}`)
    await expect(page.getByText('No rejected verifications found.')).toBeVisible()
    const goToPending = () => page.getByRole('button', { name: 'Pending', exact: true }).click()
    const bar = page.getByRole('region', { name: 'Decision' })
    await goToPending()
    await expect(bar.getByRole('button', { name: 'Approve' })).toBeEnabled()
    const release = await holdCalls(page, 'PUT', `${listPath}/${ids[0]}`)
    await approveIn(page, bar)
    await page.goBack()
    await expect(page).toHaveURL(`/admin?status=rejected&npi=${npi}`)
    release()
    await expect(page.getByText(`Approved: MD, NPI ${npi}`)).toBeAttached()
    await expect(approveDialog(page)).toHaveCount(0)
    await expect(page.getByText('No rejected verifications found.')).toBeVisible()
    await expect(page).toHaveURL(`/admin?status=rejected&npi=${npi}`)

    await goToPending()
    await expect(rows(page)).toHaveCount(2)
    const fail = await holdCalls(page, 'PUT', `${listPath}/${ids[1]}`)
    await approveIn(page, bar)
    await page.goBack()
    await decide(request, other, ids[1] ?? '', { status: 'approved' })
    fail()
    await expect(approveDialog(page).getByRole('alert')).toContainText('is already approved')
    await approveDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(`/admin?status=rejected&npi=${npi}`)
    await expect(page.getByText('No rejected verifications found.')).toBeVisible()
    expect(logged.filter((text) => text.includes('couldn’t be decided'))).toHaveLength(1)
  })

  test('decisions of another admin show within 15 seconds, and what is open stays', async ({
    page,
    request,
    newAdmin,
    deskWith,
  }) => {
    const { npi, ids } = await deskWith(3)
    const other = await newAdmin()
    await page.clock.install()
    await page.goto(`/admin?npi=${npi}`)
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('img', { name: /^Credential submitted/ })).toBeVisible()
    await decide(request, other, ids[0] ?? '', { status: 'approved' })
    await decide(request, other, ids[2] ?? '', { status: 'approved' })
    await page.clock.runFor(15_500)
    await expect(page.getByRole('status').filter({ hasText: '1 pending verification' })).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await expect(openRow(page)).toContainText('MD')
  })
})

test('a request that does not load, an image that does not, and one that was destroyed are told as what they are, and tried again', async ({
  page,
  deskWith,
}) => {
  const { npi, ids } = await deskWith(1)
  const reviewPath = `${listPath}/${ids[0]}/review`
  const release = await holdCalls(page, 'GET', reviewPath)
  await page.goto(`/admin?npi=${npi}`)
  await expect(openRow(page)).toHaveCount(1)
  await expectNoFault(page)
  release()
  await page.unrouteAll()
  await breakCalls(page, 'GET', reviewPath)
  await page.reload()
  const failure = page.getByRole('alert').filter({ hasText: 'This request didn’t load' })
  await expect(failure).toContainText('Please try again.')
  await openRow(page).getByRole('link', { name: 'View Credentials' }).click()
  const preview = page.getByRole('dialog', { name: 'Credential Image' })
  await expect(preview.getByRole('alert')).toContainText('This request didn’t load')
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await page.unrouteAll()

  await page.route('**/images/**', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('button', { name: 'Retry' }).click()
  const image = page.getByRole('region', { name: 'Credential', exact: true })
  await expect(image.getByRole('alert')).toContainText('The image didn’t load')
  await expectNoFault(page)
  await page.unrouteAll()
  await image.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => image.getByRole('img').evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(320)

  await page.route(
    (url) => url.pathname === reviewPath,
    async (route) => {
      const response = await route.fetch()
      const review = await response.json()
      delete review.verification.imageUrl
      await route.fulfill({ response, json: { ...review, image: null } })
    },
  )
  await page.reload()
  await expect(image).toContainText('No image')
  await expect(image).toContainText('It was deleted at the end of its retention period.')
  await expect(page.getByRole('region', { name: 'Image', exact: true })).toContainText('The image was deleted')
  await expectNoFault(page)
})

test('on approval the dashed rail draws to solid in 240 ms, and at once where motion is not wanted', async ({
  page,
  deskWith,
}) => {
  const { npi } = await deskWith(2)
  await page.goto(`/admin?npi=${npi}`)
  await page.evaluate(() => {
    const drawn: number[] = []
    Object.assign(window, { drawn })
    document.addEventListener('animationend', ({ animationName, elapsedTime }) => {
      if (animationName === 'draw') drawn.push(Math.round(elapsedTime * 1000))
    })
  })
  const drawn = () => page.evaluate(() => Reflect.get(window, 'drawn'))
  await approveIn(page, rows(page).first())
  await expect(rows(page)).toHaveCount(1)
  expect(await drawn()).toEqual([240])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await approveIn(page, rows(page).first())
  await expect(page.getByText('No pending verifications found.')).toBeVisible()
  expect(await drawn()).toEqual([240, 0])
})

test('on a phone the list comes first; a request takes its place, with the decision always in sight, and leads on to the next', async ({
  page,
  deskWith,
}) => {
  const { npi, ids } = await deskWith(2)
  await page.setViewportSize({ width: 320, height: 640 })
  const calls = noteCalls(page, /review$|^\/images/)
  await page.goto(`/admin?npi=${npi}`)
  await expect(rows(page)).toHaveCount(2)
  expect(calls).toEqual([])
  await rows(page).first().getByRole('link').first().click()
  const bar = page.getByRole('region', { name: 'Decision' })
  await expect(bar.getByRole('button', { name: 'Approve' })).toBeInViewport()
  await expect(list(page)).toBeHidden()
  await expectNoFault(page)
  const release = await holdCalls(page, 'PUT', `${listPath}/${ids[0]}`)
  await approveIn(page, bar)
  await expect(approveDialog(page).getByRole('button', { name: 'Processing...' })).toBeDisabled()
  release()
  await expect(page.getByRole('region', { name: 'Doctor of Osteopathic Medicine (DO)' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'All requests' })).toBeFocused()
  await page.getByRole('link', { name: 'All requests' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expectNoFault(page)
  // A laptop at 200 %.
  await page.setViewportSize({ width: 640, height: 400 })
  await expectNoFault(page)
  await rows(page).getByRole('link').first().click()
  await expect(bar.getByRole('button', { name: 'Approve' })).toBeInViewport()
  await bar.getByRole('button', { name: 'Reject' }).click()
  const modal = page.getByRole('dialog', { name: 'Reject Verification' })
  await expect(modal.getByRole('button', { name: 'Confirm Rejection' })).toBeInViewport()
  await expectNoFault(page)
})

test('the session lasts while an admin works, though the calls of the desk bear a key, and its end leads to the login', async ({
  page,
  request,
  signInAsAdmin,
}) => {
  const { token } = await signInAsAdmin()
  await page.clock.install()
  await page.goto('/admin?status=all')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Admin Dashboard')
  const asked: string[] = noteCalls(page, /^\/me$/)
  await page.keyboard.press('Tab')
  expect(asked).toHaveLength(0)
  await page.clock.fastForward('06:00')
  await page.keyboard.press('Tab')
  await expect.poll(() => asked.length).toBe(1)
  // As the end of an idle session: nobody touches anything, and the server no longer knows it.
  await request.post('/logout', { headers: { authorization: `Bearer ${token}` }, data: {} })
  await page.clock.fastForward('33:00')
  await expect(page).toHaveURL('/login?next=%2Fadmin%3Fstatus%3Dall')
})
