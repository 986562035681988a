import { randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api'
import { attachmentBytesMax, supportTextMax } from '#contract/limits'
import { supportCategories } from '#contract/support-words'
import { codeOf, startTestAccounts, type TestAccounts } from '../../test/support/accounts/test-accounts.ts'
import { withTransactions } from '../../test/support/platform/test-transactions.ts'
import { fail } from '../http/verb.ts'
import { prepareImage } from '../images/decode-image.ts'
import { supportRequest } from '../mail/emails/operator-emails.ts'
import { DatabaseAwayError } from '../platform/database/pool.ts'
import { composed } from '../platform/mail/message.ts'
import { listSupportRequests } from './requests.ts'
import { contactSales, requestSupport } from './support.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

/** Without the process that decodes: what is sent here is well-behaved. */
const images = { prepare: prepareImage }

const nothing = { params: {}, query: {}, headers: {}, client: { ip: '127.0.0.1' }, fail }
const by = (accountId: string) => ({ ...nothing, caller: { kind: 'session', accountId, sessionId: '' } }) as const
const ask = (accountId: string, description: string, category: (typeof supportCategories)[number] = 'Other') =>
  requestSupport({ ...accounts, images })({ ...by(accountId), body: { category, description } })
const askWith = (accountId: string, file: Buffer | string) => {
  const attachment = typeof file === 'string' ? file : file.toString('base64')
  const body = { category: 'Other', description: 'See the file.', attachment } as const
  return requestSupport({ ...accounts, images })({ ...by(accountId), body })
}
const requestsOf = async (accountId: string) =>
  (await listSupportRequests(accounts)({ ...by(accountId), body: {} })).output.requests
const askSales = (accountId: string) => contactSales(accounts)({ ...by(accountId), body: { tier: 'enterprise' } })

const emailsFrom = (email: string) =>
  accounts.database.db
    .selectFrom('letters')
    .selectAll()
    .where('recipient', '=', 'operator@localhost')
    .where('reply_to', '=', email)
    .execute()

/** The same accounts over a database that can be read and not written, as one whose disk is full. */
function withoutWriting(): TestAccounts {
  const database = withTransactions(accounts.database, (work, execute) =>
    execute((trx) =>
      work(
        trx.withPlugin({
          transformQuery({ node }) {
            if (node.kind === 'InsertQueryNode') throw new DatabaseAwayError(new Error('no space is left'))
            return node
          },
          transformResult: async ({ result }) => result,
        }),
      ),
    ),
  )
  return { ...accounts, database }
}

describe('a request to support', () => {
  it('D5: goes to the operator with what was written as a file', async () => {
    const { accountId, email } = await accounts.newAccount()
    const { output } = await ask(accountId, 'It is\nbroken.', 'Bug Report')
    const { number, message } = output
    expect(number).toMatch(/^\d{8}$/)
    expect(message).toContain(number)
    expect(await emailsFrom(email)).toMatchObject([
      { kind: 'support-request', subject: `Praxidex support ${number}: Bug Report`, attachment: 'It is\nbroken.' },
    ])
  })

  it('without details is refused in the words of the form, and counts for nothing', async () => {
    const { accountId, email } = await accounts.newAccount()
    for (let count = 0; count < 6; count++) {
      await expect(ask(accountId, '')).rejects.toThrow(/^Please provide details about your support request$/)
    }
    expect(await emailsFrom(email)).toEqual([])
    expect(await codeOf(ask(accountId, 'x'))).toBe('done')
  })

  it('D5: may come five times an hour', async () => {
    const { accountId, email } = await accounts.newAccount()
    const codes: string[] = []
    for (let count = 0; count < 6; count++) codes.push(await codeOf(ask(accountId, 'Help.')))
    expect(codes).toEqual([...Array(5).fill('done'), 'too_many_attempts'])
    expect(await emailsFrom(email)).toHaveLength(5)
  })

  it('that could not be written down counts for nothing', async () => {
    const { accountId, email } = await accounts.newAccount()
    const body = { category: 'Other', description: 'Help.' } as const
    for (let count = 0; count < 6; count++) {
      const parts = { ...withoutWriting(), images }
      await expect(requestSupport(parts)({ ...by(accountId), body })).rejects.toThrow(DatabaseAwayError)
    }
    expect(await codeOf(ask(accountId, 'Help.'))).toBe('done')
    expect(await emailsFrom(email)).toHaveLength(1)
  })

  it('is on the list of its account alone, the newest first, without its text', async () => {
    const [one, other] = [await accounts.newAccount(), await accounts.newAccount()]
    const first = (await ask(one.accountId, 'Help.', 'Bug Report')).output.number
    const second = (await ask(one.accountId, 'Help!', 'Other')).output.number
    const [newest, oldest, ...rest] = await requestsOf(one.accountId)
    expect(newest).toEqual({ number: second, category: 'Other', status: 'open', createdAt: expect.any(String) })
    expect(oldest).toMatchObject({ number: first, category: 'Bug Report' })
    expect(rest).toEqual([])
    expect(await requestsOf(other.accountId)).toEqual([])
  })

  it('that was refused is not on the list', async () => {
    const { accountId } = await accounts.newAccount()
    for (let count = 0; count < 6; count++) await codeOf(ask(accountId, 'Help.'))
    expect(await requestsOf(accountId)).toHaveLength(5)
  })

  it.each(['x'.repeat(5_000), '☂'.repeat(5_000), 'a\r\nb\tc'])(
    'may say up to 5,000 characters of any kind',
    (description) => {
      const body = { category: 'bug report', description: ` ${description}\n` }
      expect(api.requestSupport.body.parse(body)).toEqual({ category: 'Bug Report', description })
    },
  )

  it.each(['x'.repeat(5_001), 'a\0b', 7, null, undefined])('may not say %.20j', (description) => {
    expect(api.requestSupport.body.safeParse({ category: 'Other', description }).success).toBe(false)
  })

  it('has one of five categories', () => {
    expect(supportCategories).toEqual(['Feature Request', 'Bug Report', 'Billing Questions', 'Account Access', 'Other'])
    expect(api.requestSupport.body.safeParse({ category: 'Praise', description: 'x' }).success).toBe(false)
  })
})

describe('a file with a request to support', () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n')
  const picture = () =>
    sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Artist: 'Ada Nightingale' } })
      .jpeg()
      .toBuffer()
  const refusalOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'accepted',
      (error: unknown) => String(error),
    )

  it('F1: waits sealed, an image without its metadata, a PDF as it was', async () => {
    const { accountId, email } = await accounts.newAccount()
    await askWith(accountId, pdf)
    await askWith(accountId, await picture())
    const emails = await emailsFrom(email)
    expect(emails.map(({ file_type }) => file_type).sort()).toEqual(['application/pdf', 'image/webp'])
    for (const { sealed_file } of emails) expect(sealed_file?.toString('latin1')).not.toMatch(/%PDF|WEBP|Nightingale/)
  })

  it.each([
    ['a text', () => Buffer.from('Hello.'), 'a PDF or a JPEG, PNG or WebP image; this is a file of another kind'],
    ['an archive', () => Buffer.from('PK\x03\x04 and more'), 'this is a ZIP archive'],
    ['a PDF without its end', () => pdf.subarray(0, 20), 'its end is missing'],
    ['an image that breaks off', async () => (await picture()).subarray(0, 400), 'is damaged'],
    ['too large', () => Buffer.concat([pdf, Buffer.alloc(attachmentBytesMax)]), 'at most 7 MB'],
  ])('is refused when it is %s, and nothing is sent', async (_, file, words) => {
    const { accountId, email } = await accounts.newAccount()
    expect(await refusalOf(askWith(accountId, await file()))).toContain(words)
    expect(await emailsFrom(email)).toEqual([])
    expect(await requestsOf(accountId)).toEqual([])
  })

  it('is refused when its image is too large once it is encoded again', async () => {
    const { accountId, email } = await accounts.newAccount()
    const attachment = (await picture()).toString('base64')
    const prepared = await prepareImage(attachment)
    if (prepared === 'busy' || !prepared.ok) return expect.unreachable()
    const large = { ...prepared, webp: Buffer.alloc(attachmentBytesMax + 1) }
    const asked = requestSupport({ ...accounts, images: { prepare: async () => large } })({
      ...by(accountId),
      body: { category: 'Other', description: 'See the file.', attachment },
    })
    expect(await refusalOf(asked)).toContain('at most 7 MB; encoded again, this image has 7 MB')
    expect(await emailsFrom(email)).toEqual([])
  })

  it('makes no email that a relay with a limit of 10,240,000 bytes refuses', async () => {
    const { email } = await accounts.newAccount()
    const description = '☂'.repeat(supportTextMax)
    const { subject, text, html } = supportRequest({
      number: '1',
      accountId: 'a',
      email,
      category: 'Other',
      description,
    })
    const file = { type: 'application/pdf', bytes: randomBytes(attachmentBytesMax) }
    const to = { id: 'one', to: email, replyTo: email, unsubscribeUrl: null, writtenAt: new Date() }
    const sender = { name: 'Praxidex', address: 'mail@example.org' }
    const written = composed({ ...to, subject, text, html, attachment: description, file }, sender)
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(written)
    expect(Buffer.isBuffer(message) && message.length).toBeLessThan(10_240_000)
  })

  it('has one form in base64', async () => {
    const { accountId } = await accounts.newAccount()
    for (const text of [`data:application/pdf;base64,${pdf.toString('base64')}`, 'AQ', 'AQID\n']) {
      expect(await codeOf(askWith(accountId, text))).toBe('invalid_input')
    }
    expect(api.requestSupport.body.safeParse({ category: 'Other', description: 'x', attachment: '' }).success).toBe(
      false,
    )
  })

  it('D5: may come ten times a day, whatever becomes of it', async () => {
    const { accountId } = await accounts.newAccount()
    for (let count = 0; count < 10; count++) expect(await codeOf(askWith(accountId, 'AQ'))).toBe('invalid_input')
    expect(await codeOf(askWith(accountId, pdf))).toBe('too_many_attempts')
    expect(await codeOf(ask(accountId, 'Without a file.'))).toBe('done')
  })
})

describe('a request to sales', () => {
  it('D5: is answered with the sentence of the specification, and goes to the operator once a day', async () => {
    const { accountId, email } = await accounts.newAccount()
    expect(await askSales(accountId)).toEqual({
      output: { message: 'Our sales team will contact you shortly to discuss pricing options.' },
    })
    const refused = await askSales(accountId).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'too_many_attempts', status: 429 })
    expect(await emailsFrom(email)).toMatchObject([{ kind: 'sales-request', subject: 'Praxidex sales: Enterprise' }])
  })

  it('that could not be written down may be sent again the same day', async () => {
    const { accountId, email } = await accounts.newAccount()
    const body = { tier: 'enterprise' } as const
    await expect(contactSales(withoutWriting())({ ...by(accountId), body })).rejects.toThrow(DatabaseAwayError)
    expect(await codeOf(askSales(accountId))).toBe('done')
    expect(await emailsFrom(email)).toHaveLength(1)
  })

  it.each(['free', 'gold', ''])('cannot be about %j', (tier) => {
    expect(api.contactSales.body.safeParse({ tier }).success).toBe(false)
  })
})
