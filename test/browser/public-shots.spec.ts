/** Pictures of the states of public pages, of emails, and of pages that are served without the web app. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import PostalMime from 'postal-mime'
import { npiOf } from '#registry/sample/providers'
import { secretsOf } from '../../server/platform/secrets-file.ts'
import { loadSettings } from '../../server/settings.ts'
import { unsubscribeToken } from '../../server/webhooks/unsubscribe.ts'
import { keyOf } from './support/keys.ts'
import { approve, share } from './support/shares.ts'
import { shoot } from './support/shots.ts'
import { breakCalls, expect, linkFrom, password, test } from './support/test.ts'

test.use({ expectedErrors: ['Failed to load resource', 'Cannot read properties'] })

/** One word as long as a line, and a name of many. */
const longWord = 'Pneumonoultramicroscopicsilicovolcanoconiosis-Otorhinolaryngology'
const longName = `Maria-Magdalena Wilhelmina ${longWord} Fitzwilliam-Featherstonehaugh III`

async function found(request: APIRequestContext, query: string) {
  const { providers } = await (await request.get(`/explore/providers?${query}`)).json()
  return providers[0]
}

test('explorer', async ({ page }) => {
  test.setTimeout(600_000)
  const results = page.getByRole('region', { name: 'Results' })
  await page.goto('/explore?q=family+doctor')
  await expect(page.getByRole('img', { name: /^Map of [\d,]+/ })).toBeVisible()
  await shoot(page, 'explore-country')
  await page.setViewportSize({ width: 1280, height: 800 })
  for (let press = 0; press < 3; press++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.waitForLoadState('networkidle')
  await shoot(page, 'explore-zoomed')
  await page.goto('/explore?q=hospital+near+Chicago,+IL&kind=organizations&radius=25&facilityType=hospital')
  await expect(results.getByRole('status')).toBeVisible()
  await shoot(page, 'explore-filters')
  await page.goto('/explore?q=dentist+near+Atlantis')
  await expect(results.getByRole('alert')).toBeVisible()
  await shoot(page, 'explore-place-unknown')
  await breakCalls(page, 'GET', '/explore/providers')
  await breakCalls(page, 'GET', '/explore/counts')
  await page.goto('/explore?q=dentist')
  await expect(results.getByRole('alert')).toBeVisible()
  await shoot(page, 'explore-failed')
  await page.unrouteAll()
  await page.route('**/explore/providers?*', async (route) => {
    const answer = await (await route.fetch()).json()
    const providers = answer.providers.map((one: object, index: number) => ({
      ...one,
      name: index % 2 === 0 ? longName : longWord.toUpperCase(),
      credentials: ['MD', 'PhD', 'FACP', 'FACC', 'MPH', 'MBA'],
      specialties: [`${longWord} of the ${longWord}`, 'Cardiovascular disease'],
    }))
    await route.fulfill({ json: { ...answer, providers } })
  })
  await page.goto('/explore?q=family+doctor+near+10118')
  await expect(results.getByRole('link').first()).toBeVisible()
  await shoot(page, 'explore-long')
})

test('providers', async ({ page, request, signIn }) => {
  test.setTimeout(600_000)
  const account = await signIn('api')
  const organization = await found(request, 'q=hospital&kind=organizations&minRating=2')
  await page.goto(`/providers/${organization.npi}`)
  await shoot(page, 'provider-organization')
  const npis = Array.from({ length: 300 }, (_, index) => npiOf(index, 1))
  const headers = { 'api-key': await keyOf(request, account) }
  const { providers } = await (await request.post('/api/providers/batch', { headers, data: { npis } })).json()
  const deactivated = providers.filter(({ status }: { status: string }) => status === 'deactivated')
  const replaced = deactivated.find(({ replacementNpi }: { replacementNpi: unknown }) => replacementNpi !== null)
  await page.goto(`/providers/${(replaced ?? deactivated[0]).npi}`)
  await shoot(page, 'provider-deactivated')
  await page.goto('/providers/2999999999')
  await shoot(page, 'provider-unknown')
  const { npi, name } = await found(request, 'q=family+doctor')
  await page.route(`/providers/${npi}`, async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: body.replaceAll(name, longName) })
  })
  await page.goto(`/providers/${npi}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(longWord)
  await shoot(page, 'provider-long')
})

test('pages of the documentation', async ({ page }) => {
  test.setTimeout(600_000)
  for (const path of [
    'errors',
    'fhir',
    'mcp',
    'sdk',
    'deprecation',
    'watch-a-roster',
    'shared-credentials',
    'coming-from-the-npi-registry',
    'doctors',
    'doctors/get',
    'doctors/get-npi',
    'verifications/post',
    'bulk',
    'bulk/post-providers-batch',
    'watch',
    'sources',
    'shares',
    'individuals',
    'organizations',
    'nothing/here',
  ]) {
    await page.goto(`/documentation/${path}`)
    await page.waitForLoadState('networkidle')
    await shoot(page, `documentation-${path.replaceAll('/', '-')}`)
  }
})

test('documentation in use', async ({ page, request, signIn }) => {
  test.setTimeout(600_000)
  await page.goto('/documentation?q=radius')
  await expect(page.getByRole('option').first()).toBeVisible()
  await shoot(page, 'documentation-search')
  await page.getByRole('combobox').fill('zzzzqqqq')
  await shoot(page, 'documentation-search-empty')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/documentation')
  await page.getByRole('button', { name: 'Contents' }).click()
  await page.screenshot({ path: 'reports/shots/documentation-drawer-390-light.png' })
  const account = await signIn('api')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/documentation/doctors/get-npi')
  await page.getByRole('textbox', { name: 'API key' }).fill(await keyOf(request, account))
  await page.getByRole('button', { name: 'Try Request' }).click()
  await expect(page.getByRole('region', { name: 'Response to your request' })).toBeVisible()
  await shoot(page, 'documentation-tried')
  await page.getByRole('textbox', { name: 'npi' }).fill('1999999999')
  await page.getByRole('button', { name: 'Try Request' }).click()
  await expect(page.getByText('Error 404')).toBeVisible()
  await shoot(page, 'documentation-tried-error')
  await page.goto('/documentation/individuals/get')
  await page.waitForLoadState('networkidle')
  await shoot(page, 'documentation-beta')
})

test('accounts', async ({ page, newAccount, request }) => {
  test.setTimeout(600_000)
  const { email } = await newAccount()
  const post = async (url: string, data: object) => (await request.post(url, { data })).json()
  await page.goto('/signup')
  await page.getByRole('textbox', { name: 'Email address' }).fill('x')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('short')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('other')
  await page.getByRole('button', { name: 'Create account' }).click()
  await shoot(page, 'signup-errors')
  await page.goto('/login?next=/home')
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, 'login-refused')
  const methods = ['passkey', 'code', 'recoveryCode']
  await page.route('/login', (route) =>
    route.request().method() !== 'POST'
      ? route.continue()
      : route.fulfill({
          status: 401,
          json: { error: 'A second factor is needed.', code: 'second_factor_required', challenge: 'x', methods },
        }),
  )
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm it’s you')
  await shoot(page, 'second-factor-passkey')
  await page.getByRole('button', { name: 'Use a code from your app' }).click()
  // The server knows no such challenge, and would answer that the sign-in expired.
  await page.route('/login/second-factor', (route) =>
    route.fulfill({
      status: 401,
      json: {
        error: 'The code or passkey was not accepted. Each code works only once.',
        code: 'second_factor_wrong',
      },
    }),
  )
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').first()).toContainText('was not accepted')
  await shoot(page, 'second-factor-code')
  await page.unrouteAll()
  await page.goto('/forgot-password')
  await page.getByRole('textbox', { name: 'Email address' }).fill(`${longWord}@${longWord}.example.org`.toLowerCase())
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await shoot(page, 'forgot-sent')
  await post('/forgot-password', { email })
  await page.goto(await linkFrom(email, 'Reset'))
  await page.getByRole('textbox', { name: 'New password' }).fill('a long walk by the sea')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('a long walk')
  await page.getByRole('textbox', { name: 'New password' }).focus()
  await shoot(page, 'reset-open')
  const link = await linkFrom(email, 'erif')
  await page.goto(link)
  await shoot(page, 'verify-ready')
  await page.getByLabel('Password (optional)').fill(password)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
  await shoot(page, 'verify-done')
  await page.goto('/verify-email?token=k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await shoot(page, 'verify-failed')
})

test('blog', async ({ page }) => {
  test.setTimeout(600_000)
  const image = await readFile('web/public/favicon.svg')
  await page.route('https://images.example/**', (route) => route.fulfill({ body: image, contentType: 'image/svg+xml' }))
  const post = (index: number) => ({
    title: ['Searching by specialty', `What ${longWord} means`, 'Ten questions to ask before you choose a registry'][
      index % 3
    ],
    link: `https://medium.example/${index}`,
    pubDate: '2026-01-05T23:30:00.000Z',
    thumbnail: index === 1 ? null : 'https://images.example/cover.svg',
    content: '',
    description:
      'A search takes a taxonomy code, a label or a common word, and gives back everyone it stands for, nearest first, with an exact total and where each fact is...',
    categories: index === 2 ? ['api', longWord.toLowerCase()] : ['api', 'healthcare'],
    readingMinutes: 4,
  })
  const withPosts = (items: object[]) =>
    page.route('/blog/posts', (route) => route.fulfill({ json: { status: 'ok', items } }))
  await withPosts([0, 1, 2, 3].map(post))
  await page.goto('/blog')
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(4)
  await shoot(page, 'blog-posts')
  await page.unrouteAll()
  await withPosts([])
  await page.goto('/blog')
  await expect(page.getByText('No blog posts found')).toBeVisible()
  await shoot(page, 'blog-empty')
})

