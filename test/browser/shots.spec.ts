import { places, themes, widths } from './support/places.ts'
import { test } from './support/test.ts'

for (const { path, visitor } of places) {
  for (const width of widths) {
    for (const theme of themes) {
      test(`${path} at ${width} px, ${theme}`, async ({ page, come }) => {
        await come(visitor)
        await page.setViewportSize({ width, height: 800 })
        await page.addInitScript((choice) => localStorage.setItem('theme', choice), theme)
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        const name = path === '/' ? 'index' : path.slice(1).replaceAll('/', '-')
        await page.screenshot({
          path: `reports/shots/${name}-${width}-${theme}.png`,
          fullPage: true,
          animations: 'disabled',
        })
      })
    }
  }
}
