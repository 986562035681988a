/** Requesting a verification: the dialog, the image, and what becomes of what was entered. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoFault } from './support/axe.ts'
import { newCard, physician } from './support/clinicians.ts'
import { toastOf } from './support/home.ts'
import { countOf, plainImage, submit } from './support/requests.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'

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

/** Presses Tab until the focus is there, as somebody without a pointer does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(control).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [0] })
}

test('the form asks for the NPI, an image and the credential in this order, and a summary leads to each that is missing', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await openDialog(page)
  const npi = dialog(page).getByLabel('NPI')
  const image = dialog(page).getByRole('button', { name: 'Choose an image' })
  const credential = dialog(page).getByLabel('Credential', { exact: true })
  const tops: number[] = []
  for (const field of [npi, image, credential]) tops.push((await field.boundingBox())?.y ?? 0)
  expect(tops).toEqual([...new Set(tops)].sort((one, other) => one - other))
  const summary = dialog(page).getByRole('alert')
  const missing = summary.getByRole('button')
  const words = [
    'NPI is required',
    'Please upload an image for verification',
    'Choose the credential shown in the image',
  ] as const
  await submitButton(page).click()
  await expect(summary).toBeFocused()
  await expect(missing).toHaveText([...words])
  await expectNoFault(page)
  for (const [index, field] of [npi, image, credential].entries()) {
    await expect(field).toHaveAccessibleDescription(new RegExp(words[index] ?? ''))
    await missing.nth(index).click()
    await expect(field).toBeFocused()
  }
  await npi.fill('1234567893')
  await expect(missing).toHaveText([words[1], words[2]])
  await submitButton(page).click()
  await expect(summary).toBeFocused()
  await expect(missing).toHaveText([words[1], words[2]])
  await choose(page, await plainImage())
  await expect(dialog(page).getByRole('img', { name: 'What you chose' })).toBeVisible()
  await expect(missing).toHaveText([words[2]])
  await breakCalls(page, 'POST', '/api/verifications')
  await credential.selectOption('RN')
  await expect(summary).toHaveCount(0)
  await submitButton(page).click()
  await expect(summary).toHaveText('Failed to submit verification request')
})

test('NPI and image are required, and the file must be an image that can be read', async ({ page, signIn }) => {
  await signIn('portal')
  await openDialog(page)
  await submitButton(page).click()
  await expect(dialog(page).getByLabel('NPI')).toHaveAccessibleDescription(/NPI is required/)
  const chooser = dialog(page).getByRole('button', { name: 'Choose an image' })
  await expect(chooser).toHaveAccessibleDescription('Please upload an image for verification')
  await dialog(page).getByLabel('NPI').fill('12345')
  await expect(dialog(page).getByRole('alert').getByText('An NPI has ten digits')).toBeVisible()
  await dialog(page).getByLabel('NPI').fill('1234567893')
  await dialog(page).getByLabel('Credential', { exact: true }).selectOption('RN')
  await choose(page, Buffer.from('%PDF-1.7'), 'license.pdf', 'application/pdf')
  await expect(dialog(page).getByText('Please choose an image', { exact: false })).toBeVisible()
  await choose(page, Buffer.from('no image at all'), 'license.png')
  await expect(dialog(page).getByText('Failed to read image file', { exact: true })).toBeVisible()
  await expectNoFault(page)
  await choose(page, await plainImage())
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
  const { npi: typed, name } = await physician(page.request, account)
  await openDialog(page)
  const npi = dialog(page).getByLabel('NPI')
  await npi.fill(`${typed.slice(0, 4)} ${typed.slice(4, 7)}-${typed.slice(7)}`)
  await expect(dialog(page).getByText(`The registry lists this NPI for ${name}`)).toBeVisible()
  await npi.fill('1234567890')
  await expect(dialog(page).getByText('That NPI doesn’t look right.')).toBeVisible()
  await npi.fill('1234567893')
  await expect(dialog(page).getByText('The registry doesn’t have this NPI.')).toBeVisible()
  await submitButton(page).click()
  await expect(dialog(page).getByRole('alert').getByText('An NPI has ten digits')).toHaveCount(0)
})

test('a request is sent with its progress in sight; then the list reloads and shows what was checked, and soon what the document says', async ({
  page,
  signIn,
}) => {
  const account = await signIn('portal')
  const { npi, name } = await physician(page.request, account)
  await openDialog(page)
  await fill(page, npi)
  await choose(page, await newCard(name))
  const release = await holdCalls(page, 'POST', '/api/verifications')
  await submitButton(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await expect(dialog(page).getByRole('progressbar')).toBeInViewport()
  await expectNoFault(page)
  release()
  await expect(dialog(page)).toHaveCount(0)
  const item = pending(page).getByRole('article', { name: 'MD' })
  await expect(toastOf(page, 'Success', 'Verification request submitted')).toBeVisible()
  await expect(pending(page).getByRole('status').filter({ hasText: 'Your request was submitted.' })).toBeVisible()
  await expect(item.getByText('Your NPI and credential match the national registry.')).toBeVisible()
  await expect(item.getByText('Your document is readable.')).toBeVisible({ timeout: 25_000 })
  await item.getByText(/^All checks: /).click()
  await expect(item.getByText(`The registry lists it for ${name}.`)).toBeVisible()
  await expect(item.getByText('Name on document')).toBeVisible()
  await expect(item.getByText('These checks assist the reviewer, who makes the decision.')).toBeVisible()
})

test('a request whose answer is lost is made once, however often it is sent again', async ({ page, signIn }) => {
  const account = await signIn('portal')
  await openDialog(page)
  await fill(page, '1234567893')
  await choose(page, await plainImage())
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
  expect(await countOf(page.request, account, { type: 'personal', status: 'pending' })).toBe(1)
})

test('a failure without words of the server reads Failed to submit verification request, and keeps what was entered', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await openDialog(page)
  await fill(page, '1234567893', 'RN')
  await choose(page, await plainImage())
  await breakCalls(page, 'POST', '/api/verifications')
  await submitButton(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to submit verification request')
  await expect(dialog(page).getByRole('alert')).toBeFocused()
  await expect(toastOf(page, 'Error', 'Failed to submit verification request')).toBeVisible()
  await expect(dialog(page).getByLabel('NPI')).toHaveValue('1234567893')
  await expect(dialog(page).getByRole('img', { name: 'What you chose' })).toBeVisible()
  await expectNoFault(page)
})

test('a request that is pending already is named by what it is, not by its id', async ({ page, signIn }) => {
  const account = await signIn('portal')
  const id = await submit(page.request, account, { npi: '1234567893', credential: 'RN', type: 'personal' })
  await page.goto('/myPortal')
  await expect(pending(page).getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'New Verification' }).click()
  await fill(page, '1234567893', 'RN')
  await choose(page, await plainImage())
  await submitButton(page).click()
  const words = dialog(page).getByRole('alert')
  await expect(words).toContainText('You already have a request for Registered Nurse with NPI 1234567893, submitted on')
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
  await expect(question).toBeVisible()
  await expectNoFault(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page).getByLabel('NPI')).toHaveValue('12')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('the browser asks before the page is left with what was entered, and only then', async ({ page, signIn }) => {
  await signIn('portal')
  await openDialog(page)
  const asked: string[] = []
  page.on('dialog', async (question) => {
    asked.push(question.type())
    await question.accept()
  })
  await page.reload()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'New Verification' }).click()
  await dialog(page).getByLabel('NPI').fill('12')
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await expect(dialog(page)).toHaveCount(0)
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
  const small = await plainImage()
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

/** How the file of a HEIC photo begins; no browser that runs here can read more of it. */
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')

