import { AxeBuilder } from '@axe-core/playwright'
import { places, themes, widths } from './support/places.ts'
import { expect, test } from './support/test.ts'

for (const { path, visitor } of places) {
  test(`${path} has no fault that axe finds, in both themes, narrow and wide, and does not scroll sideways`, async ({
    page,
    come,
  }) => {
    await come(visitor)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      for (const theme of themes) {
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
