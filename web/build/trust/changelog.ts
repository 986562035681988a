/** docs/changelog.md as the entries of a page and as an Atom feed (RFC 4287). */
import { readFileSync } from 'node:fs'
import { marked } from 'marked'
import { escaped } from '#contract/markup'
import { changelogFeed, defaultOrigin, productName } from '#contract/product'
import type { TextBlock } from '../../pages/documentation/documentation.ts'
import { idOf, textBlocksOf } from '../documentation/blocks.ts'

export interface ChangelogEntry {
  /** yyyy-mm-dd */
  day: string
  title: string
  id: string
  blocks: readonly TextBlock[]
  html: string
}

/** Newest first. Throws an Error for a heading without a day, and for entries that are out of order or alike. */
export function changelogEntries(
  markdown = readFileSync(new URL('../../../docs/changelog.md', import.meta.url), 'utf8'),
): ChangelogEntry[] {
  const entries = markdown
    .split(/^## /m)
    .slice(1)
    .map((part): ChangelogEntry => {
      const [, day, title, body] = /^(\d{4}-\d{2}-\d{2}): (.+)\n([\s\S]*)$/.exec(part) ?? []
      if (day === undefined || title === undefined || body === undefined) {
        throw new Error(`Expected "## yyyy-mm-dd: title" in the changelog; got "## ${part.split('\n', 1).join('')}"`)
      }
      // A feed's reader does not know where relative links begin.
      const html = marked.parse(body.replaceAll('](/', `](${defaultOrigin}/`), { async: false })
      return { day, title, id: idOf(`${day} ${title}`), blocks: textBlocksOf(body), html }
    })
  for (const [index, { day, id }] of entries.entries()) {
    const before = entries[index - 1]
    if (before !== undefined && before.day < day) throw new Error(`The changelog has ${day} below ${before.day}`)
    if (entries.some((other, at) => at < index && other.id === id)) throw new Error(`The changelog has ${id} twice`)
  }
  return entries
}

export function atomFeed(entries: readonly ChangelogEntry[]): string {
  const page = `${defaultOrigin}/changelog`
  const items = entries.map(({ day, title, id, html }) => [
    '  <entry>',
    `    <id>${page}#${id}</id>`,
    `    <title>${escaped(title)}</title>`,
    `    <updated>${day}T00:00:00Z</updated>`,
    `    <link rel="alternate" href="${page}#${id}"/>`,
    `    <content type="html">${escaped(html)}</content>`,
    '  </entry>',
  ])
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${page}</id>`,
    `  <title>${productName}: changelog</title>`,
    `  <author><name>${productName}</name></author>`,
    `  <updated>${entries[0]?.day ?? '1970-01-01'}T00:00:00Z</updated>`,
    `  <link rel="self" href="${defaultOrigin}${changelogFeed}"/>`,
    `  <link rel="alternate" href="${page}"/>`,
    ...items.flat(),
    '</feed>',
    '',
  ].join('\n')
}
