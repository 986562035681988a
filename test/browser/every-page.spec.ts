import { AxeBuilder } from '@axe-core/playwright'
import { addressesOf, type Guard } from '../../web/frame/page.ts'
import { notFoundPage, pages } from '../../web/routes.ts'
import { expect, test } from './support/test.ts'

const widths = { narrow: 390, wide: 1280 }

/** One address of every page: those of one page differ in words alone. */
const places = [...pages, notFoundPage].map((page) => ({
  path: addressesOf(page)[0]?.path.replace('*', '/no-such-page') ?? page.path,
  guard: page.guard,
}))

function areaOf(guard: Guard): 'api' | 'portal' | undefined {
  if (guard.kind === 'admin') return 'api'
  return guard.kind === 'signedIn' ? guard.area : undefined
}

for (const { path, guard } of places) {
  test(`${path} has no fault that axe finds, in both themes, narrow and wide, and does not scroll sideways`, async ({
    page,
    signIn,
  }) => {
    const area = areaOf(guard)
    if (area !== undefined) await signIn(area)
    for (const width of Object.values(widths)) {
      await page.setViewportSize({ width, height: 800 })
      for (const theme of ['light', 'dark']) {
        await page.addInitScript((choice) => localStorage.setItem('theme', choice), theme)
        await page.goto(path)
        await expect(page.locator('h1')).toHaveCount(1)
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
}
