import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { openSecrets } from '../platform/secrets.ts'
import { composeEmail, secretPlace } from './email.ts'
import { queueEmail, secretOwner } from './queue.ts'

const secrets = openSecrets(randomBytes(32))
let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())

const addressee = (to: string) => ({ to, accountId: undefined })
const rowsTo = (to: string) => database.db.selectFrom('letters').selectAll().where('recipient', '=', to).execute()

describe('a queued email', () => {
  const words = composeEmail({ kind: 'hello', subject: 'Hello', paragraphs: [`Your token is ${secretPlace}.`] })

  it('is there exactly when the change that gave cause for it is', async () => {
    const fails = inTransaction(database, async (trx) => {
      await queueEmail(trx, addressee('undone@example.org'), words)
      throw new Error('on the way')
    })
    await expect(fails).rejects.toThrow('on the way')
    await inTransaction(database, (trx) => queueEmail(trx, addressee('done@example.org'), words))
    expect(await rowsTo('undone@example.org')).toEqual([])
    expect(await rowsTo('done@example.org')).toMatchObject([
      { kind: 'hello', subject: 'Hello', body_text: words.text, body_html: words.html, attachment: null, attempts: 0 },
    ])
  })

  it('keeps its secret sealed, and for its own row only', async () => {
    const value = randomBytes(32).toString('base64url')
    for (const to of ['one@example.org', 'two@example.org']) {
      await inTransaction(database, (trx) => queueEmail(trx, addressee(to), words, { value, secrets }))
    }
    const [one] = await rowsTo('one@example.org')
    const [two] = await rowsTo('two@example.org')
    expect(JSON.stringify(one)).not.toContain(value)
    const sealed = one?.sealed_secret ?? Buffer.alloc(0)
    expect(secrets.unseal(sealed, secretOwner(one?.id ?? ''))).toBe(value)
    expect(() => secrets.unseal(sealed, secretOwner(two?.id ?? ''))).toThrow('could not be opened')
  })
})
