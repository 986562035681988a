import { z } from 'zod'
import { expectNoFault } from './support/axe.ts'
import { part, toastOf } from './support/home.ts'
import { breakCalls, expect, holdCalls, test } from './support/test.ts'
import { showWatched } from './support/watched.ts'

const watch = '/home?panel=watch'

test('a roster is created, filled by paste and by file, filtered by state, and deleted', async ({
  page,
  request,
  signIn,
}) => {
  await signIn('api')
  const { exampleNpis } = z
    .object({ exampleNpis: z.record(z.string(), z.unknown()) })
    .parse(await (await request.get('/registry')).json())
  const known = String(Object.values(exampleNpis).flat()[0])
  await page.goto(watch)
  await expect(part(page, 'Rosters')).toContainText('No rosters yet')
  await expect(part(page, 'Recent events')).toContainText('No events yet')
  await expectNoFault(page)
  await page.getByLabel('Name of a new roster').fill('Cardiology')
  await page.getByRole('button', { name: 'Create roster' }).click()
  const members = part(page, 'Cardiology')
  await expect(members).toContainText('No providers yet')

  await members.getByLabel('Add providers').fill(`${known},E-1\n12`)
  await members.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(members.getByRole('alert')).toContainText('Line 2: expected a ten-digit NPI')
  await members.getByLabel('Add providers').fill(`${known},E-1`)
  await members.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toastOf(page, 'Success', '1 provider added')).toBeVisible()
  await expect(members.getByRole('listitem')).toContainText([`${known}, E-1`])
  await expect(members.getByRole('listitem')).not.toContainText('Comparing', { timeout: 30_000 })

  const chooser = page.waitForEvent('filechooser')
  await members.getByRole('button', { name: 'Choose a CSV file' }).click()
  const csv = Buffer.from('npi,reference\r\n1999999992,E-2\r\n')
  await (await chooser).setFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: csv })
  await expect(members.getByRole('listitem')).toHaveCount(2)
  await expect(members.getByText('Not found', { exact: true }).last()).toBeVisible({ timeout: 30_000 })
  await members.getByLabel('Status').selectOption('Not found')
  await expect(members.getByRole('listitem')).toHaveText([/1999999992, E-2/])
  await members.getByLabel('Status').selectOption('Excluded')
  await expect(members).toContainText('No providers with this status')
  await members.getByLabel('Status').selectOption('All')
  await expectNoFault(page)

  await members.getByRole('button', { name: 'Remove 1999999992' }).click()
  await expect(members.getByRole('listitem')).toHaveCount(1)
  await part(page, 'Rosters').getByRole('button', { name: 'Rename Cardiology' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename Cardiology' })
  await renaming.getByLabel('Name').fill(' ')
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expect(renaming.getByRole('alert')).toContainText('name')
  await renaming.getByLabel('Name').fill('Heart network')
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'Success', 'Roster renamed')).toBeVisible()
  await expect(part(page, 'Heart network')).toContainText('1 provider')
  await part(page, 'Rosters').getByRole('button', { name: 'Delete Heart network' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete roster' }).click()
  await expect(part(page, 'Rosters')).toContainText('No rosters yet')
})

test('an event opens to what was before and after, and rosters say how many of their members are watched', async ({
  page,
  signIn,
}) => {
  await signIn('api')
  await showWatched(page)
  await page.goto(watch)
  await expect(part(page, 'Rosters')).toContainText('1,000 providers, 25 watched')
  await expect(part(page, 'Rosters')).toContainText('You have more providers than your plan watches')
  const events = part(page, 'Recent events')
  await expect(events.getByRole('listitem')).toHaveCount(2)
  const updated = events.getByRole('listitem').filter({ hasText: '1679576722' })
  await expect(updated).toContainText('Phone, Address')
  await expect(updated.getByText('Before: +12125550101')).toBeHidden()
  await updated.locator('summary').press('Enter')
  await expect(updated.getByText('Before: +12125550101')).toBeVisible()
  await expect(updated.getByText('After: None')).toBeVisible()
  await expect(updated.getByText('After: 9 Elm St, Troy')).toBeVisible()
  await expectNoFault(page)
})

test.describe('while the server has trouble', () => {
  test.use({ expectedErrors: ['Failed to load resource', 'Failed to fetch'] })

  test('each part says what could not be read, and reads it again', async ({ page, signIn }) => {
    await signIn('api')
    const release = await holdCalls(page, 'GET', '/api/rosters')
    await page.goto(watch)
    await expect(part(page, 'Rosters')).toHaveAttribute('aria-busy', 'true')
    release()
    await breakCalls(page, 'GET', '/api/rosters')
    await breakCalls(page, 'GET', '/api/events')
    await page.reload()
    await expect(part(page, 'Rosters').getByRole('alert')).toContainText('Failed to fetch rosters', { timeout: 30_000 })
    await expectNoFault(page)
    await page.unrouteAll()
    await part(page, 'Rosters').getByRole('button', { name: 'Retry' }).click()
    await expect(part(page, 'Rosters')).toContainText('No rosters yet')
  })
})
