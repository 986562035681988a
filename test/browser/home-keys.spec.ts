import { expectNoFault } from './support/axe.ts'
import { expectFit, tightest } from './support/fit.ts'
import { part, search, toastOf } from './support/home.ts'
import { keyOf } from './support/keys.ts'
import { expect, test } from './support/test.ts'

const programs = 'Keys for programs'

test('a key for a program is made with scopes and networks, shown once, and listed with its use', async ({
  page,
  context,
  request,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('api')
  await page.goto('/home')
  const panel = part(page, programs)
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expect(panel.getByRole('listitem')).toContainText('Default')
  await expect(panel.getByRole('button', { name: 'Edit Default' })).toHaveCount(0)

  await panel.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Name the key')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly job')
  await dialog.getByRole('checkbox', { name: /^All/ }).uncheck()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Choose at least one scope, or all')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'providers:read' }).check()
  await dialog.getByRole('textbox', { name: 'Networks' }).fill('127.0.0.0/8\n::1\nelsewhere')
  await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('In 90 days')
  await expectNoFault(page)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('alert')).toContainText('a list of 1 to 20 networks')
  await expect(page.getByText('a list of 1 to 20 networks')).toHaveCount(1)
  await dialog.getByRole('textbox', { name: 'Networks' }).fill('127.0.0.0/8\n::1')
  await dialog.getByRole('button', { name: 'Create key' }).click()

  const shown = page.getByRole('dialog', { name: 'Your new API key' })
  await expectNoFault(page)
  const apiKey = await shown.getByRole('textbox', { name: 'API key' }).inputValue()
  // Until it is copied, only Done closes what is shown this one time.
  await expect(shown.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Copy API key' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey)
  await expect(shown.getByRole('button', { name: 'Close' })).toBeVisible()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toHaveCount(0)
  expect(await page.content()).not.toContain(apiKey)

  expect((await request.get(search, { headers: { authorization: `Bearer ${apiKey}` } })).status()).toBe(200)
  expect((await request.get('/api/verifications', { headers: { 'api-key': apiKey } })).status()).toBe(403)
  await page.reload()
  const row = panel.getByRole('listitem').filter({ hasText: 'Nightly job' })
  await expect(row).toContainText(`${apiKey.slice(0, 13)}…`)
  await expect(row).toContainText('providers:read')
  await expect(row).toContainText('From 127.0.0.0/8, ::1/128')
  await expect(row.getByRole('button', { name: 'Edit Nightly job' })).toBeVisible()
  await expect(row).toContainText('1 call counted this month')
  await expect(row).toContainText(/Last used (now|\d+ seconds? ago)/)
})

