import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { findPublicUrl, keepPublicUrl } from './public-url.ts'
import { openSecrets } from './secrets.ts'
import { checkSecretFits } from './secrets-check.ts'

test('a program beside the server knows the address under which the server that started last serves', async () => {
  const database = await startTestDatabase()
  onTestFinished(() => database.close())
  await checkSecretFits(database, openSecrets(randomBytes(32)))
  expect(await findPublicUrl(database)).toBeUndefined()
  for (const url of ['http://localhost:3000', 'https://praxidex.example.org']) {
    await keepPublicUrl(database, url)
    expect(await findPublicUrl(database)).toBe(url)
  }
})
