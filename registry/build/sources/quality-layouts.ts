/**
 * The files beside those of NPIs: reviews in our own form, and CMS's files about hospitals and groups, as data.cms.gov and the
 * archives of it have them. CMS renames and adds columns from year to year, so a file is known by the columns that are needed;
 * names count without regard to case, dots, underscores and blanks, and former names as those of today.
 */

interface Layout {
  /** What sentences call it. */
  file: string
  columns: readonly string[]
  /** Columns a file may lack. */
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

/** Where the columns of a kind stand in one file; -1 for one that the file lacks. */
export type QualityColumns<K extends QualityKind> = Readonly<
  Record<(typeof layouts)[K]['columns'][number] | (typeof layouts)[K]['optional'][number], number>
>

export type RecognisedQuality =
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

/** The file a header belongs to; undefined when it is none of these. */
export function recogniseQuality(header: readonly string[]): RecognisedQuality | undefined {
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

/** The form is ours, so a column that nobody knows is a mistake, and not one of a later year. */
function ownForm(names: readonly string[]): RecognisedQuality {
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

function found<K extends QualityKind>(kind: K, names: readonly string[]): RecognisedQuality {
  const { file, columns, optional } = layouts[kind]
  const wanted: readonly string[] = [...columns, ...optional]
  const repeated = wanted.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (repeated.length > 0) {
    const reason = `expected each column of the ${file} once; got ${repeated.join(', ')} a second time`
    return { kind: 'refused', reason }
  }
  const positions = Object.fromEntries(wanted.map((name) => [name, names.indexOf(name)]))
  // Object.fromEntries forgets its keys: they are all columns of the layout of this kind.
  return { kind, columns: positions } as RecognisedQuality
}