test('a key is rotated with an overlap, edited, and revoked after a question', async ({ page, request, signIn }) => {
  const { token } = await signIn('api')
  const made = await request.post('/me/api-keys', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Scheduling', mode: 'live' },
  })
  const { key }: { key: string } = await made.json()
  const statusOf = async (apiKey: string) => (await request.get(search, { headers: { 'api-key': apiKey } })).status()
  await page.goto('/home')
  const panel = part(page, programs)

  await panel.getByRole('button', { name: 'Edit Scheduling' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit “Scheduling”' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('Scheduling, production')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'Success', 'API key changed')).toBeVisible()

  await panel.getByRole('button', { name: 'Rotate Scheduling, production' }).click()
  const rotate = page.getByRole('dialog', { name: 'Rotate “Scheduling, production”' })
  await rotate.getByRole('combobox', { name: 'The old key ends' }).selectOption('In 24 hours')
  await expectNoFault(page)
  await rotate.getByRole('button', { name: 'Rotate key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new API key' })
  const next = await shown.getByRole('textbox', { name: 'API key' }).inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  expect(await Promise.all([key, next].map(statusOf))).toEqual([200, 200])
  const rows = panel.getByRole('listitem').filter({ hasText: 'Scheduling, production' })
  await expect(rows).toHaveCount(2)
  const old = rows.filter({ hasText: 'Ends ' })

  await old.getByRole('button', { name: 'Revoke Scheduling, production' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke “Scheduling, production”?' })
  await expect(question).toContainText('stops working immediately')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await statusOf(key)).toBe(200)
  await old.getByRole('button', { name: 'Revoke Scheduling, production' }).click()
  await expectNoFault(page)
  await question.getByRole('button', { name: 'Revoke key' }).click()
  await expect(toastOf(page, 'Success', 'The API key is revoked.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  expect(await Promise.all([key, next].map(statusOf))).toEqual([401, 200])
})

test('the Default key that is revoked is replaced in its own box', async ({ page, request, signIn }) => {
  const account = await signIn('api')
  const before = await keyOf(request, account)
  await page.goto('/home')
  await part(page, programs).getByRole('button', { name: 'Revoke Default' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke “Default”?' })
  await expect(question).toContainText('A new Default key takes its place.')
  await question.getByRole('button', { name: 'Revoke key' }).click()
  await expect(question).toHaveCount(0)
  const after = await keyOf(request, account)
  expect(after).not.toBe(before)
  await expect(part(page, programs).getByRole('listitem')).toContainText(`${after.slice(0, 13)}…`)
})

test('the switch to test mode shows and makes test keys, and says that their data is invented', async ({
  page,
  request,
  signIn,
}) => {
  await signIn('api')
  await page.goto('/home')
  const panel = part(page, programs)
  const [live, inTest] = [
    panel.getByRole('button', { name: 'Live' }),
    panel.getByRole('button', { name: 'Test', exact: true }),
  ]
  await expect(live).toHaveAttribute('aria-pressed', 'true')
  await expect(panel.getByText('Test data.')).toHaveCount(0)
  await inTest.focus()
  await page.keyboard.press('Enter')
  await expect(inTest).toHaveAttribute('aria-pressed', 'true')
  expect(new URL(page.url()).search).toBe('?mode=test')
  await expect(panel.getByRole('status')).toContainText('Test data.')
  await expect(panel.getByText('No test keys yet')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(0)
  await panel.getByText('Test NPIs').click()
  await expect(panel.getByRole('row', { name: 'Rejected: Image is not clear' })).toBeVisible()
  await expectNoFault(page)
  for (const place of tightest) await expectFit(page, place)

  await panel.getByRole('button', { name: 'New test key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New test key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Continuous integration')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new API key' })
  const apiKey = await shown.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(apiKey).toMatch(/^pdx_test_/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(panel.getByRole('listitem')).toContainText('Continuous integration')
  const answer = await request.get(search, { headers: { 'api-key': apiKey } })
  expect(answer.headers()['praxidex-mode']).toBe('test')

  await page.reload()
  await expect(inTest).toHaveAttribute('aria-pressed', 'true')
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await live.click()
  await expect(panel.getByRole('listitem')).toContainText('Default')
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await page.goBack()
  await expect(inTest).toHaveAttribute('aria-pressed', 'true')
  await panel.getByRole('link', { name: 'How test mode works' }).click()
  await expect(page.getByRole('heading', { name: 'Test mode' })).toBeInViewport()
})

test('one click makes a key for NPI Registry clients and shows the address to paste', async ({
  page,
  request,
  signIn,
}) => {
  await signIn('api')
  await page.goto('/home')
  await part(page, programs).getByRole('button', { name: 'Key for NPI Registry clients' }).click()
  const shown = page.getByRole('dialog', { name: 'Your address for NPI Registry clients' })
  const field = shown.getByRole('textbox', { name: 'Address' })
  const address = await field.inputValue()
  expect(address).toMatch(/^http.*\/npi\/pdx_live_[0-9A-Za-z]{46}\/api\/$/)
  await expectNoFault(page)
  for (const place of tightest) {
    await expectFit(page, place)
    const hidden = await field.evaluate((box) => [
      box.scrollWidth - box.clientWidth,
      box.scrollHeight - box.clientHeight,
    ])
    expect(hidden).toEqual([0, 0])
  }
  const answer = await request.get(`${address}?version=2.1&first_name=ma*&state=NY&limit=3`)
  expect(await answer.json()).toMatchObject({ result_count: 3 })
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(part(page, programs).getByText('NPI Registry client', { exact: true })).toBeVisible()
})

test('the list and the dialog of a key fit a narrow phone and large text', async ({ page, request, signIn }) => {
  const { token } = await signIn('api')
  const networks = ['203.0.113.0/24', '2001:db8:1234:5678:9abc:def0:1234:5678']
  await request.post('/me/api-keys', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'A-name-of-a-program-of-sixty-characters-as-long-as-it-may-be', mode: 'live', networks },
  })
  await page.goto('/home')
  await expect(part(page, programs).getByRole('listitem')).toHaveCount(2)
  for (const place of tightest) await expectFit(page, place)
  await part(page, programs).getByRole('button', { name: 'New key' }).click()
  await expect(page.getByRole('dialog', { name: 'New API key' })).toBeVisible()
  for (const place of tightest) await expectFit(page, place)
})
