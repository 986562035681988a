import type { APIRequestContext, Page } from '@playwright/test'
import { expectNoFault } from './support/axe.ts'
import { hueOf, part, toastOf } from './support/home.ts'
import { type Account, breakCalls, expect, holdCalls, test } from './support/test.ts'

const payment = '/home?panel=payment'

const plans = (page: Page) => page.getByRole('list', { name: 'Plans' }).locator(':scope > li')
const plan = (page: Page, name: string) => page.getByRole('article', { name })
const notice = (page: Page) =>
  page.getByText(/Your subscription will downgrade to the Free tier on [A-Z][a-z]{2} \d+, 20\d\d\./)

/** Has an account pay for the developer plan, as its browser would. */
async function subscribe(request: APIRequestContext, { token }: Account) {
  const headers = { authorization: `Bearer ${token}` }
  const { plans: cards } = await (await request.get('/plans')).json()
  const { priceId } = cards.find(({ id }: { id: string }) => id === 'developer')
  const data = { action: 'upgrade', targetTier: 'developer', priceId }
  const { url } = await (await request.post('/me/checkout', { headers, data })).json()
  await request.post(`${url}/pay`, { form: {} })
}

test('three plan cards show what each costs and allows; the current one is highlighted and reads Current plan, the developer one Most popular', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  const releases = [await holdCalls(page, 'GET', '/plans'), await holdCalls(page, 'GET', '/me/subscription')]
  await page.goto(payment)
  await expect(page.locator('main [aria-busy=true]')).toBeVisible()
  for (const release of releases) release()
  await expect(plans(page)).toHaveCount(3)
  const words = {
    Free: ['$0', 'Up to 100 calls per month', '10 requests per minute'],
    Developer: ['$2.99', 'Up to 1,000 calls per month', '100 requests per minute', 'Subscribe Now'],
    Enterprise: ['Contact Sales', 'Unlimited calls', 'Custom rate limits'],
  }
  for (const [name, texts] of Object.entries(words)) {
    for (const text of texts) await expect(plan(page, name)).toContainText(text)
  }
  await expect(page.getByText('Current plan')).toHaveCount(1)
  await expect(plan(page, 'Free')).toContainText('Current plan')
  await expect(plan(page, 'Free').getByRole('button')).toHaveCount(0)
  const border = (name: string) => plan(page, name).evaluate((card) => getComputedStyle(card).borderTopColor)
  expect(await border('Free')).not.toBe(await border('Enterprise'))
  expect(await border('Developer')).toBe(await border('Enterprise'))
  await expect(page.getByText('Most popular')).toHaveCount(1)
  await expect(plan(page, 'Developer')).toContainText('Most popular')
  await expectNoFault(page)
})

test('paying on the page of payments that move no money comes back to a toast, and the developer plan is the current one', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.goto(payment)
  await plan(page, 'Developer').getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(page.getByText('No money moves.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(toastOf(page, 'Success', 'Your subscription is active.')).toBeVisible()
  await expect(page).toHaveURL(payment)
  await expect(plan(page, 'Developer')).toContainText('Current plan')
  await expect(plan(page, 'Developer').getByRole('button')).toHaveCount(0)
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect(invoices).toContainText(/Next charge: \$2\.99 on [A-Z][a-z]{2} \d+, 20\d\d\./)
  await expect(invoices.getByRole('listitem')).toHaveText([/^\$2\.99 on .* to .*Simulated$/])
  await expectNoFault(page)
})

test('before the first payment no charge is planned, and invoices that cannot be fetched can be tried again', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await breakCalls(page, 'GET', '/me/invoices')
  await page.goto(payment)
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect(invoices.getByRole('alert')).toContainText('Failed to fetch invoices')
  await expect(plan(page, 'Free')).toContainText('Current plan')
  await page.unrouteAll()
  await invoices.getByRole('button', { name: 'Retry' }).click()
  await expect(invoices).toContainText('No charge is planned.')
  await expectNoFault(page)
})

