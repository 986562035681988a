import { expect, type Page } from '@playwright/test'

/**
 * What a page has to fit into without scrolling sideways: the narrowest phone, and text at 200 % on twice that width.
 */
export const tightest = [
  { width: 320, text: '100%' },
  { width: 640, text: '200%' },
] as const

/** Expects that the page as it stands fits at a width with text of a size. */
export async function expectFit(page: Page, { width, text }: { width: number; text: string }): Promise<void> {
  await page.setViewportSize({ width, height: 640 })
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, text)
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(width)
}
