import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { decide, keyOf, newCard, peopleWith, submit } from './support/clinicians.ts'
import { type Account, breakCalls, expect, holdCalls, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request New Verification' })
const pending = (page: Page) => page.getByRole('region', { name: 'Pending Verifications' })

async function openDialog(page: Page): Promise<void> {
  await page.goto('/myPortal')
  await page.getByRole('button', { name: 'New Verification' }).click()
  await expect(dialog(page)).toBeVisible()
}

async function choose(page: Page, buffer: Buffer, name = 'card.png', mimeType = 'image/png'): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await dialog(page)
    .getByRole('button', { name: /^Choose (an|another) image$/ })
    .click()
  await (await chooser).setFiles({ name, mimeType, buffer })
}

async function fill(page: Page, npi: string, credential = 'MD'): Promise<void> {
  await dialog(page).getByLabel('NPI').fill(npi)
  await dialog(page).getByLabel('Credential', { exact: true }).selectOption(credential)
}

const submitButton = (page: Page) => dialog(page).getByRole('button', { name: 'Submit Request' })
/** What stands behind a dialog has no role; toasts stay in sight. */
const toastOf = (page: Page, words: string) => page.locator('li').filter({ hasText: words })

async function pendingOf(page: Page, account: Account): Promise<number> {
  const answer = await page.request.get('/api/verifications?type=personal&status=pending', {
    headers: { 'api-key': await keyOf(page.request, account) },
  })
  const { total } = await answer.json()
  return total
}

