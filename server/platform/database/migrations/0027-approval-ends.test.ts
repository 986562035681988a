import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestDatabase } from '../../../../test/support/platform/test-database.ts'
import { uuidv7 } from '../../uuid.ts'
import { migrations } from './list.ts'

test('an approval of before lasts until its day is over everywhere in the United States', async () => {
  const database = await startTestDatabase()
  onTestFinished(() => database.close())
  const accountId = uuidv7()
  await database.db
    .insertInto('accounts')
    .values({ id: accountId, email: 'a@example.org', phone: '212-555-0101', password_hash: 'none' })
    .execute()
  const add = (npi: string, expiresAt: string | null) =>
    sql`insert into verifications (account_id, id, npi, credential, is_personal, status, image_id, checks, expires_at)
      values (${accountId}, ${uuidv7()}, ${npi}, 'MD', true, 'approved', 'none', '[]', ${expiresAt})`.execute(
      database.db,
    )
  await add('1', '2027-12-31T23:59:59.999Z')
  await add('2', '2028-01-01T11:59:59.999Z')
  await add('3', null)
  for (let run = 0; run < 2; run++) {
    await database.asOwner(async (owner) => migrations['0027-approval-ends']?.up(owner))
    const rows = await database.db.selectFrom('verifications').select('expires_at').orderBy('npi').execute()
    const end = new Date('2028-01-01T11:59:59.999Z')
    expect(rows.map((row) => row.expires_at)).toEqual([end, end, null])
  }
})
