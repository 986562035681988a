import { expectNoFault } from './support/axe.ts'
import { expectFit, tightest } from './support/fit.ts'
import { part, toastOf } from './support/home.ts'
import { breakCalls, expect, test } from './support/test.ts'

const url = 'https://hooks.example.org/praxidex'

test('an endpoint is added, its secret shown once, tested, edited, rotated and deleted', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto('/home?panel=webhooks')
  const panel = part(page, 'Endpoints')
  await expect(panel.getByText('No endpoints yet')).toBeVisible()
  await expectNoFault(page)

  await panel.getByRole('button', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add endpoint' })
  const add = dialog.getByRole('button', { name: 'Add endpoint' })
  await add.click()
  await expect(dialog.getByText('Enter the URL')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://127.0.0.1/hook')
  await add.click()
  await expect(dialog.getByRole('alert')).toContainText('an address that the public internet can reach')
  await dialog.getByRole('textbox', { name: 'URL' }).fill(url)
  await dialog.getByRole('checkbox', { name: /^All/ }).uncheck()
  await add.click()
  await expect(dialog.getByText('Choose at least one event type, or all')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'exclusion.added' }).check()
  await expectNoFault(page)
  await add.click()
  const shown = page.getByRole('dialog', { name: 'Your signing secret' })
  const secret = await shown.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await expectNoFault(page)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toHaveCount(0)
  await page.reload()
  expect(await page.content()).not.toContain(secret)
  const row = panel.getByRole('listitem')
  await expect(row).toContainText('exclusion.added')
  await expect(row).toContainText('On')

  await row.getByRole('button', { name: `Send a test to ${url}` }).click()
  await expect(toastOf(page, 'Success', 'Test event sent')).toBeVisible()
  const deliveries = part(page, 'Deliveries')
  await expect(deliveries.getByRole('listitem')).toHaveCount(1)
  await expect(deliveries.getByRole('listitem')).toContainText('webhook.test')
  await deliveries.locator('summary').click()
  await expect(deliveries.getByRole('listitem')).toContainText('"type":"webhook.test"')
  await expectNoFault(page)

  await row.getByRole('button', { name: `Edit ${url}` }).click()
  const edit = page.getByRole('dialog', { name: `Edit ${url}` })
  await edit.getByRole('textbox', { name: 'Description' }).fill('Roster sync')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Roster sync')

  await row.getByRole('button', { name: 'Rotate the secret of Roster sync' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
  const next = page.getByRole('dialog', { name: 'Your signing secret' })
  expect(await next.getByRole('textbox', { name: 'Signing secret' }).inputValue()).not.toBe(secret)
  await next.getByRole('button', { name: 'Done' }).click()
  await expect(row).toContainText('The old secret signs too until')
  for (const place of tightest) await expectFit(page, place)

  await row.getByRole('button', { name: 'Delete Roster sync' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Roster sync?' })
  await expectNoFault(page)
  await question.getByRole('button', { name: 'Delete endpoint' }).click()
  await expect(panel.getByText('No endpoints yet')).toBeVisible()
  await expect(part(page, 'Deliveries')).toHaveCount(0)
})

test('failed deliveries are shown with their answers, and sent again one by one or together', async ({
  page,
  request,
  signIn,
}) => {
  const { token } = await signIn('api')
  const headers = { authorization: `Bearer ${token}` }
  const made = await request.post('/me/webhooks', { headers, data: { url, events: null } })
  const { webhook } = await made.json()
  const event = { id: 'evt_1', type: 'exclusion.added', npi: 1679576722 }
  const failed = {
    id: event.id,
    type: event.type,
    state: 'failed',
    createdAt: new Date(Date.now() - 60_000).toISOString(),
    attempts: 14,
    attemptedAt: new Date().toISOString(),
    nextAttemptAt: null,
    request: JSON.stringify(event),
    response: { status: 500, body: 'no database' },
    ms: 84,
    error: 'The server answered with status 500.',
  }
  await page.route(`**/me/webhooks/${webhook.id}/deliveries*`, (route) =>
    route.fulfill({ json: { deliveries: [failed], nextCursor: null } }),
  )
  const sent: unknown[] = []
  await page.route(`**/me/webhooks/${webhook.id}/resend`, (route) => {
    const body = route.request().postDataJSON()
    sent.push(body)
    return route.fulfill({ json: { count: 'deliveryId' in body ? 1 : 2 } })
  })
  await page.goto('/home?panel=webhooks')
  const deliveries = part(page, 'Deliveries')
  await deliveries.getByRole('button', { name: 'Failed' }).click()
  expect(new URL(page.url()).searchParams.get('state')).toBe('failed')
  await deliveries.locator('summary').click()
  await expect(deliveries).toContainText('The server answered with status 500.')
  await expect(deliveries).toContainText('no database')
  for (const place of tightest) await expectFit(page, place)
  await deliveries.getByRole('button', { name: 'Resend exclusion.added' }).click()
  await expect.poll(() => sent).toEqual([{ deliveryId: event.id }])
  await deliveries.getByRole('button', { name: 'Resend all failed' }).click()
  await expect.poll(() => sent).toMatchObject([{}, { failedSince: expect.any(String) }])
  await expect(toastOf(page, 'Success', '2 deliveries sent again')).toBeVisible()
  await expectNoFault(page)
})

test('an endpoint that was switched off says what to do, and is switched on where what failed is sent again', async ({
  page,
  request,
  signIn,
}) => {
  const { token } = await signIn('api')
  await request.post('/me/webhooks', { headers: { authorization: `Bearer ${token}` }, data: { url, events: null } })
  let isOn = false
  await page.route('**/me/webhooks', async (route) => {
    const { webhooks } = await (await route.fetch()).json()
    await route.fulfill({ json: { webhooks: webhooks.map((webhook: object) => ({ ...webhook, isOn })) } })
  })
  await page.route('**/me/webhooks/*/enable', async (route) => {
    isOn = true
    await route.continue()
  })
  await page.goto('/home?panel=webhooks')
  const row = part(page, 'Endpoints').getByRole('listitem')
  await expect(row).toContainText('Switched off after 3 days of failures')
  const deliveries = part(page, 'Deliveries')
  await expect(deliveries.getByRole('status')).toContainText('This endpoint is off')
  await expect(row.getByRole('button', { name: /^Send a test/ })).toHaveCount(0)
  await expectNoFault(page)
  for (const place of tightest) await expectFit(page, place)
  await row.getByRole('button', { name: `Switch on ${url}` }).click()
  await expect(toastOf(page, 'Success', 'Endpoint switched on')).toBeVisible()
  await expect(deliveries.getByText('This endpoint is off')).toHaveCount(0)
  await expect(deliveries.getByRole('button', { name: 'Failed' })).toHaveAttribute('aria-pressed', 'true')
})

test.describe('without an answer', () => {
  test.use({ expectedErrors: ['Failed to load resource'] })

  test('webhooks that cannot be read say so, and are read again', async ({ page, signIn }) => {
    await signIn('api')
    await breakCalls(page, 'GET', '/me/webhooks')
    await page.goto('/home?panel=webhooks')
    const panel = part(page, 'Endpoints')
    await expect(panel.getByRole('alert')).toBeVisible()
    await expectNoFault(page)
    await page.unrouteAll()
    await panel.getByRole('button', { name: 'Retry' }).click()
    await expect(panel.getByText('No endpoints yet')).toBeVisible()
  })
})

test('the weekly email is switched off and on', async ({ page, request, signIn }) => {
  const { token } = await signIn('api')
  await page.goto('/home?panel=webhooks')
  const box = page.getByRole('checkbox', { name: /^Email me a weekly summary/ })
  await expect(box).toBeChecked()
  await box.click()
  const isOn = async () =>
    (await (await request.get('/me', { headers: { authorization: `Bearer ${token}` } })).json()).weeklyEmails
  await expect.poll(isOn).toBe(false)
  await expect(box).toBeEnabled()
  await box.click()
  await expect.poll(isOn).toBe(true)
})