test('failures', async ({ page, context }) => {
  await page.route('/status.json', (route) => route.fulfill({ json: { components: null } }))
  await page.goto('/status')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page failed')
  await shoot(page, 'failed')
  await page.unrouteAll()
  await page.goto('/privacy')
  await context.setOffline(true)
  await expect(page.getByText('You’re offline')).toBeVisible()
  await page.screenshot({ path: 'reports/shots/offline-1280-light.png' })
  await context.setOffline(false)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'menu')
})

test('shares', async ({ page, request, newAccount, newAdmin }) => {
  test.setTimeout(600_000)
  const account = await newAccount()
  const { id, name } = await approve(request, { account, admin: await newAdmin() })
  const ids = { verificationIds: [id] }
  const { url } = await share(request, account, { ...ids, recipient: 'Mercy', showsLicense: true })
  const guarded = await share(request, account, { ...ids, passcode: 'blue harbor', viewsMax: 5 })
  const visit = async (address: string) => {
    await page.goto('/blog')
    await page.goto(new URL(address).pathname + new URL(address).hash)
    await page.getByLabel('Your name or organization').fill(longName)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
  }
  await page.route('/shares/open', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ status: answer.status(), json: JSON.parse((await answer.text()).replaceAll(name, longName)) })
  })
  await visit(url)
  await expect(page.getByText('What was checked')).toBeVisible()
  await shoot(page, 'share-long')
  await page.unrouteAll()
  await visit(guarded.url)
  await expect(page.getByLabel('Passcode', { exact: true })).toBeVisible()
  await shoot(page, 'share-passcode')
  await page.route('/shares/open', (route) =>
    route.fulfill({
      status: 403,
      json: { error: 'The passcode is wrong.', code: 'passcode_wrong', remainingAttempts: 0 },
    }),
  )
  await page.getByLabel('Passcode', { exact: true }).fill('x')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await shoot(page, 'share-locked')
  await page.goto('/blog')
  await page.goto(
    `/s#shlink:/${Buffer.from(JSON.stringify({ url: 'https://records.example/x', key: 'x'.repeat(43) })).toString('base64url')}`,
  )
  await shoot(page, 'share-elsewhere')
})

