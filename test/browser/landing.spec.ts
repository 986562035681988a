import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { imageDaysDefault } from '../../contract/limits.ts'
import { plans } from '../../contract/plans.ts'
import { expect, test } from './support/test.ts'

test('the landing page has its heading, its sample, and the ways to the login and the documentation', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Doctor and Medical Data API' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'View Documentation' })).toHaveAttribute('href', '/documentation')
  await expect(main.getByRole('link', { name: 'View API Documentation' })).toHaveAttribute('href', '/documentation')
  for (const login of await main.getByRole('link', { name: 'Login' }).all()) {
    await expect(login).toHaveAttribute('href', '/login')
  }
  await expect(main.getByRole('link', { name: 'Login' })).toHaveCount(2)
  const top = page.getByRole('navigation', { name: 'Main' })
  await expect(top.getByRole('link', { name: 'Verifications' })).toHaveAttribute('href', '/verifications')
  await expect(top.getByRole('link', { name: 'My Portal' })).toHaveAttribute('href', '/my-verifications')
})

test('Get started leads to the sign-up of the area, beside each Login, also in the menu of phones', async ({
  page,
}) => {
  for (const [path, signup] of [
    ['/', '/signup'],
    ['/verifications', '/signup'],
    ['/my-verifications', '/portal-signup'],
  ] as const) {
    await page.goto(path)
    const top = page.getByRole('banner').getByRole('link', { name: 'Get started' })
    await expect(top).toHaveAttribute('href', signup)
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Get started' })).toHaveAttribute('href', '/signup')
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
})

test('the landing page searches without an account, with suggestions, and leads to the results', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('search').getByRole('combobox', { name: 'What and where' })
  await box.fill('cardiolgist')
  await expect(page.getByRole('option').first()).toContainText('Cardiology')
  await box.press('Enter')
  await expect(page).toHaveURL('/explore?q=cardiolgist')
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('listitem').first()).toBeVisible()
})

test('the landing page says at a glance who it is for, how to call it, what it costs, and how good, fresh and fast it is', async ({
  page,
  request,
}) => {
  const { asOf } = await (await request.get('/registry')).json()
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(asOf))
  await page.goto('/')
  const facts = page.getByRole('region', { name: 'At a glance' })
  await expect(facts.getByRole('term')).toHaveText([
    'Who it’s for',
    'How to call it',
    'How much',
    'How good',
    'How fresh',
    'How fast',
  ])
  const { free, developer } = plans
  await expect(facts).toContainText(`Free, then ${developer.price}`)
  await expect(facts).toContainText(`${free.callsPerMonth} calls a month are free`)
  await expect(facts).toContainText(`As of ${day}`)
  const [, measuredMs] =
    /slowest query, with records \| 20 ms \| (\d+) ms/.exec(await readFile('docs/performance.md', 'utf8')) ?? []
  await expect(facts).toContainText(`${measuredMs} ms for the slowest query`)
})

test('the landing page has three feature cards: Doctor Profiles, Location-Based Search, Healthcare Facilities', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
    'Doctor Profiles',
    'Location-Based Search',
    'Healthcare Facilities',
  ])
})

test('the sample is a server route that finds nearby doctors by address, radius 10 and limit 20, with an api-key header', async ({
  page,
}) => {
  await page.goto('/')
  const sample = page.getByRole('region', { name: 'A route that finds nearby doctors, JavaScript' })
  for (const part of ['/api/find-doctors', '/api/doctors', 'address', 'radius: 10', 'limit: 20', "'api-key'"]) {
    await expect(sample).toContainText(part)
  }
  await expect(page.getByRole('region', { name: 'A route that finds nearby doctors: the response' })).toContainText(
    '"doctors"',
  )
})

test('the sample is revealed within 500 ms, is whole from the beginning, and stands still under reduced motion', async ({
  page,
}) => {
  await page.goto('/')
  const code = page.getByRole('region', { name: 'A route that finds nearby doctors, JavaScript' }).locator('pre')
  const duration = () => code.evaluate((element) => getComputedStyle(element).animationDuration)
  expect(await duration()).toBe('0.5s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await duration()).toBe('0s')
})

test('the sample can be read in other languages and copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('radio', { name: 'JavaScript' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('region', { name: 'A route that finds nearby doctors, Python' })).toContainText(
    'requests.get',
  )
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('requests.get')
})

