/** What tests of screens share: calls of the API by an account's key, toasts, and the parts of a page. */
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { keyOf } from './keys.ts'
import { type Account, expect } from './test.ts'

/** Calls the API with the key of an account, and answers the status. */
export async function callApi(request: APIRequestContext, account: Account, path: string): Promise<number> {
  const answer = await request.get(path, { headers: { 'api-key': await keyOf(request, account) } })
  return answer.status()
}

/** A search that finds somebody in the sample. */
export const search = '/api/doctors?state=NY&limit=1'

/** The toast with these words; behind a dialog it is there for the eye alone, and the dialog says the same. */
export function toastOf(page: Page, kind: 'Success' | 'Error', words: string): Locator {
  return page
    .getByRole('listitem', { includeHidden: true })
    .filter({ has: page.getByText(kind, { exact: true }) })
    .filter({ hasText: words })
}

/** The part of the page with this title. */
export function part(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title })
}

/** Opens what the sidebar has about the account, with the button that signs out. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Account' }).click()
}

/** Expects the panel whose heading this is to be open, with the focus on the heading. */
export async function expectPanel(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

/** The color of what something stands on, as people call it: `none` where it is gray. */
export async function hueOf(mark: Locator): Promise<'green' | 'yellow' | 'red' | 'none'> {
  const color = await mark.evaluate((element) => getComputedStyle(element).backgroundColor)
  const [r = 0, g = 0, b = 0] = (color.match(/\d+/g) ?? []).map(Number)
  if (g > r && g > b) return 'green'
  if (r <= g || r <= b) return 'none'
  return g - b > r - g ? 'yellow' : 'red'
}
