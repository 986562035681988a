import {
  columnsSince2020,
  endpointColumns,
  formerColumnNames,
  mainColumns,
  otherNameColumns,
  secondaryLocationColumns,
} from '#registry/columns'
import type { SourceSummary } from '#registry/format'
import { shown } from '../build-error.ts'

/** The kinds of file with rows about providers. Their order is the code of the kind in staged rows. */
export const rowKinds = ['main', 'secondaryLocations', 'otherNames', 'endpoints', 'deactivations'] as const
export type RowKind = (typeof rowKinds)[number]

/** Whether the rows of a file are about providers, each with its NPI. */
export function hasRowsOfNpis(kind: SourceSummary['kind']): boolean {
  return rowKinds.some((one) => one === kind)
}

/** What a CSV file is, by its header. `columns[position]` is the index of that column in the layout of its kind. */
export type Recognised =
  | { kind: Exclude<RowKind, 'deactivations'>; header: readonly string[]; columns: Int16Array }
  | { kind: 'taxonomyLabels'; header: readonly string[] }
  | { kind: 'refused'; reason: string }

interface Layout {
  kind: Exclude<RowKind, 'deactivations'>
  file: string
  columns: readonly string[]
  /** Columns a file may lack. */
  optional: readonly string[]
}

const layouts: readonly Layout[] = [
  { kind: 'main', file: 'main file', columns: mainColumns, optional: columnsSince2020 },
  { kind: 'secondaryLocations', file: 'secondary location file', columns: secondaryLocationColumns, optional: [] },
  { kind: 'otherNames', file: 'other name file', columns: otherNameColumns, optional: [] },
  { kind: 'endpoints', file: 'endpoint file', columns: endpointColumns, optional: [] },
]

/** Columns NUCC's taxonomy table has always had; later ones came behind them. */
const taxonomyColumns = ['Code', 'Grouping', 'Classification', 'Specialization']

/** Below this likeness to any layout, a header is of another kind of file, and a list of missing columns would not help. */
const likenessMin = 0.1

/**
 * Recognises a file by the names of its columns, in any order; former names count as today's. A name that is unknown,
 * missing or there twice refuses the file: a column guessed wrong would fill the registry with wrong values.
 */
export function recognise(header: readonly string[]): Recognised {
  const names = header.map(tidyName).map((name) => formerColumnNames[name] ?? name)
  if (taxonomyColumns.every((name, index) => names[index] === name)) return { kind: 'taxonomyLabels', header: names }
  const ranked = layouts
    .map((layout) => ({ layout, likeness: likeness(layout.columns.map(tidyName), names) }))
    .sort((a, b) => b.likeness - a.likeness)
  const best = ranked[0]
  if (best === undefined || best.likeness < likenessMin) {
    const expected = "one of CMS's NPPES files or NUCC's taxonomy table"
    return { kind: 'refused', reason: `expected the header of ${expected}; got ${some(header.map(shown))}` }
  }
  return mapColumns(best.layout, header, names)
}

/** Names as they are compared: CMS itself is not steady about the blanks in them. */
function tidyName(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}

/** The share of names that two headers have in common. */
function likeness(columns: readonly string[], names: readonly string[]): number {
  const all = new Set([...columns, ...names])
  const common = new Set(columns.filter((name) => names.includes(name)))
  return common.size / all.size
}

function mapColumns(layout: Layout, header: readonly string[], names: readonly string[]): Recognised {
  const indexes = new Map(layout.columns.map((name, index) => [tidyName(name), index]))
  const unknown: string[] = []
  const repeated: string[] = []
  const missing = new Set(indexes.keys())
  const columns = new Int16Array(names.length)
  for (const [position, name] of names.entries()) {
    const index = indexes.get(name)
    if (index === undefined) unknown.push(`${shown(name)} (column ${position + 1})`)
    else if (!missing.delete(name)) repeated.push(`${shown(name)} (column ${position + 1})`)
    columns[position] = index ?? -1
  }
  for (const name of layout.optional) missing.delete(name)
  const faults = [
    ...(missing.size > 0 ? [`without ${some([...missing].map(shown))}`] : []),
    ...(unknown.length > 0 ? [`with the unknown ${some(unknown)}`] : []),
    ...(repeated.length > 0 ? [`with ${some(repeated)} a second time`] : []),
  ]
  if (faults.length === 0) return { kind: layout.kind, header, columns }
  const got = `${names.length} columns, ${faults.join(' and ')}`
  return {
    kind: 'refused',
    reason: `expected the ${layout.columns.length} columns of CMS's ${layout.file}; got ${got}`,
  }
}

/** The first few of some names, and how many more there are. */
function some(names: readonly string[]): string {
  const namesMax = 5
  const more = names.length - namesMax
  return `${names.slice(0, namesMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