test('the landing page tells how many providers there are, as of when, and that they are fictional', async ({
  page,
  request,
}) => {
  const { doctors } = await (await request.get('/registry')).json()
  await page.goto('/')
  await expect(page.getByRole('definition').first()).toHaveText(doctors.toLocaleString('en-US'))
  await expect(page.getByText(/As of \w{3} \d{1,2}, \d{4}\..*fictional/)).toBeVisible()
})

test('public pages can be read without JavaScript, the sample of the landing page as well', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  for (const [path, title] of [
    ['/', 'Doctor and Medical Data API'],
    ['/verifications', 'Doctor and Nurse Verification API'],
    ['/my-verifications', 'Your credentials, verified'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'A route that finds nearby doctors, JavaScript' })).toContainText(
    "'api-key'",
  )
  await context.close()
})

test('the landing page of the verifications API shows a call and its checks, and leads to its documentation and the login', async ({
  page,
}) => {
  await page.goto('/verifications')
  await expect(page.getByRole('heading', { level: 1, name: 'Doctor and Nurse Verification API' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'A request to verify a credential, cURL' })).toContainText(
    '/api/verifications',
  )
  const response = main.getByRole('region', { name: 'A request to verify a credential: the response' })
  await expect(response).toContainText('"checks"')
  const written = await readFile('docs/verifications.md', 'utf8')
  const possible = written.replaceAll('{a physician}', 'a physician').replaceAll('{credential}', 'MD')
  const sentences = [...((await response.textContent()) ?? '').matchAll(/"sentence": "([^"]+)"/g)]
  expect(sentences).toHaveLength(2)
  for (const [, sentence] of sentences) expect(possible).toContain(`| ${sentence} |`)
  for (const name of ['View Documentation', 'View API Documentation']) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', '/documentation/verifications')
  }
  for (const login of await main.getByRole('link', { name: 'Login' }).all()) {
    await expect(login).toHaveAttribute('href', '/login')
  }
})

test('the landing page of the portal leads to its own sign-up and login, and says when the image is deleted', async ({
  page,
}) => {
  await page.goto('/my-verifications')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Create an account' }).first()).toHaveAttribute('href', '/portal-signup')
  await expect(main.getByRole('link', { name: 'Login' }).first()).toHaveAttribute('href', '/portal-login')
  const days = Math.max(...Object.values(imageDaysDefault))
  await expect(main).toContainText(`deleted within ${days} days of the decision`)
})

test('signed-in visitors are led to their dashboard, and no button asks them to log in', async ({ page, signIn }) => {
  await signIn('api')
  for (const path of ['/', '/verifications']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(3)
    await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
  }
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/home')
})

test('at the top of the pages of clinicians is the way into the portal, and elsewhere into the API area', async ({
  page,
  signIn,
}) => {
  const top = page.getByRole('banner')
  for (const [path, login] of [
    ['/my-verifications', '/portal-login'],
    ['/portal-signup', '/portal-login'],
    ['/verifications', '/login'],
    ['/signup', '/login'],
  ] as const) {
    await page.goto(path)
    await expect(top.getByRole('link', { name: 'Login' })).toHaveAttribute('href', login)
  }
  await signIn('portal')
  await page.goto('/verifications')
  await expect(top.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await page.goto('/my-verifications')
  await top.getByRole('link', { name: 'My Verifications' }).click()
  await expect(page).toHaveURL('/myPortal')
})

test('B10: no page asks anything of other hosts', async ({ page, baseURL }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  for (const path of ['/', '/verifications', '/my-verifications', '/login', '/portal-signup']) {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
})

test('on a phone, a text button on a line of its own begins below the words above it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  const wordsLeft = (part: Locator) =>
    part.evaluate((element) => {
      const words = document.createRange()
      words.selectNodeContents(element)
      return words.getBoundingClientRect().x
    })
  const link = page.getByRole('main').getByRole('link', { name: 'View Documentation' })
  const heading = page.getByRole('heading', { level: 1 })
  // But for the width of the button's border.
  expect((await wordsLeft(link)) - (await wordsLeft(heading))).toBeLessThanOrEqual(1)
})
