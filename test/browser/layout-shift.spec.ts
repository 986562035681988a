/** Nothing that is read moves while a public page loads, also where its code and its data come long after it. */
import type { Page } from '@playwright/test'
import { widths } from './support/places.ts'
import { expect, holdCalls, test, whenAlive } from './support/test.ts'

/** From before the page loads: the sum of its layout shifts, but for those that a press of a key or button causes. */
async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue
        Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(entry, 'value'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(async () => {
      // A shift is reported with the frame that shows it.
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      return Reflect.get(window, 'shifted')
    })
}

const paths = [
  '/',
  '/verifications',
  '/my-verifications',
  '/explore',
  '/providers/',
  '/documentation',
  '/documentation/doctors/get',
  '/privacy',
  '/status',
]

for (const width of widths) {
  for (const path of paths) {
    test(`nothing moves while ${path} loads, ${width} px wide, with its data long after its code`, async ({
      page,
      request,
    }) => {
      const { exampleNpis } = await (await request.get('/registry')).json()
      const shifted = await countShifts(page)
      await page.setViewportSize({ width, height: 800 })
      const release = await holdCalls(page, 'GET', '/registry')
      await page.goto(path === '/providers/' ? path + exampleNpis.doctors : path)
      await whenAlive(page, undefined)
      release()
      await page.waitForLoadState('networkidle')
      expect(await shifted()).toBe(0)
    })
  }
}

test('nothing moves when the code of a part comes long after its page', async ({ page }) => {
  const shifted = await countShifts(page)
  for (const [path, part] of [
    ['/', /\/assets\/SmallExplorer-/],
    ['/documentation/verifications/post', /\/assets\/EndpointTables-/],
  ] as const) {
    let held = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(part, async (route) => {
      held++
      await released
      await route.continue()
    })
    // It waits for the part, too.
    const opened = page.goto(path)
    await page.waitForFunction(() => {
      const heading = document.querySelector('#root h1')
      return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
    })
    await expect.poll(() => held).toBeGreaterThan(0)
    release()
    await opened
    await page.waitForLoadState('networkidle')
    expect(await shifted(), path).toBe(0)
  }
})
