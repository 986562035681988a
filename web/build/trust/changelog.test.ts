import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { supportRequestYears } from '#contract/limits'
import { defaultOrigin } from '#contract/product'
import { lists } from '#server/sources/lists'
import { addressesOf } from '../../frame/page.ts'
import type { Inline, TextBlock } from '../../pages/documentation/documentation.ts'
import { pages } from '../../routes.ts'
import { atomFeed, changelogEntries } from './changelog.ts'
import { dataTerms } from './data-terms.ts'
import { privacy } from './privacy.ts'

test('every entry has a day, newest first, and links of trust pages lead to pages that exist', async () => {
  const entries = changelogEntries()
  expect(entries.length).toBeGreaterThan(5)
  const addresses = await Promise.all(pages.map(addressesOf))
  const known = new Set([...addresses.flat().map(({ path }) => path), '/changelog.atom', '/.well-known/security.txt'])
  const links = [...entries.flatMap(({ blocks }) => blocks), ...dataTerms(), ...privacy()].flatMap(linksIn)
  const own = links.filter((address) => address.startsWith('/'))
  expect(own.length).toBeGreaterThan(5)
  expect(own.filter((address) => !known.has(address.replace(/\?.*/, '')))).toEqual([])
  expect(links.filter((address) => !/^(\/|https:\/\/)/.test(address))).toEqual([])
})

test('the page on personal data says for how long requests to support are kept', () => {
  const tables = privacy().filter(({ kind }) => kind === 'table')
  expect(JSON.stringify(tables)).toMatch(new RegExp(`Support requests.{0,200}"${supportRequestYears} years"`))
})

test.each([
  ['## 2026-11-1: Title\n\nWords.\n', 'Expected "## yyyy-mm-dd: title" in the changelog; got "## 2026-11-1: Title"'],
  ['## 2026-11-01: A\n\na\n\n## 2026-11-02: B\n\nb\n', 'The changelog has 2026-11-02 below 2026-11-01'],
  ['## 2026-11-01: A\n\na\n\n## 2026-11-01: A\n\nb\n', 'The changelog has 2026-11-01-a twice'],
])('a changelog of %j is refused', (text, reason) => {
  expect(() => changelogEntries(text)).toThrow(reason)
})

test('the feed is well-formed Atom, with each entry once, by addresses that readers can open anywhere', () => {
  const entries = changelogEntries('## 2026-11-02: A & <B>\n\nSee [the terms](/terms/data) & `x < 1`.\n')
  const texts = new Map<string, string[]>()
  const parser = new SaxesParser({ xmlns: true })
  let open = ''
  parser.on('opentag', ({ name }) => {
    open = name
  })
  parser.on('text', (text) => texts.set(open, [...(texts.get(open) ?? []), text]))
  parser.on('error', (error) => expect.unreachable(error.message))
  parser.write(atomFeed(entries)).close()
  expect(texts.get('id')?.filter((id) => id.trim() !== '')).toEqual([
    `${defaultOrigin}/changelog`,
    `${defaultOrigin}/changelog#2026-11-02-a-b`,
  ])
  expect(texts.get('title')).toContain('A & <B>')
  expect(texts.get('content')?.join('')).toContain(
    `<p>See <a href="${defaultOrigin}/terms/data">the terms</a> &amp; <code>x &lt; 1</code>.</p>`,
  )
})

test('the terms name every list that the product can load, and which of them need consent', () => {
  const rows = dataTerms().flatMap((block) => (block.kind === 'table' ? block.rows : []))
  const text = rows.map((row) =>
    row
      .flat()
      .map((piece) => piece.text)
      .join(' '),
  )
  for (const { title, terms, consent } of lists) {
    const row = text.find((one) => one.startsWith(title)) ?? expect.unreachable(title)
    expect(row).toContain(terms)
    expect(row.includes('Loaded only if the operator agreed to them.')).toBe(consent !== undefined)
  }
})

function linksIn(block: TextBlock): string[] {
  const pieces: Inline[] =
    block.kind === 'paragraph'
      ? [...block.inlines]
      : block.kind === 'list'
        ? block.items.flat()
        : block.kind === 'table'
          ? block.rows.flat(2)
          : []
  return pieces.flatMap((piece) => (piece.kind === 'link' ? [piece.address] : []))
}
