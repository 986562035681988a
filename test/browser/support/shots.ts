/** Pictures of a page in one state, for people to look at. */
import type { Page } from '@playwright/test'
import { themes, widths } from './places.ts'

interface Shot {
  /** Of the window, where a pane or a dialog scrolls by itself. */
  height?: number
}

/** Takes pictures of the page as it stands, at every width in both themes, into reports/shots. */
export async function shoot(page: Page, name: string, { height = 800 }: Shot = {}): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => window.scrollTo(0, 0))
    for (const theme of themes) {
      // Pages without the web app follow the system.
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate((choice) => {
        document.documentElement.dataset.theme = choice
      }, theme)
      await page.screenshot({
        path: `reports/shots/${name}-${width}-${theme}.png`,
        fullPage: (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) === 0,
        animations: 'disabled',
      })
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** What a page may log where its calls are broken. */
export const brokenCalls = ['Failed to load resource', 'didn’t load', 'couldn’t be decided']
