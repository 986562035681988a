/** What the tests of the desk begin with: an admin, before whom requests wait. */
import type { Locator, Page } from '@playwright/test'
import { submitMany } from './requests.ts'
import { type Account, test as base } from './test.ts'

interface DeskFixtures {
  /** Signs the page in as an admin before whom this many requests for one NPI wait, the oldest first. */
  deskWith: (count: number) => Promise<{ admin: Account; npi: string; ids: string[] }>
}

export const test = base.extend<DeskFixtures>({
  deskWith: async ({ request, newAccount, signInAsAdmin }, use) => {
    await use(async (count) => ({ admin: await signInAsAdmin(), ...(await submitMany(request, newAccount, count)) }))
  },
})

/** Where the list of requests is read, and below it each of them. */
export const listPath = '/api/verifications'

/** The pane of the list. */
export function list(page: Page): Locator {
  return page.getByRole('region', { name: 'Verification requests' })
}

export function rows(page: Page): Locator {
  return list(page).getByRole('article')
}

/** The row of a credential. */
export function row(page: Page, credential: string): Locator {
  return rows(page).filter({ has: page.getByText(credential, { exact: true }) })
}

/** The row of the request that is open. */
export function openRow(page: Page): Locator {
  return rows(page).filter({ has: page.locator('[aria-current=true]') })
}

/** The question before an approval. */
export function approveDialog(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Approve this request?' })
}

/** Approves by the button in a row or in the bar of decisions, and confirms. */
export async function approveIn(page: Page, place: Locator): Promise<void> {
  await place.getByRole('button', { name: 'Approve' }).click()
  await approveDialog(page).getByRole('button', { name: 'Approve' }).click()
}