test('plain pages and emails', async ({ page, request, signIn }) => {
  test.setTimeout(600_000)
  const { token, email } = await signIn('api')
  const headers = { authorization: `Bearer ${token}` }
  const { url } = await (
    await request.post('/me/checkout', {
      headers,
      data: { priceId: 'price_local_developer', action: 'upgrade', targetTier: 'developer' },
    })
  ).json()
  const { pathname } = new URL(url)
  await page.goto(pathname)
  await shoot(page, 'checkout-open')
  await request.post(`${pathname}/pay`)
  await page.goto(pathname)
  await shoot(page, 'checkout-paid')
  await page.goto('/checkout/nothing')
  await shoot(page, 'checkout-missing')
  const { TEST_DATA_DIR, TEST_PORT } = process.env
  const secrets = secretsOf(loadSettings({ DATA_DIR: TEST_DATA_DIR, PORT: TEST_PORT }), { makesFile: false })
  const { _id: id } = await (await request.get('/me', { headers })).json()
  await page.goto(`/unsubscribe/${unsubscribeToken(secrets, id)}`)
  await shoot(page, 'unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading')).toHaveText('You’re unsubscribed')
  await shoot(page, 'unsubscribe-done')
  await request.post('/forgot-password', { data: { email } })
  await linkFrom(email, 'Reset')
  await page.goto('/dev/outbox')
  await shoot(page, 'outbox')
  const outbox = join(TEST_DATA_DIR ?? '', 'outbox')
  const seen = new Set<string>()
  for (const file of (await readdir(outbox)).filter((name) => name.endsWith('.eml'))) {
    const { subject = '', html = '' } = await PostalMime.parse(await readFile(join(outbox, file)))
    const kind = subject
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .slice(0, 40)
    if (seen.has(kind)) continue
    seen.add(kind)
    await page.setContent(html)
    await shoot(page, `email-${kind}`)
  }
})
