import { expect, test } from './support/test.ts'

test('pages outside the web app have its font', async ({ page }) => {
  await page.goto('/checkout/nothing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  const fonts = await page.evaluate(async () =>
    [...(await document.fonts.ready)].map(({ family, status }) => [family, status]),
  )
  expect(fonts).toEqual([['Figtree', 'loaded']])
})
