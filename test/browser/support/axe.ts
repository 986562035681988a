import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { themes } from './places.ts'

/** What depends on colors, and so may be wrong in one theme alone. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects that axe finds no fault with the page as it stands, in either theme, and that it does not scroll sideways.
 */
export async function expectNoFault(page: Page): Promise<void> {
  // What comes while axe looks, a toast for one, stands at once instead of fading in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const theme of themes) {
    await page.evaluate(async (choice) => {
      document.documentElement.dataset.theme = choice
      // Halfway from one theme to the other, or while something fades in, colors are those of neither. What moves for
      // ever is not waited for.
      const isEnding = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      const changes = document.getAnimations().filter(isEnding)
      await Promise.allSettled(changes.map(({ finished }) => finished))
    }, theme)
    const axe = new AxeBuilder({ page })
    const { violations } = await (theme === 'light' ? axe : axe.withRules(colorRules)).analyze()
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.emulateMedia({ reducedMotion: null })
}