test('an invoice that is due leads to where it is paid, also from a notice above the plans, and a paid one to its receipt', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  const at = '2026-01-05T12:00:00.000Z'
  const invoice = { createdAt: at, periodStart: at, periodEnd: at, amount: 299, currency: 'usd' }
  const url = 'https://invoice.stripe.com/i/acct_1/test_1'
  const invoices = ['due', 'unpaid', 'paid'].map((state) => ({ ...invoice, id: state, state, url }))
  await page.route('/me/invoices', (route) => route.fulfill({ json: { invoices, nextCharge: null } }))
  await page.goto(payment)
  const notice = page.getByRole('region', { name: 'Invoice past due' })
  await expect(notice).toContainText('$2.99 of Jan 5, 2026 wasn’t paid. Pay it to keep your plan.')
  await expect(notice.getByRole('link', { name: 'Pay invoice' })).toHaveAttribute('href', url)
  await expectNoFault(page)
  const links = page.getByRole('region', { name: 'Invoices' }).getByRole('link')
  await expect(links).toHaveText(['Pay invoice', 'Pay invoice', 'Receipt'])
  await expect(links.first()).toHaveAttribute('href', url)
})

test('a downgrade is asked about first; the plan then stays to the end of the period, whose day a yellow notice names', async ({
  page,
  request,
  signIn,
}) => {
  const account = await signIn('api')
  await subscribe(request, account)
  await page.goto(payment)
  const opener = plan(page, 'Free').getByRole('button', { name: 'Downgrade to Free' })
  await opener.click()
  const dialog = page.getByRole('alertdialog', { name: 'Downgrade to Free?' })
  await expect(dialog).toContainText('You keep your current plan until')
  await expectNoFault(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(notice(page)).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  const release = await holdCalls(page, 'GET', '/me/subscription')
  await dialog.getByRole('button', { name: 'Downgrade', exact: true }).click()
  await expect(
    toastOf(page, 'Success', 'You keep your current benefits until the end of the billing period.'),
  ).toBeVisible()
  await expect(dialog).toHaveCount(0)
  release()
  const headers = { authorization: `Bearer ${account.token}` }
  const { expiryDate } = await (await request.get('/me/subscription', { headers })).json()
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(expiryDate))
  await expect(notice(page)).toHaveText(`Your subscription will downgrade to the Free tier on ${day}.`)
  await expect.poll(() => hueOf(part(page, 'Downgrade pending'))).toBe('yellow')
  await expect(plan(page, 'Developer')).toContainText('Current plan')
  await expect(opener).toHaveCount(0)
  await expectNoFault(page)
})

test('a downgrade that is pending can be taken back', async ({ page, request, signIn }) => {
  const account = await signIn('api')
  await subscribe(request, account)
  const headers = { authorization: `Bearer ${account.token}` }
  await request.post('/me/checkout', { headers, data: { action: 'downgrade', targetTier: 'free' } })
  await page.goto(payment)
  await expect(notice(page)).toBeVisible()
  await plan(page, 'Developer').getByRole('button', { name: 'Keep Developer' }).click()
  await expect(toastOf(page, 'Success', 'Your subscription is active.')).toBeVisible()
  await expect(page).toHaveURL(payment)
  await expect(plan(page, 'Developer')).toContainText('Current plan')
  await expect(notice(page)).toHaveCount(0)
})

test('cancelling on the page to pay on comes back with an error, and the plan stays', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto(payment)
  await plan(page, 'Developer').getByRole('button', { name: 'Subscribe Now' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(toastOf(page, 'Error', 'The payment was canceled. Your plan hasn’t changed.')).toBeVisible()
  await expect(page).toHaveURL(payment)
  await expect(plan(page, 'Free')).toContainText('Current plan')
})

test('E2: coming back from a payment that never was changes nothing: only what is there is asked for', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.goto(payment)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.method()))
  await page.goto(`${payment}&payment=success`)
  await expect(toastOf(page, 'Success', 'Your subscription is active.')).toBeVisible()
  await expect(plan(page, 'Free')).toContainText('Current plan')
  await expect(plan(page, 'Developer').getByRole('button', { name: 'Subscribe Now' })).toBeVisible()
  expect(new Set(asked)).toEqual(new Set(['GET']))
})

test('until a payment counts its card says that it is being confirmed, and then shows the new plan by itself', async ({
  page,
  request,
  signIn,
}) => {
  const account = await signIn('api')
  await page.goto(`${payment}&payment=success`)
  await expect(plan(page, 'Free')).toContainText('We’re confirming your payment.')
  await expectNoFault(page)
  await subscribe(request, account)
  await expect(plan(page, 'Developer')).toContainText('Current plan')
  await expect(page.getByText('We’re confirming your payment.')).toHaveCount(0)
})