test('a HEIC photo that the browser cannot read is named as what it is, with what to do, whatever its name and type', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await openDialog(page)
  for (const [name, type] of [
    ['IMG_0001.HEIC', ''],
    ['IMG_0002.heic', 'image/heic'],
    ['IMG_0003.jpg', 'image/jpeg'],
  ] as const) {
    await choose(page, heic, name, type)
    await expect(dialog(page).getByText('Failed to read image file: this is a HEIC photo')).toBeVisible()
    await expect(dialog(page).getByText('Save it as a JPEG first, or use Safari.')).toBeVisible()
    await choose(page, await plainImage())
    await expect(dialog(page).getByText('HEIC')).toHaveCount(0)
  }
})

test('a HEIC photo is sent as a JPEG by a browser that can read it', async ({ page, signIn }) => {
  await signIn('portal')
  await openDialog(page)
  await fill(page, '1234567893')
  // Stands in for Safari, which reads HEIC.
  await page.evaluate(() => {
    const read = window.createImageBitmap.bind(window)
    const canvas = new OffscreenCanvas(3000, 1500)
    canvas.getContext('2d')?.fillRect(0, 0, 3000, 1500)
    Object.assign(window, { createImageBitmap: () => read(canvas) })
  })
  await choose(page, heic, 'IMG_0001.HEIC', 'image/heic')
  await expect(dialog(page).getByText(/^IMG_0001\.HEIC, \d+ KB$/)).toBeVisible()
  const sending = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/verifications'))
  await submitButton(page).click()
  const { image } = (await sending).postDataJSON()
  expect(await sharp(Buffer.from(image, 'base64')).metadata()).toMatchObject({
    format: 'jpeg',
    width: 2000,
    height: 1000,
  })
  await expect(pending(page).getByRole('article')).toHaveCount(1)
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
  await choose(page, await plainImage(), 'slow.png')
  await expect(dialog(page).getByText('Reading the image...')).toBeVisible()
  await expect(submitButton(page)).toBeDisabled()
  await choose(page, await plainImage(), 'quick.png')
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
  const base64 = (await plainImage()).toString('base64')
  const transfer = await page.evaluateHandle(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
    return data
  }, base64)
  await dialog(page).getByText('or drop it here').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(dialog(page).getByText(/^dropped\.png, \d+ KB$/)).toBeVisible()
})

