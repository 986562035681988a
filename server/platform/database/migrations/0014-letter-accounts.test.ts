import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase } from '../../../../test/support/platform/test-database.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Database } from '../database.ts'
import { migrations } from './list.ts'

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())

test('emails that wait during the migration belong to the account that they go to or come from', async () => {
  const { db } = database
  const [ada, bob] = [uuidv7(), uuidv7()]
  for (const id of [ada, bob]) {
    await db
      .insertInto('accounts')
      .values({ id, email: `${id}@example.org`, phone: '212-555-0101', password_hash: 'none' })
      .execute()
  }
  await database.asOwner(async (owner) => {
    await sql`alter table letters drop column account_id`.execute(owner)
    const insert = (id: string, recipient: string, replyTo: string | null) =>
      sql`insert into letters (id, recipient, kind, subject, body_text, body_html, reply_to)
        values (${id}, ${recipient}, 'test', 'test', '', '', ${replyTo})`.execute(owner)
    await insert('1 to an account', `${ada}@example.org`, null)
    await insert('2 to the operator, answered to an account', 'operator@example.org', `${bob}@example.org`)
    await insert('3 to an address without an account', 'eve@example.org', null)
    await insert('4 to an account, answered to an unknown address', `${ada}@example.org`, 'eve@example.org')
    await migrations['0014-letter-accounts']?.up(owner)
  })
  const emails = await db.selectFrom('letters').select(['id', 'account_id']).orderBy('id').execute()
  expect(emails.map(({ id, account_id }) => [id.slice(0, 1), account_id])).toEqual([
    ['1', ada],
    ['2', bob],
    ['3', null],
    ['4', null],
  ])
})
