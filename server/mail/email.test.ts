import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { composeEmail } from './email.ts'

/** WCAG 2, of two colors such as #16201f. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const words = {
  kind: 'an-email',
  greeting: 'Hi Ada N Example,',
  subject: 'Reset your password',
  paragraphs: ['Somebody asked for this.', 'Tom & "Ann" <b>wrote</b>.'],
  facts: [['Plan', "Tom's <plan>"]],
  link: { label: 'Go on', url: 'https://example.org/reset?token=1&b=2' },
  closing: ['It works for 30 minutes.'],
} as const

describe('an email', () => {
  it('says the same in plain text and in HTML', () => {
    const { text, html } = composeEmail(words)
    expect(text).toBe(`Hi Ada N Example,

Somebody asked for this.

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

  it('keeps the name of a fact on one line, whatever the length of its value', () => {
    expect(composeEmail(words).html).toMatch(/<td [^>]*white-space:nowrap[^>]*>Plan: <\/td>/)
  })

  it('takes its words for text, never for HTML', () => {
    const { html } = composeEmail(words)
    expect(html).toContain('Tom &#38; &#34;Ann&#34; &#60;b&#62;wrote&#60;/b&#62;.')
    expect(html).toContain('<a href="https://example.org/reset?token=1&#38;b=2"')
  })

  it('loads nothing from anywhere', () => {
    expect(composeEmail(words).html).not.toMatch(/<(img|link|script|iframe|object)|src=|url\(|@import|@font-face/i)
  })

  it('greets without a name where it knows none, and nobody where it is told so', () => {
    const { greeting: _, ...nameless } = words
    expect(composeEmail(nameless).text).toMatch(/^Hi,\n\nSomebody asked/)
    expect(composeEmail({ ...words, greeting: null }).text).toMatch(/^Somebody asked/)
  })

  it('has the colors of the screens, with enough contrast in the light and the dark theme', () => {
    const tokens = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')
    const { html } = composeEmail(words)
    const [dark = '', inline = ''] = [/<style>(.*)<\/style>/s.exec(html)?.[1], html.replace(/<style>.*<\/style>/s, '')]
    const colorsIn = (text: string) => new Set(text.match(/#[0-9a-f]{6}/g))
    expect(colorsIn(inline).size).toBeGreaterThanOrEqual(6)
    expect(colorsIn(dark).size).toBe(7)
    for (const color of [...colorsIn(inline), ...colorsIn(dark)]) expect(tokens).toContain(color)
    const pairs = [
      ['#16201f', '#ffffff'],
      ['#5c6865', '#ffffff'],
      ['#ffffff', '#0e5a6b'],
      ['#e8eeed', '#151d1f'],
      ['#8d9b99', '#151d1f'],
      ['#06262d', '#5cc2d4'],
    ] as const
    for (const [text, ground] of pairs) {
      expect(html).toContain(text)
      expect(html).toContain(ground)
      expect(contrast(text, ground)).toBeGreaterThan(4.5)
    }
  })

  it('D5: has a subject of one line, whatever it is made of', () => {
    const { subject, html } = composeEmail({ ...words, subject: 'Hello\r\nBcc: eve@example.org\u2028\0 there' })
    expect(subject).toBe('Hello Bcc: eve@example.org there')
    expect(html).toContain('<title>Hello Bcc: eve@example.org there</title>')
  })
})
