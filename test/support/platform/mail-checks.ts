/** What every way to send mail promises, whichever it is; the tests of each implementation run this list. */
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mail, Message } from '../../../server/platform/mail/mail.ts'
import { MessageRefusedError } from '../../../server/platform/mail/message.ts'
import { uuidv7 } from '../../../server/platform/uuid.ts'

export interface MailUnderTest {
  mail: Mail
  /** The messages to this address, as a mail program reads them, with attachments as text. */
  arrived(to: string): Promise<Email[]>
  /** Makes the next messages fail, or not. */
  fail(isFailing: boolean): void | Promise<void>
}

/** A message to an address of its own. */
export function newMessage(change: Partial<Message> = {}): Message {
  const id = uuidv7()
  return {
    id,
    to: `${id}@example.org`,
    subject: 'Grüße — ☂',
    text: 'Über den Bäumen: https://example.org/?token=abc_def-ghi\n\n.\n-- \nPraxidex\n',
    html: '<p>Über den Bäumen</p>\n',
    attachment: null,
    file: null,
    replyTo: null,
    unsubscribeUrl: null,
    writtenAt: new Date('2026-11-20T10:00:00Z'),
    ...change,
  }
}

/** Declares the checks for a part that `open` opens, with a sender of the name Praxidex at care@example.org. */
export function checkMail(name: string, open: () => Promise<MailUnderTest>): void {
  describe(`${name}, as every way to send mail,`, () => {
    let tested: MailUnderTest
    beforeAll(async () => {
      tested = await open()
    })
    afterAll(() => tested.mail.close())

    const sent = async (change: Partial<Message> = {}) => {
      const message = newMessage(change)
      await tested.mail.send(message)
      const [email, ...others] = await tested.arrived(message.to)
      expect(others).toEqual([])
      return { message, email }
    }
    const trimmed = (words: string | undefined) => words?.replaceAll('\r\n', '\n').trim()

    it('delivers subject, text and HTML as they were written', async () => {
      const { message, email } = await sent()
      expect(email?.subject).toBe(message.subject)
      expect(trimmed(email?.text)).toBe(message.text.trim())
      expect(trimmed(email?.html)).toBe(message.html.trim())
      expect(email?.attachments).toEqual([])
    })

    it('names sender, recipient, time, and that no person wrote it', async () => {
      const { message, email } = await sent()
      expect(email?.from).toMatchObject({ name: 'Praxidex', address: 'care@example.org' })
      expect(email?.to).toMatchObject([{ address: message.to }])
      expect(email?.date).toBe('2026-11-20T10:00:00.000Z')
      expect(email?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    })

    it('says where an answer goes', async () => {
      expect((await sent({ replyTo: 'grace@example.org' })).email?.replyTo).toMatchObject([
        { address: 'grace@example.org' },
      ])
      expect((await sent()).email?.replyTo).toBeUndefined()
    })

    it('gives every message an id that stays the same with every try', async () => {
      const { message, email } = await sent()
      expect(email?.messageId).toBe(`<${message.id}@example.org>`)
      await tested.mail.send(message)
      const ids = (await tested.arrived(message.to)).map(({ messageId }) => messageId)
      expect(new Set(ids)).toEqual(new Set([email?.messageId]))
    })

    it('D5: sends a text along as a file of plain text', async () => {
      const attachment = 'From: me\r\n<script>Straße</script>\n'
      const { email } = await sent({ attachment })
      expect(email?.attachments).toMatchObject([
        { filename: 'message.txt', mimeType: 'text/plain', content: attachment },
      ])
    })

    it('sends a PDF or an image along as a file of that kind, beside the text', async () => {
      const bytes = Buffer.from('%PDF-1.7 %%EOF')
      const { email } = await sent({ attachment: 'Hello', file: { type: 'application/pdf', bytes } })
      expect(email?.attachments).toMatchObject([
        { filename: 'message.txt', mimeType: 'text/plain' },
        { filename: 'attachment.pdf', mimeType: 'application/pdf', content: bytes.toString() },
      ])
    })

    it.each([
      { subject: 'Hello\r\nBcc: eve@example.org' },
      { to: 'a@example.org\r\nBcc: eve@example.org' },
      { to: 'a@example.org\n' },
      { replyTo: 'a@example.org\r\nBcc: eve@example.org' },
    ])('D5: refuses for good what would add a header: %j', async (change) => {
      await expect(tested.mail.send(newMessage(change))).rejects.toThrow(MessageRefusedError)
    })

    it('takes one recipient, whatever the address looks like', async () => {
      await tested.mail.send(newMessage({ to: `eve@example.org,${uuidv7()}@example.org` })).catch(() => {})
      expect(await tested.arrived('eve@example.org')).toEqual([])
    })

    it('fails while it is away in a way that may be tried again, and works afterwards', async () => {
      const message = newMessage()
      await tested.fail(true)
      const error: unknown = await tested.mail.send(message).catch((thrown: unknown) => thrown)
      await tested.fail(false)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(MessageRefusedError)
      await tested.mail.send(message)
      expect(await tested.arrived(message.to)).toHaveLength(1)
    })

    it('takes many messages at once', async () => {
      const messages = Array.from({ length: 20 }, () => newMessage())
      await Promise.all(messages.map((message) => tested.mail.send(message)))
      for (const { to } of messages) expect(await tested.arrived(to)).toHaveLength(1)
    })
  })
}
