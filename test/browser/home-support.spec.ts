import { expectNoFault } from './support/axe.ts'
import { toastOf } from './support/home.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'

const support = '/home?panel=support'

test('a request to support has a category and a description; it is cleared once it was sent', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.goto(support)
  await expect(page.getByLabel('Category')).toHaveValue('')
  await expect(page.getByLabel('Category').getByRole('option')).toHaveText([
    'Choose a category',
    'Feature Request',
    'Bug Report',
    'Billing Questions',
    'Account Access',
    'Other',
  ])
  await page.getByLabel('Category').selectOption('Bug Report')
  await page.getByLabel('Description').fill('The map shows my practice on the wrong side of the street.')
  const release = await holdCalls(page, 'POST', '/me/support')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  expect((await sent).postDataJSON()).toEqual({
    category: 'Bug Report',
    description: 'The map shows my practice on the wrong side of the street.',
  })
  release()
  const note = page.getByRole('main').getByText(/^We got your request \d{8}\. We’ll reply by email\.$/)
  await expect(note).toBeVisible()
  await expect(toastOf(page, 'Success', (await note.textContent()) ?? '')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('')
  await expect(page.getByLabel('Category')).toHaveValue('')
  const [number] = /\d{8}/.exec((await note.textContent()) ?? '') ?? []
  const requests = page.getByRole('region', { name: 'Your requests' }).getByRole('listitem')
  await expect(requests).toHaveText([new RegExp(`^Bug ReportRequest ${number}, .*Open$`)])
  await expectNoFault(page)
})

test('a PDF or a photo goes with a request; another file is refused before it is sent', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto(support)
  await expect(page.getByRole('region', { name: 'Your requests' })).toContainText('Requests you send appear here')
  await page.getByLabel('Category').selectOption('Other')
  await page.getByLabel('Description').fill('See the file.')
  const file = page.getByLabel('Attachment')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello.') })
  await expect(file).toHaveAccessibleDescription(/Choose a PDF or a JPEG, PNG or WebP image/)
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(file).toBeFocused()
  await expectNoFault(page)
  const buffer = Buffer.from('%PDF-1.7\n%%EOF\n')
  await file.setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer })
  await expect(file).not.toHaveAttribute('aria-invalid')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ attachment: buffer.toString('base64') })
  await expect(page.getByRole('main').getByText(/^We got your request/)).toBeVisible()
  await expect(file).toHaveValue('')
})

test('spaces alone are no description: Please provide details about your support request', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto(support)
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') calls += 1
  })
  await page.getByLabel('Description').fill(' \n ')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByLabel('Category')).toBeFocused()
  await expect(page.getByLabel('Category')).toHaveAccessibleDescription(/Please choose a category/)
  await page.getByLabel('Category').selectOption('Other')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  const description = page.getByLabel('Description')
  await expect(description).toHaveAccessibleDescription(/Please provide details about your support request/)
  await expect(description).toBeFocused()
  await expectNoFault(page)
  await description.fill('a'.repeat(5_001))
  await expect(description).toHaveAccessibleDescription(/Use at most 5,000 characters/)
  expect(calls).toBe(0)
  await description.fill('a'.repeat(5_000))
  await expect(description).not.toHaveAttribute('aria-invalid')
})

test('a request that could not be sent stays as it was written', async ({ page, signIn }) => {
  await signIn('api')
  await breakCalls(page, 'POST', '/me/support')
  await page.goto(support)
  await page.getByLabel('Category').selectOption('Other')
  await page.getByLabel('Description').fill('Where is my invoice?')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  const words = 'Failed to submit support request. Please try again.'
  await expect(toastOf(page, 'Error', words)).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(words)
  await expect(page.getByLabel('Description')).toHaveValue('Where is my invoice?')
  await expect(page.getByLabel('Category')).toHaveValue('Other')
  await expectNoFault(page)
})

test('what was written is still there after a look at another panel', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto(support)
  await page.getByLabel('Category').selectOption('Bug Report')
  await page.getByLabel('Description').fill('My practice moved.')
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByLabel('Description')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByLabel('Description')).toHaveValue('My practice moved.')
  await expect(page.getByLabel('Category')).toHaveValue('Bug Report')
})
