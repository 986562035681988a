import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { claimUnread, postponeReading } from './read-documents.ts'

async function openDocuments() {
  const database = await startTestDatabase()
  onTestFinished(() => database.close())
  const { db } = database
  const accountWith = async (documents: number, minutesAgo: number): Promise<string> => {
    const id = uuidv7()
    const account = { id, email: `${id}@example.org`, phone: '212-555-0101', password_hash: 'none' }
    await db.insertInto('accounts').values(account).execute()
    for (let npi = 0; npi < documents; npi++) {
      await sql`insert into verifications (account_id, id, npi, credential, is_personal, image_id, checks, created_at, read_due_at)
        values (${id}, ${uuidv7()}, ${String(npi)}, 'MD', true, 'none', '[]', now() - ${minutesAgo} * interval '1 minute',
          now() - ${minutesAgo} * interval '1 minute')`.execute(db)
    }
    return id
  }
  return { db, accountWith, next: async () => (await claimUnread(db))?.account_id }
}

test('a document does not wait for all that another account sent before it', async () => {
  const { accountWith, next } = await openDocuments()
  const [many, two, one] = [await accountWith(5, 30), await accountWith(2, 20), await accountWith(1, 10)]
  const order = [await next(), await next(), await next(), await next(), await next(), await next()]
  expect(order).toEqual([many, two, one, many, two, many])
})

test('documents that are tried again and again wait for those of others, too', async () => {
  const { db, accountWith, next } = await openDocuments()
  const many = await accountWith(2, 30)
  for (let attempt = 1; attempt <= 2; attempt++) {
    const taken = await claimUnread(db)
    if (taken !== undefined) await postponeReading(db, taken, 0)
  }
  const other = await accountWith(2, 10)
  expect([await next(), await next(), await next()]).toEqual([other, other, many])
})
