/** The search index of the documentation: pages, headings, parameters, fields and errors. */
import MiniSearch, { type AsPlainObject } from 'minisearch'
import type { Field, GroupDocs, GuideDocs } from '../../pages/documentation/documentation.ts'
import { groups, guidesOfDocs } from './documented.ts'

interface Entry {
  id: string
  title: string
  page: string
  text: string
}

/** Plain data: the browser reads the index with the same options. */
export const optionsOfIndex = { fields: ['title', 'text'], storeFields: ['title', 'page'] }

export function indexOf(): AsPlainObject {
  const index = new MiniSearch<Entry>(optionsOfIndex)
  index.addAll(uniqueEntries([...guidesOfDocs().flatMap(guideEntries), ...groups().flatMap(groupEntries)]))
  return index.toJSON()
}

function guideEntries({ address, title, blocks }: GuideDocs): Entry[] {
  const headings = blocks.flatMap((block) =>
    block.kind === 'heading' ? [{ id: `${address}#${block.id}`, title: block.text, page: title, text: '' }] : [],
  )
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  const codes = rows.flatMap(([, code, sentence]) => {
    const [inline] = code ?? []
    if (inline?.kind !== 'code' || sentence === undefined) return []
    const text = sentence.map((piece) => piece.text).join('')
    return [{ id: `${address}#error-${inline.text}`, title: inline.text, page: `${title}: Errors`, text }]
  })
  return [{ id: address, title, page: 'Guide', text: '' }, ...headings, ...codes]
}

function groupEntries({ address, title, overview, endpoints, models }: GroupDocs): Entry[] {
  return [
    { id: address, title, page: 'Group', text: overview.join(' ') },
    ...models.flatMap(({ name, fields }) =>
      fieldEntries(fields, `${address}#${name.toLowerCase().replaceAll(' ', '-')}`, `${title}: ${name}`),
    ),
    ...endpoints.flatMap((entry) => {
      const page = `${entry.method} ${entry.path}`
      const { params, query, body, headers } = entry.request
      return [
        { id: entry.address, title: entry.summary, page, text: `${page} ${entry.description}` },
        ...Object.entries({ params, query, body, headers }).flatMap(([part, fields]) =>
          fields.map(({ name, description }) => ({
            id: `${entry.address}#${part}-${name}`,
            title: name,
            page,
            text: description,
          })),
        ),
      ]
    }),
  ]
}

function fieldEntries(fields: readonly Field[], prefix: string, page: string): Entry[] {
  return fields.flatMap(({ name, description, fields: inner }) => [
    { id: `${prefix}-${name}`, title: name, page, text: description },
    ...fieldEntries(inner, `${prefix}-${name}`, page),
  ])
}

function uniqueEntries(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}