test('NPI and image are required, and the file must be an image that can be read', async ({ page, signIn }) => {
  await signIn('portal')
  await openDialog(page)
  await submitButton(page).click()
  await expect(dialog(page).getByText('NPI is required')).toBeVisible()
  await expect(dialog(page).getByLabel('NPI')).toBeFocused()
  await expect(dialog(page).getByText('Choose the credential that the image shows')).toBeVisible()
  await expect(dialog(page).getByText('Please upload an image for verification', { exact: true })).toBeVisible()
  await dialog(page).getByLabel('NPI').fill('12345')
  await expect(dialog(page).getByText('An NPI has ten digits')).toBeVisible()
  await dialog(page).getByLabel('NPI').fill('1234567893')
  await dialog(page).getByLabel('Credential', { exact: true }).selectOption('RN')
  await submitButton(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Choose an image' })).toBeFocused()
  await choose(page, Buffer.from('%PDF-1.7'), 'license.pdf', 'application/pdf')
  await expect(dialog(page).getByText('Please choose an image', { exact: false })).toBeVisible()
  await choose(page, Buffer.from('no image at all'), 'license.png')
  await expect(dialog(page).getByText('Failed to read image file', { exact: true })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await choose(page, await newCard())
  await expect(dialog(page).getByText('Failed to read image file')).toHaveCount(0)
  await expect(dialog(page).getByRole('img', { name: 'What you chose' })).toBeVisible()
  await expect(dialog(page).getByText(/^card\.png, \d+ KB$/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(dialog(page).getByRole('img', { name: 'What you chose' })).toHaveCount(0)
})

test('the NPI says while it is typed whose it is and whether its check digit fits, and refuses none', async ({
  page,
  signIn,
}) => {
  const account = await signIn('portal')
  const [person] = await peopleWith(page.request, account, 'MD', 1)
  await openDialog(page)
  const npi = dialog(page).getByLabel('NPI')
  const typed = person?.npi ?? ''
  await npi.fill(`${typed.slice(0, 4)} ${typed.slice(4, 7)}-${typed.slice(7)}`)
  await expect(dialog(page).getByText(`In the registry this is ${person?.name}`)).toBeVisible()
  await npi.fill('1234567890')
  await expect(dialog(page).getByText('The last digit does not fit the others')).toBeVisible()
  await npi.fill('1234567893')
  await expect(dialog(page).getByText('The registry does not have this number.')).toBeVisible()
  await submitButton(page).click()
  await expect(dialog(page).getByText('An NPI has ten digits')).toHaveCount(0)
})

test('a request is sent with its progress in sight; then the list reloads and shows what was checked, and soon what the document says', async ({
  page,
  signIn,
}) => {
  const account = await signIn('portal')
  const [person] = await peopleWith(page.request, account, 'MD', 1)
  await openDialog(page)
  await fill(page, person?.npi ?? '')
  await choose(page, await newCard(person?.name))
  const release = await holdCalls(page, 'POST', '/api/verifications')
  await submitButton(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await expect(dialog(page).getByRole('progressbar')).toBeVisible()
  release()
  await expect(dialog(page)).toHaveCount(0)
  const item = pending(page).getByRole('article', { name: 'MD' })
  await expect(item.getByText(`The registry has it for ${person?.name}.`)).toBeVisible()
  await expect(item.getByText('Does the document name the person?')).toBeVisible({ timeout: 25_000 })
  await expect(item.getByText('None of these decides anything by itself: a reviewer does.')).toBeVisible()
})

test('a request whose answer is lost is made once, however often it is sent again', async ({ page, signIn }) => {
  const account = await signIn('portal')
  await openDialog(page)
  await fill(page, '1234567893')
  await choose(page, await newCard())
  let isLost = false
  await page.route('**/api/verifications', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await submitButton(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to submit verification request')
  await submitButton(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(pending(page).getByRole('article')).toHaveCount(1)
  expect(await pendingOf(page, account)).toBe(1)
})

test('a failure without words of the server reads Failed to submit verification request, and keeps what was entered', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await openDialog(page)
  await fill(page, '1234567893', 'RN')
  await choose(page, await newCard())
  await breakCalls(page, 'POST', '/api/verifications')
  await submitButton(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to submit verification request')
  await expect(dialog(page).getByRole('alert')).toBeFocused()
  await expect(toastOf(page, 'Failed to submit verification request')).toBeVisible()
  await expect(dialog(page).getByLabel('NPI')).toHaveValue('1234567893')
  await expect(dialog(page).getByRole('img', { name: 'What you chose' })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('a request that is pending already is named by what it is, not by its id', async ({ page, signIn }) => {
  const account = await signIn('portal')
  const id = await submit(page.request, account, { npi: '1234567893', credential: 'RN' })
  await page.goto('/myPortal')
  await expect(pending(page).getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'New Verification' }).click()
  await fill(page, '1234567893', 'RN')
  await choose(page, await newCard())
  await submitButton(page).click()
  const words = dialog(page).getByRole('alert')
  await expect(words).toContainText(
    'You already have a request for Registered Nurse with the NPI 1234567893, submitted on',
  )
  await expect(words).not.toContainText(id)
})

test('Escape asks before what was entered is lost, and closes at once when nothing was', async ({ page, signIn }) => {
  await signIn('portal')
  await openDialog(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  const opener = page.getByRole('button', { name: 'New Verification' })
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await dialog(page).getByLabel('NPI').fill('12')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard this request?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page).getByLabel('NPI')).toHaveValue('12')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('the NPI is read-only for who has a verified one', async ({ page, signIn, newAdmin }) => {
  const account = await signIn('portal')
  const admin = await newAdmin()
  const [person] = await peopleWith(page.request, account, 'MD', 1)
  const npi = person?.npi ?? ''
  await decide(page.request, admin, await submit(page.request, account, { npi, credential: 'MD' }), {
    status: 'approved',
  })
  await openDialog(page)
  await expect(dialog(page).getByLabel('NPI')).toHaveValue(npi)
  await expect(dialog(page).getByLabel('NPI')).not.toBeEditable()
  await expect(dialog(page).getByText('Your verified NPI.')).toBeVisible()
})

test('a large photo is sent upright with at most 2,000 pixels a side, a small one byte for byte', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await openDialog(page)
  await fill(page, '1234567893')
  const sent: Buffer[] = []
  await page.route('**/api/verifications', (route) => {
    const { image } = route.request().postDataJSON()
    sent.push(Buffer.from(image, 'base64'))
    return route.fulfill({ status: 503, json: { error: 'Later.', code: 'decoder_busy' } })
  })
  const large = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#a0b0c0' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const small = await newCard()
  await choose(page, large, 'photo.jpg', 'image/jpeg')
  await expect(dialog(page).getByText('photo.jpg')).toBeVisible()
  await submitButton(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Later.')
  await choose(page, small)
  await expect(dialog(page).getByText('card.png')).toBeVisible()
  await submitButton(page).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(await sharp(sent[0]).metadata()).toMatchObject({ format: 'jpeg', width: 1000, height: 2000 })
  expect(sent[1]?.equals(small)).toBe(true)
})

test('of two images the one that was chosen last is sent, however long the first one takes to read', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await openDialog(page)
  await page.evaluate(() => {
    const read = window.createImageBitmap.bind(window)
    const counts = { made: 0, gone: 0 }
    const isSlow = (image: unknown) => image instanceof File && image.name === 'slow.png'
    const go = new Promise<void>((resolve) => Object.assign(window, { counts, finish: resolve }))
    Object.assign(window, {
      async createImageBitmap(image: ImageBitmapSource, options: ImageBitmapOptions) {
        if (isSlow(image)) await go
        return read(image, options)
      },
    })
    const { createObjectURL, revokeObjectURL } = URL
    URL.createObjectURL = (blob: Blob) => {
      counts.made += 1
      return createObjectURL(blob)
    }
    URL.revokeObjectURL = (url: string) => {
      if (url !== '') counts.gone += 1
      revokeObjectURL(url)
    }
  })
  await choose(page, await newCard(), 'slow.png')
  await expect(dialog(page).getByText('Reading the image...')).toBeVisible()
  await expect(submitButton(page)).toBeDisabled()
  await choose(page, await newCard(), 'quick.png')
  await expect(dialog(page).getByText(/^quick\.png, /)).toBeVisible()
  await expect(submitButton(page)).toBeEnabled()
  await page.evaluate(() => Reflect.get(window, 'finish')())
  // What the first one had come to is let go of.
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'counts'))).toEqual({ made: 2, gone: 1 })
  await expect(dialog(page).getByText(/^quick\.png, /)).toBeVisible()
})

test('an image can be dropped on the form', async ({ page, signIn }) => {
  await signIn('portal')
  await openDialog(page)
  const base64 = (await newCard()).toString('base64')
  const transfer = await page.evaluateHandle(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
    return data
  }, base64)
  await dialog(page).getByText('or drop it here').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(dialog(page).getByText(/^dropped\.png, \d+ KB$/)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the form fills the screen and takes a photo from the camera', async ({ page, signIn }) => {
    await signIn('portal')
    await openDialog(page)
    expect(await dialog(page).boundingBox()).toMatchObject({ x: 0, width: 390, height: 844 })
    const chooser = page.waitForEvent('filechooser')
    await dialog(page).getByRole('button', { name: 'Take a photo' }).click()
    const input = (await chooser).element()
    expect(await input.getAttribute('capture')).toBe('environment')
    await (await chooser).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await newCard() })
    await expect(dialog(page).getByText(/^photo\.png, \d+ KB$/)).toBeVisible()
  })
})
