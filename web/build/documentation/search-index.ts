/** The search index of the documentation: pages, headings, parameters, fields and errors. */
import MiniSearch, { type AsPlainObject } from 'minisearch'
import type { Block, Field, GuideDocs, Inline } from '../../pages/documentation/documentation.ts'
import type { WholeGroup } from './documentation.ts'
import { groups, guidesOfDocs } from './documented.ts'

interface Entry {
  id: string
  title: string
  /** The part of the documentation that it is found in: results are grouped by it. */
  section: string
  page: string
  text: string
}

/** Plain data: the browser reads the index with the same options. */
export const optionsOfIndex = { fields: ['title', 'text'], storeFields: ['title', 'section', 'page', 'text'] }

export function indexOf(): AsPlainObject {
  const index = new MiniSearch<Entry>(optionsOfIndex)
  index.addAll(uniqueEntries([...guidesOfDocs().flatMap(guideEntries), ...groups().flatMap(groupEntries)]))
  return index.toJSON()
}

function guideEntries({ address, title, blocks }: GuideDocs): Entry[] {
  const common = { section: 'Guides', page: title }
  const headings = blocks.flatMap((block, index) =>
    block.kind === 'heading'
      ? [{ ...common, id: `${address}#${block.id}`, title: block.text, text: textAfter(blocks, index) }]
      : [],
  )
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  const codes = rows.flatMap(([, code, sentence]) => {
    const [inline] = code ?? []
    if (inline?.kind !== 'code' || sentence === undefined) return []
    return [
      {
        section: title === 'Errors' ? title : 'Guides',
        page: title,
        id: `${address}#error-${inline.text}`,
        title: inline.text,
        text: plain(sentence),
      },
    ]
  })
  return [{ ...common, id: address, title, page: '', text: textAfter(blocks, -1) }, ...headings, ...codes]
}

/** The paragraph that follows a heading. */
function textAfter(blocks: readonly Block[], index: number): string {
  const next = blocks[index + 1]
  return next?.kind === 'paragraph' ? plain(next.inlines) : ''
}

function plain(inlines: readonly Inline[]): string {
  return inlines.map(({ text }) => text).join('')
}

function groupEntries({ address, title, overview, endpoints, models }: WholeGroup): Entry[] {
  return [
    { id: address, title, section: title, page: '', text: overview.join(' ') },
    ...endpoints.flatMap((entry) => {
      const page = `${entry.method} ${entry.path}`
      const { params, query, body, headers } = entry.request
      return [
        { id: entry.address, title: entry.summary, section: title, page, text: entry.description },
        ...Object.entries({ params, query, body, headers }).flatMap(([part, fields]) =>
          fields.map(({ name, description }) => ({
            id: `${entry.address}#${part}-${name}`,
            title: name,
            section: title,
            page,
            text: description,
          })),
        ),
      ]
    }),
    ...models.flatMap(({ name, fields }) =>
      fieldEntries(fields, `${address}#${name.toLowerCase().replaceAll(' ', '-')}`, { section: title, page: name }),
    ),
  ]
}

function fieldEntries(fields: readonly Field[], prefix: string, where: Pick<Entry, 'section' | 'page'>): Entry[] {
  return fields.flatMap(({ name, description, fields: inner }) => [
    { ...where, id: `${prefix}-${name}`, title: name, text: description },
    ...fieldEntries(inner, `${prefix}-${name}`, where),
  ])
}

function uniqueEntries(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}
