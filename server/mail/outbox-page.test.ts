import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMessage } from '../../test/support/platform/mail-checks.ts'
import { openMail } from '../platform/mail/mail.ts'
import { serveOutbox } from './outbox-page.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'praxidex-outbox-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

async function page(folder: string) {
  const app = Fastify()
  serveOutbox(app, folder)
  const answer = await app.inject('/dev/outbox')
  await app.close()
  return answer
}

describe('the page of the outbox', () => {
  it('says that there are no emails before the first one', async () => {
    expect((await page(join(dir, 'none'))).body).toContain('No emails yet.')
  })

  it('shows the latest emails first, with links to follow, and takes what they say for text', async () => {
    const mail = openMail({ mail: { kind: 'outbox', dir }, mailFrom: { name: '', address: 'care@example.org' } })
    await mail.send(newMessage({ subject: 'The first' }))
    const text = 'Go on:\nhttps://example.org/?token=a&b=<c>\n<script>alert(1)</script>\n'
    await mail.send(newMessage({ to: 'ada@example.org', subject: 'The <second>', text, attachment: 'x' }))
    const { body, headers } = await page(dir)
    expect(body.indexOf('The &#60;second&#62;')).toBeGreaterThan(0)
    expect(body.indexOf('The first')).toBeGreaterThan(body.indexOf('The &#60;second&#62;'))
    expect(body).toContain('To ada@example.org, Nov 20, 2026, 10:00:00 UTC, with message.txt')
    expect(body).toContain('<a href="https://example.org/?token=a&#38;b=">')
    expect(body).not.toContain('<script')
    expect(body).toContain(':root{color-scheme:light dark}')
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
  })

  it('shows an email that waited long where it came, not where it was written', async () => {
    const folder = join(dir, 'waited')
    const mailFrom = { name: '', address: 'care@example.org' }
    const mail = openMail({ mail: { kind: 'outbox', dir: folder }, mailFrom })
    const emails = [
      ['2', 'Written later', 1_000],
      ['1', 'Came last', 2_000],
    ] as const
    for (const [id, subject, cameSeconds] of emails) {
      await mail.send(newMessage({ id, subject }))
      utimesSync(join(folder, `${id}.eml`), cameSeconds, cameSeconds)
    }
    const { body } = await page(folder)
    expect(body.indexOf('Came last')).toBeGreaterThan(0)
    expect(body.indexOf('Written later')).toBeGreaterThan(body.indexOf('Came last'))
  })
})
