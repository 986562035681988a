import { expect, password, test } from './support/test.ts'

test('the login page is titled Praxidex and leads to /home, in the place of the login page', async ({
  page,
  newAccount,
}) => {
  const { email } = await newAccount()
  await page.goto('/')
  await page.getByRole('link', { name: 'Login' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Praxidex' })).toBeVisible()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/home')
  await page.goBack()
  await expect(page).toHaveURL('/')
})
