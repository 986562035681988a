import type { Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expectNoFault } from './support/axe.ts'
import { openAccountMenu, part, toastOf } from './support/home.ts'
import { expect, linkFrom, password, test } from './support/test.ts'

/** Gives the page a device with passkeys that knows its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The code that an app shows in this many steps of 30 seconds. */
const codeIn = (secret: string, steps: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Says that the codes are kept; answers them. */
async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

/** Sets up an app from the panel; answers its secret and the recovery codes. */
async function setUpApp(page: Page, panel: Locator): Promise<{ secret: string; codes: string[] }> {
  await panel.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('alert')).toContainText('was not accepted')
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeIn(secret, -1))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  return { secret, codes: await keepCodes(page) }
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm it’s you')
}

test('a developer sets up an authenticator app, and signs in with its code, then with a recovery code', async ({
  page,
  signIn,
}) => {
  const { email } = await signIn('api')
  await page.goto('/home?panel=profile')
  const panel = part(page, 'Second factor')
  await expect(panel).toContainText('Your password is all it takes to sign in')
  const { secret, codes } = await setUpApp(page, panel)
  expect(new Set(codes).size).toBe(10)
  await expect(panel.getByRole('listitem')).toHaveText([/Authenticator app/, /Recovery codes10 of 10 left/])
  expect(await linkFrom(email, 'A second factor was added')).toBe('/forgot-password')

  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await typePassword(page, email)
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectNoFault(page)
  await page.getByRole('textbox', { name: 'Code' }).fill('123456')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('was not accepted')
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(secret, 0))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/home/)

  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await typePassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/home/)
  await page.goto('/home?panel=profile')
  await expect(part(page, 'Second factor')).toContainText('9 of 10 left')
})

test('a clinician adds a passkey, signs in with it, and removes it', async ({ page, signIn }) => {
  await addAuthenticator(page)
  const { email } = await signIn('portal')
  await page.goto('/myPortal')
  await page.getByRole('button', { name: 'Sign-in and security' }).click()
  const panel = part(page, 'Second factor')
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('Name the passkey')
  await dialog.getByRole('textbox', { name: 'Name of the passkey' }).fill('Work laptop')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await keepCodes(page)
  await expect(panel).toContainText('Passkey: Work laptop')
  await expectNoFault(page)
  await page.getByRole('dialog', { name: 'Sign-in and security' }).getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Log Out' }).click()
  await typePassword(page, email)
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
  await expect(page).toHaveURL(/\/myPortal/)
  await page.getByRole('button', { name: 'Sign-in and security' }).click()
  await panel.getByRole('button', { name: 'Remove Work laptop' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Work laptop?' })
  await question.getByRole('textbox', { name: 'Your password' }).fill(password)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(panel).toContainText('Your password is all it takes to sign in')
})

test('the password is changed while signed in, which signs out everywhere else and nowhere here', async ({
  page,
  signIn,
  request,
}) => {
  const { email, token } = await signIn('api')
  await page.goto('/home?panel=profile')
  const panel = part(page, 'Password')
  await panel.getByRole('button', { name: 'Change password' }).click()
  await panel.getByRole('textbox', { name: 'Current password' }).fill('another walk')
  await panel.getByRole('textbox', { name: 'New password' }).fill('a short row on the lake')
  await panel.getByRole('textbox', { name: 'Confirm password' }).fill('a short row on the lake')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('alert')).toContainText('The password is wrong')
  await panel.getByRole('textbox', { name: 'Current password' }).fill(password)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'Success', 'Password changed')).toBeVisible()
  await expect(part(page, 'Contact details')).toContainText(email)
  expect((await request.get('/me', { headers: { authorization: `Bearer ${token}` } })).status()).toBe(401)
})

test('the list of sessions names this one, and ends another', async ({ page, signIn, request }) => {
  const { email } = await signIn('api')
  const login = await request.post('/login', { data: { email, password } })
  const { token } = await login.json()
  await page.goto('/home?panel=profile')
  const panel = part(page, 'Sessions')
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(panel.getByText('This session')).toHaveCount(1)
  await panel.getByRole('button', { name: /^End the session of/ }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  expect((await request.get('/me', { headers: { authorization: `Bearer ${token}` } })).status()).toBe(401)
})

test('a clinician deletes the account from My Profile', async ({ page, signIn, request }) => {
  const { email } = await signIn('portal')
  await page.goto('/myPortal')
  await page.getByRole('button', { name: 'Sign-in and security' }).click()
  await expect(part(page, 'Delete account')).toContainText('revokes the links you shared')
  await part(page, 'Delete account').getByRole('button', { name: 'Delete account' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(question).toContainText('This can’t be undone. Links you shared stop working immediately.')
  await question.getByRole('textbox', { name: 'Password' }).fill(password)
  await question.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/\/portal-login/)
  expect((await request.post('/login', { data: { email, password } })).status()).toBe(401)
})

test('an admin who has yet to set up a second factor is led to the profile, and on from there', async ({
  page,
  signInAsAdmin,
}) => {
  // The server of these tests requires none, so this one answer says that it does, until there is one.
  let isSetUp = false
  await page.route(
    (url) => url.pathname === '/me',
    async (route) => {
      if (isSetUp) return route.continue()
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), secondFactor: 'required' } })
    },
  )
  await signInAsAdmin()
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/home/)
  await expect(part(page, 'Set up a second factor to continue')).toBeVisible()
  await expect(part(page, 'Sessions')).toHaveCount(0)
  isSetUp = true
  await setUpApp(page, part(page, 'Second factor'))
  await expect(part(page, 'Set up a second factor to continue')).toHaveCount(0)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
})
