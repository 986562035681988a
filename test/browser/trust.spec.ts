import type { z } from 'zod'
import type { Api } from '#contract/api'
import { statusDays } from '#contract/limits'
import { expectNoFault } from './support/axe.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'

type Status = z.output<Api['serviceStatus']['output']>

const day = (index: number) => new Date(Date.parse('2026-11-28') - index * 86_400_000).toISOString().slice(0, 10)

/** All systems are working, but for three minutes of a day. */
function goodStatus(): Status {
  const days = Array.from({ length: statusDays }, (_, index) => {
    const down = index === 80 ? 3 : 0
    return { day: day(statusDays - 1 - index), up: 1440 - down, partly: 0, down, unknown: 0 }
  })
  const names = ['api', 'registry', 'lists', 'database', 'jobs'] as const
  return {
    checkedAt: '2026-11-28T12:00:30.000Z',
    registry: { version: '2026-11-08-0a1b2c3d', asOf: '2026-11-08', isSampleData: false },
    lists: [
      { title: 'OIG exclusion list (LEIE)', date: '2026-11-10', isStale: false, isSample: false },
      { title: 'Colorado DORA, licenses', date: '2026-08-01', isStale: true, isSample: false },
    ],
    components: names.map((name) => ({
      name,
      isUp: true,
      days: name === 'jobs' ? days : days.map((one) => ({ ...one, up: 1440, down: 0 })),
    })),
  }
}

test('the status of the running server: its parts, with their bars, and the age of the data', async ({ page }) => {
  await page.goto('/status')
  await expect(page.getByText('All systems are working')).toBeVisible()
  const parts = page.getByRole('region', { name: 'Services' }).getByRole('listitem')
  for (const name of ['API', 'Provider registry', 'Primary-source lists', 'Database', 'Emails and background work']) {
    const part = parts.filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
    await expect(part.getByText('Working', { exact: true })).toBeVisible()
    await expect(part.getByRole('img', { name: `${name}, the last ${statusDays} days:` })).toBeVisible()
  }
  await expect(page.getByText('Sample data (fictional providers)')).toBeVisible()
  await expectNoFault(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('days with failures are described in words, and lists that are out of date are marked', async ({ page }) => {
  await page.route('/status.json', (route) => route.fulfill({ json: goodStatus() }))
  await page.goto('/status')
  const image = page.getByRole('img', { name: /^Emails and background work, the last 90 days: Up 99\.99%: / })
  await expect(image).toBeVisible()
  await page.getByText('Days with failures (1)').click()
  await expect(page.getByText('Nov 19, 2026: down for 3 minutes')).toBeVisible()
  await expect(page.getByText('2 primary-source lists, 1 out of date')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Colorado DORA' })).toContainText('Out of date')
  await expectNoFault(page)
})

test('what does not work is named, and unknown days are not called good', async ({ page }) => {
  const status = goodStatus()
  const components = status.components.map((one) => ({ ...one, isUp: one.name !== 'database', days: null }))
  await page.route('/status.json', (route) =>
    route.fulfill({ json: { ...status, registry: null, lists: null, components } satisfies Status }),
  )
  await page.goto('/status')
  await expect(page.getByText('Not working: Database')).toBeVisible()
  await expect(page.getByText('The history can’t be read while the database isn’t responding.')).toHaveCount(5)
  await expect(page.getByText('No provider data is loaded, so searches fail.')).toBeVisible()
  await expect(page.getByText('All systems are working')).toHaveCount(0)
  await expectNoFault(page)
})

test('a status that cannot be read says so and nothing of what works; Retry asks again', async ({ page }) => {
  const release = await holdCalls(page, 'GET', '/status.json')
  await page.goto('/status')
  await expect(page.locator('[aria-busy=true]')).toBeVisible()
  release()
  await page.unrouteAll()
  await breakCalls(page, 'GET', '/status.json', 500)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The status didn’t load')
  await expect(page.getByText('All systems are working')).toHaveCount(0)
  await expectNoFault(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('All systems are working')).toBeVisible()
})

test('a status that was read and can no longer be is shown as old', async ({ page }) => {
  await page.clock.install()
  await page.route('/status.json', (route) => route.fulfill({ json: goodStatus() }))
  await page.goto('/status')
  await expect(page.getByText('All systems are working')).toBeVisible()
  await page.unrouteAll()
  await page.route('/status.json', (route) => route.fulfill({ status: 500, json: {} }))
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('alert')).toContainText(
    'The server isn’t respondingThis is the last status we have, from Nov 28, 2026, 12:00:30 UTC.',
  )
  await expect(page.getByText('All systems are working')).toHaveCount(0)
  await expect(page.getByText('Working', { exact: true })).toHaveCount(0)
})

test('the footer leads to changelog, status, terms of the data, privacy and support', async ({ page }) => {
  await page.goto('/')
  for (const [name, path, heading] of [
    ['Changelog', '/changelog', 'Changelog'],
    ['Status', '/status', 'Status'],
    ['Data terms', '/terms/data', 'Data terms'],
    ['Privacy', '/privacy', 'Privacy'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click()
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ next: '/home?panel=support' })}`)
})

test('the changelog names its feed, which is Atom and leads back to entries that the page has', async ({
  page,
  request,
}) => {
  await page.goto('/changelog')
  const feed = page.locator('link[rel=alternate][type="application/atom+xml"]')
  await expect(feed).toHaveAttribute('href', '/changelog.atom')
  const answer = await request.get('/changelog.atom')
  expect(answer.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
  const ids = [...(await answer.text()).matchAll(/<id>[^<]*#([^<]+)<\/id>/g)].map(([, id = '']) => id)
  expect(ids.length).toBeGreaterThan(5)
  for (const id of ids) await expect(page.locator(`[id="${id}"]`)).toHaveCount(1)
})