test('a file that is dropped beside its place does not take the place of the page while the form is open', async ({
  page,
  signIn,
}) => {
  await signIn('portal')
  await openDialog(page)
  const areRefused = () =>
    page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['card'], 'card.png', { type: 'image/png' }))
      return ['dragover', 'drop'].map((name) => {
        const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true })
        document.body.dispatchEvent(event)
        return event.defaultPrevented
      })
    })
  expect(await areRefused()).toEqual([true, true])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect.poll(areRefused).toEqual([false, false])
})

test('a request is made by keyboard alone, and the focus goes back to where it began', async ({ page, signIn }) => {
  await signIn('portal')
  await page.goto('/myPortal')
  const opener = page.getByRole('button', { name: 'New Verification' })
  await expect(opener).toBeEnabled()
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  // Its code comes when it is opened; a Tab before that would still go on in the page.
  await expect(dialog(page)).toBeVisible()
  await tabTo(page, dialog(page).getByLabel('NPI'))
  await page.keyboard.type('1234567893')
  await tabTo(page, dialog(page).getByRole('button', { name: 'Choose an image' }))
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'card.png', mimeType: 'image/png', buffer: await plainImage() })
  await expect(dialog(page).getByRole('img', { name: 'What you chose' })).toBeVisible()
  await tabTo(page, dialog(page).getByLabel('Credential', { exact: true }))
  await page.keyboard.type('Medical')
  await tabTo(page, submitButton(page))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(pending(page).getByRole('article', { name: 'MD' })).toBeVisible()
  await expect(opener).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the form fills the screen and takes a photo from the camera', async ({ page, signIn }) => {
    await signIn('portal')
    await openDialog(page)
    // It comes with a small movement.
    await expect.poll(() => dialog(page).boundingBox()).toMatchObject({ x: 0, width: 390, height: 844 })
    const chooser = page.waitForEvent('filechooser')
    await dialog(page).getByRole('button', { name: 'Take a photo' }).click()
    const input = (await chooser).element()
    expect(await input.getAttribute('capture')).toBe('environment')
    await (await chooser).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await plainImage() })
    await expect(dialog(page).getByText(/^photo\.png, \d+ KB$/)).toBeVisible()
    await expectNoFault(page)
  })

  test('a toast stands above the buttons of the form, and both can be used', async ({ page, signIn }) => {
    await signIn('portal')
    await openDialog(page)
    await fill(page, '1234567893')
    await choose(page, await plainImage())
    await breakCalls(page, 'POST', '/api/verifications')
    await submitButton(page).tap()
    const toast = toastOf(page, 'Error', 'Failed to submit verification request')
    await expect(toast).toBeVisible()
    await page.unrouteAll()
    await submitButton(page).tap()
    await expect(pending(page).getByRole('article')).toHaveCount(1)
    await expect(toast).toBeVisible()
    await toast.getByRole('button', { name: 'Close' }).tap()
    await expect(toast).toHaveCount(0)
  })
})