test('a payment that does not count within a minute is waited for no longer', async ({ page, signIn }) => {
  await signIn('api')
  await page.clock.install()
  await page.goto(`${payment}&payment=success`)
  await expect(plan(page, 'Free')).toContainText('We’re confirming your payment.')
  await page.clock.runFor(60_000)
  await expect(page.getByText('We’re confirming your payment.')).toHaveCount(0)
  await expect(plan(page, 'Free')).toContainText('Current plan')
})

test('a page that the browser kept during a payment can be used again afterwards', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto(payment)
  await holdCalls(page, 'POST', '/me/checkout')
  const button = plan(page, 'Developer').getByRole('button')
  await button.click()
  await expect(button).toBeDisabled()
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(button).toBeEnabled()
})

test('E1: an answer that leads to another server than the payment provider is not followed', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await page.route('**/me/checkout', (route) =>
    route.fulfill({ json: { url: 'https://checkout.stripe.com.evil.example/pay' } }),
  )
  await page.goto(payment)
  await plan(page, 'Developer').getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(toastOf(page, 'Error', 'Failed to initiate subscription')).toBeVisible()
  await expect(page).toHaveURL(payment)
  await expect(plan(page, 'Developer').getByRole('button', { name: 'Subscribe Now' })).toBeEnabled()
})

test('Enterprise contacts sales; asked for twice a day, the server says when again', async ({ page, signIn }) => {
  await signIn('api')
  await page.goto(payment)
  const contact = plan(page, 'Enterprise').getByRole('button', { name: 'Contact Sales' })
  const release = await holdCalls(page, 'POST', '/me/contact-sales')
  await contact.click()
  await expect(plan(page, 'Enterprise').getByRole('button', { name: 'One moment...' })).toBeDisabled()
  release()
  await expect(
    toastOf(page, 'Success', 'Our sales team will contact you shortly to discuss pricing options.'),
  ).toBeVisible()
  await contact.click()
  await expect(toastOf(page, 'Error', 'Too many requests to our sales team')).toBeVisible()
})

test('failures without words of the server: Failed to initiate subscription, Failed to contact sales team', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await breakCalls(page, 'POST', '/me/checkout')
  await breakCalls(page, 'POST', '/me/contact-sales')
  await page.goto(payment)
  await plan(page, 'Developer').getByRole('button').click()
  await expect(toastOf(page, 'Error', 'Failed to initiate subscription')).toBeVisible()
  // Toasts go; beside the button it stays until the next try.
  await expect(plan(page, 'Developer').getByRole('alert')).toHaveText('Failed to initiate subscription')
  await expectNoFault(page)
  await plan(page, 'Enterprise').getByRole('button').click()
  await expect(toastOf(page, 'Error', 'Failed to contact sales team')).toBeVisible()
  await expect(plan(page, 'Enterprise').getByRole('alert')).toHaveText('Failed to contact sales team')
  await expect(plan(page, 'Developer').getByRole('alert')).toHaveCount(0)
})

test('a plan that was agreed on is not given up here: the server says so, and otherwise Failed to downgrade subscription', async ({
  page,
  signIn,
  operator,
}) => {
  const { email } = await signIn('api')
  await operator.run('plan', email, 'enterprise')
  await page.goto(payment)
  await expect(plan(page, 'Enterprise')).toContainText('Current plan')
  await expect(plan(page, 'Developer').getByRole('button')).toHaveCount(0)
  await plan(page, 'Free').getByRole('button', { name: 'Downgrade to Free' }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Downgrade', exact: true })
  await confirm.click()
  await expect(toastOf(page, 'Error', 'Enterprise')).toBeVisible()
  await breakCalls(page, 'POST', '/me/checkout')
  await confirm.click()
  await expect(toastOf(page, 'Error', 'Failed to downgrade subscription')).toBeVisible()
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText('Failed to downgrade subscription')
  await expect(confirm).toBeEnabled()
})

test('a subscription that cannot be fetched: Failed to fetch subscription status, in its place and a toast, with Retry', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await breakCalls(page, 'GET', '/me/subscription')
  await page.goto(payment)
  await expect(toastOf(page, 'Error', 'Failed to fetch subscription status')).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to fetch subscription status')
  await expectNoFault(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(plans(page)).toHaveCount(3)
})
