import { describe, expect, it } from 'vitest'
import { composeEmail } from './email.ts'

const words = {
  kind: 'an-email',
  subject: 'Reset your password',
  paragraphs: ['Somebody asked for this.', 'Tom & "Ann" <b>wrote</b>.'],
  facts: [['Plan', "Tom's <plan>"]],
  link: { label: 'Go on', url: 'https://example.org/reset?token=1&b=2' },
  closing: ['It works for 30 minutes.'],
} as const

describe('an email', () => {
  it('says the same in plain text and in HTML', () => {
    const { text, html } = composeEmail(words)
    expect(text).toBe(`Somebody asked for this.

Tom & "Ann" <b>wrote</b>.

Plan: Tom's <plan>

Go on:
https://example.org/reset?token=1&b=2

It works for 30 minutes.

-- 
Praxidex
`)
    const shown = html
      .replace(/^.*<body[^>]*>/s, '')
      .replace(/<[^>]*>/g, '')
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    for (const line of text.split('\n').filter((line) => line !== '-- '))
      expect(shown).toContain(line.replace(/:$/, ''))
  })

  it('takes its words for text, never for HTML', () => {
    const { html } = composeEmail(words)
    expect(html).toContain('Tom &#38; &#34;Ann&#34; &#60;b&#62;wrote&#60;/b&#62;.')
    expect(html).toContain('<a href="https://example.org/reset?token=1&#38;b=2"')
  })

  it('loads nothing from anywhere', () => {
    expect(composeEmail(words).html).not.toMatch(/<(img|link|script|iframe|style|object)|src=|url\(|@import/i)
  })

  it('D5: has a subject of one line, whatever it is made of', () => {
    const { subject, html } = composeEmail({ ...words, subject: 'Hello\r\nBcc: eve@example.org\u2028\0 there' })
    expect(subject).toBe('Hello Bcc: eve@example.org there')
    expect(html).toContain('<title>Hello Bcc: eve@example.org there</title>')
  })
})
