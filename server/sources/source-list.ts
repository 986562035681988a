/**
 * What a list of a primary source is: one publisher's file, as data. `lists/` has one file a state or agency; a reader
 * turns a row into what the product keeps of it or refuses it with a reason. Birth dates and streets of persons are
 * never kept.
 */
import type { licenseStatuses } from '#contract/sources'

export type SourceKind = 'license' | 'exclusion' | 'medicare'

/**
 * A field of the row by its column, trimmed; empty where the row has none. Names are matched as `columnKey` folds. The
 * second column of a name is `NAME (2)`; one without a name is `column 5`, counted from 1.
 */
export type Fields = (column: string) => string

/** Why a row was refused: a column, and what was expected there. */
export interface Refusal {
  refused: string
}

export interface PersonName {
  last: string
  first: string
  middle: string
  suffix: string
}

export type LicenseStatus = (typeof licenseStatuses)[number]

/** Days are yyyy-mm-dd. */
export interface LicenseRow {
  /** Two letters, in a list of more states than one; elsewhere it is that of the list. */
  state?: string
  /** RN, LPN, APRN, MD, DO, PA, …: capitals, the field's own abbreviation. */
  profession: string
  /** As published, prefix and all. */
  number: string
  npi: string | null
  name: PersonName
  /** Other names on file: maiden name, aliases. */
  otherNames: readonly PersonName[]
  /** Null where the list says nothing of it, such as a list of actions. */
  status: LicenseStatus | null
  /** The board's own words. */
  statusText: string
  issuedOn: string | null
  expiresOn: string | null
  /** The board's words of its action; null for none. */
  discipline: string | null
  disciplinedOn: string | null
}

/** Somebody, or something, that a federal or state program shuts out. */
export interface ExclusionRow {
  /** Those of the row whose check digit is right. */
  npis: readonly string[]
  /** Of a person; null for an organization. */
  name: PersonName | null
  organization: string | null
  otherNames: readonly PersonName[]
  licenseNumbers: readonly string[]
  city: string | null
  state: string | null
  /** Section of the law or the list's words, such as 1128a1. */
  basis: string
  since: string | null
  /** The first day on which it no longer holds: reinstated, expired or withdrawn; null while it holds. */
  until: string | null
  /** The state with a waiver, from LEIE. */
  waiverState: string | null
}

/** One fact of Medicare on an NPI or an enrollment. */
export type MedicareRow =
  | {
      fact: 'order_refer'
      npi: string
      partB: boolean
      dme: boolean
      hha: boolean
      pmd: boolean
      hospice: boolean | null
    }
  | { fact: 'opt_out'; npi: string; since: string; until: string | null; mayOrderAndRefer: boolean | null }
  | { fact: 'affiliation'; npi: string; ccn: string; facilityType: string; parentCcn: string | null }
  | { fact: 'clinician'; npi: string; acceptsAssignment: boolean | null }
  | { fact: 'enrollment'; npi: string; enrollmentId: string; providerType: string; state: string }
  | { fact: 'reassignment'; enrollmentId: string; toEnrollmentId: string }

interface RowOf {
  license: LicenseRow
  exclusion: ExclusionRow
  medicare: MedicareRow
}

export interface SourceList<Kind extends SourceKind = SourceKind> {
  kind: Kind
  /** What `--as` takes: lower case with hyphens, the state or agency first, such as `co-nursing`. */
  name: string
  /** Publisher and list, as findings name it: "Colorado DORA, nursing licenses". */
  title: string
  /** Two letters; null for federal lists. */
  state: string | null
  /** Each set of columns, one a layout, that tells the list; folded by `columnKey` before they are compared. */
  layouts: readonly (readonly string[])[]
  /** Of its files, where several lists share a layout. */
  fileName?: RegExp
  /** Of files that add to the list: their rows take the place of those of the same name, NPI and first day. */
  supplementName?: RegExp
  /** Where `update` finds the newest file unless the settings name another place; absent where none is stable. */
  address?: string
  /** Where the publisher offers it. */
  page: string
  /** Days from one publication to the next; a list older than twice as many is stale. */
  rhythmDays: number
  /** What the publisher asks of users, in one sentence. */
  terms: string
  /** Why it is not loaded unless the operator agreed in the settings; absent on most. */
  consent?: string
  /** Licenses: the professions of which it is the whole roll of its state; elsewhere empty. */
  wholeRollOf: readonly string[]
  /** Licenses: whether its rows are boards' actions, or licenses with these; absent where it says nothing of them. */
  actions?: 'only' | 'too'
  /** The rows that one row of the file makes (several people in one cell); none for headings and blank lines. */
  read: (fields: Fields) => readonly RowOf[Kind][] | Refusal
}

export type AnyList = { [Kind in SourceKind]: SourceList<Kind> }[SourceKind]

export type AnyRow = RowOf[SourceKind]

/** Whether a text is a real day as yyyy-mm-dd. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}

/** A column's name as it is compared: lower case, line breaks and runs of spaces as one, no colon at its end. */
export function columnKey(name: string): string {
  return name
    .replace(/^\uFEFF/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/:$/, '')
    .toLowerCase()
}
