/**
 * Recognizes CSV files by their headers. A header must fit: a wrong guess would fill the registry with wrong values.
 */
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

export function hasRowsOfNpis(kind: SourceSummary['kind']): boolean {
  return rowKinds.some((one) => one === kind)
}

/** `columns[position]` is the index of that column in the layout of its kind. */
export type Recognized =
  | { kind: Exclude<RowKind, 'deactivations'>; header: readonly string[]; columns: Int16Array }
  | { kind: 'taxonomyLabels'; header: readonly string[] }
  | { kind: 'refused'; reason: string }

interface NpiLayout {
  kind: Exclude<RowKind, 'deactivations'>
  file: string
  columns: readonly string[]
  optional: readonly string[]
}

const npiLayouts: readonly NpiLayout[] = [
  { kind: 'main', file: 'main file', columns: mainColumns, optional: columnsSince2020 },
  { kind: 'secondaryLocations', file: 'secondary location file', columns: secondaryLocationColumns, optional: [] },
  { kind: 'otherNames', file: 'other name file', columns: otherNameColumns, optional: [] },
  { kind: 'endpoints', file: 'endpoint file', columns: endpointColumns, optional: [] },
]

/** Columns NUCC's taxonomy table has always had; later ones came behind them. */
const taxonomyColumns = ['Code', 'Grouping', 'Classification', 'Specialization']

/** Below this likeness to any layout, a header is of another kind of file. */
const likenessMin = 0.1

/** Former names count as today's. A name that is unknown, missing or there twice refuses the file. */
export function recognize(header: readonly string[]): Recognized {
  const names = header.map(tidyName).map((name) => formerColumnNames[name] ?? name)
  if (taxonomyColumns.every((name, index) => names[index] === name)) return { kind: 'taxonomyLabels', header: names }
  const ranked = npiLayouts
    .map((layout) => ({ layout, likeness: likeness(layout.columns.map(tidyName), names) }))
    .sort((a, b) => b.likeness - a.likeness)
  const best = ranked[0]
  if (best === undefined || best.likeness < likenessMin) {
    const expected = "one of CMS's NPPES files or NUCC's taxonomy table"
    return { kind: 'refused', reason: `expected the header of ${expected}; got ${some(header.map(shown))}` }
  }
  return mapColumns(best.layout, header, names)
}

/** CMS itself is not steady about the blanks in names. */
function tidyName(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}

function likeness(columns: readonly string[], names: readonly string[]): number {
  const all = new Set([...columns, ...names])
  const common = new Set(columns.filter((name) => names.includes(name)))
  return common.size / all.size
}

function mapColumns(layout: NpiLayout, header: readonly string[], names: readonly string[]): Recognized {
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

function some(names: readonly string[]): string {
  const namesMax = 5
  const more = names.length - namesMax
  return `${names.slice(0, namesMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * Reviews in our own form, and CMS's files about hospitals and groups. CMS renames and adds columns from year to year,
 * so only the needed ones count; case, dots, underscores and blanks do not.
 */

interface Layout {
  file: string
  columns: readonly string[]
  optional: readonly string[]
}

const layouts = {
  reviews: { file: 'file of reviews', columns: ['npi', 'rating', 'date', 'source'], optional: ['comment'] },
  hospitals: {
    file: 'Hospital General Information',
    columns: ['facility id', 'facility name', 'address', 'zip code', 'hospital overall rating'],
    optional: [],
  },
  hospitalSurveys: {
    file: 'hospital patient survey (HCAHPS)',
    columns: ['facility id', 'hcahps measure id', 'hcahps answer description', 'hcahps answer percent'],
    optional: ['number of completed surveys', 'patient survey star rating', 'end date'],
  },
  groupSurveys: {
    file: 'patient experience of clinician groups (CAHPS for MIPS)',
    columns: ['org pac id', 'facility name', 'measure cd', 'measure title', 'prf rate', 'patient count'],
    optional: [],
  },
  clinicianGroups: {
    file: 'Doctors and Clinicians national file',
    columns: ['npi', 'org pac id', 'facility name', 'adr ln 1', 'zip code'],
    optional: ['adr ln 2'],
  },
} as const satisfies Record<string, Layout>

type QualityKind = keyof typeof layouts

/** The positions of a kind's columns in one file; -1 for one that the file lacks. */
export type QualityColumns<K extends QualityKind> = Readonly<
  Record<(typeof layouts)[K]['columns'][number] | (typeof layouts)[K]['optional'][number], number>
>

export type RecognizedQuality =
  | { [K in QualityKind]: { kind: K; columns: QualityColumns<K> } }[QualityKind]
  | { kind: 'refused'; reason: string }

const formerNames: Readonly<Record<string, string>> = {
  'provider id': 'facility id',
  'provider number': 'facility id',
  'hospital name': 'facility name',
  'org nm': 'facility name',
  zip: 'zip code',
  'measure end date': 'end date',
}

/** Undefined when the header is of none of these. */
export function recognizeQuality(header: readonly string[]): RecognizedQuality | undefined {
  const names = header.map((name) =>
    name
      .toLowerCase()
      .replace(/[\s._]+/g, ' ')
      .trim(),
  )
  const known = names.map((name) => formerNames[name] ?? name)
  if (hasAll(known, layouts.hospitals)) return found('hospitals', known)
  if (hasAll(known, layouts.hospitalSurveys)) return found('hospitalSurveys', known)
  if (hasAll(known, layouts.groupSurveys)) return found('groupSurveys', known)
  if (hasAll(known, layouts.clinicianGroups)) return found('clinicianGroups', known)
  return known.includes('npi') && known.includes('rating') ? ownForm(known) : undefined
}

/** The form is ours, so an unknown column is a mistake. */
function ownForm(names: readonly string[]): RecognizedQuality {
  const { columns, optional } = layouts.reviews
  const all: readonly string[] = [...columns, ...optional]
  const missing = columns.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !all.includes(name))
  if (missing.length === 0 && unknown.length === 0) return found('reviews', names)
  const faults = [
    ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`with the unknown ${unknown.map((name) => JSON.stringify(name)).join(', ')}`] : []),
  ]
  const expected = `expected the columns ${all.join(', ')} of a ${layouts.reviews.file}`
  return { kind: 'refused', reason: `${expected}; got ${names.length} columns, ${faults.join(' and ')}` }
}

function hasAll(names: readonly string[], { columns }: Layout): boolean {
  return columns.every((name) => names.includes(name))
}

function found<K extends QualityKind>(kind: K, names: readonly string[]): RecognizedQuality {
  const { file, columns, optional } = layouts[kind]
  const wanted: readonly string[] = [...columns, ...optional]
  const repeated = wanted.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (repeated.length > 0) {
    const reason = `expected each column of the ${file} once; got ${repeated.join(', ')} a second time`
    return { kind: 'refused', reason }
  }
  const positions = Object.fromEntries(wanted.map((name) => [name, names.indexOf(name)]))
  // Object.fromEntries forgets its keys: they are all columns of the layout of this kind.
  return { kind, columns: positions } as RecognizedQuality
}
