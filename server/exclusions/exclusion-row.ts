/** Reads rows of OIG's list of exclusions (LEIE, updated monthly as UPDATED.csv). */
export interface ExclusionRow {
  npi: string | null
  lastName: string
  firstName: string
  shownName: string
  dateOfBirth: string | null
  state: string | null
  type: string
  excludedOn: string
  reinstatedOn: string | null
  waiverState: string | null
}

const columns = [
  'LASTNAME',
  'FIRSTNAME',
  'BUSNAME',
  'NPI',
  'DOB',
  'STATE',
  'EXCLTYPE',
  'EXCLDATE',
  'REINDATE',
  'WVRSTATE',
] as const

type Column = (typeof columns)[number]

export type RowReader = (record: readonly string[]) => ExclusionRow | string

/** Throws an Error with one sentence unless it is the list's header. */
export function rowReader(header: readonly string[]): RowReader {
  const names = header.map((name) => name.trim().toUpperCase())
  const missing = columns.filter((column) => !names.includes(column))
  if (missing.length > 0) {
    throw new Error(
      `Expected OIG's list of exclusions (UPDATED.csv), whose first line names its columns; got none named ${missing.join(', ')}.`,
    )
  }
  return (record) => {
    if (record.length !== names.length) return `expected ${names.length} fields; got another number`
    return rowOf((column) => record[names.indexOf(column)]?.trim() ?? '')
  }
}

function rowOf(field: (column: Column) => string): ExclusionRow | string {
  const npi = field('NPI')
  if (!/^(\d{10})?$/.test(npi)) return 'NPI: expected ten digits'
  const [dateOfBirth, excludedOn, reinstatedOn] = (['DOB', 'EXCLDATE', 'REINDATE'] as const).map((name) =>
    dayOf(field(name)),
  )
  if (dateOfBirth === undefined) return 'DOB: expected a day as yyyymmdd'
  if (excludedOn === undefined || excludedOn === null) return 'EXCLDATE: expected a day as yyyymmdd'
  if (reinstatedOn === undefined) return 'REINDATE: expected a day as yyyymmdd'
  const type = field('EXCLTYPE')
  if (type === '') return 'EXCLTYPE: expected a section of the law'
  const [last, first, business] = [field('LASTNAME'), field('FIRSTNAME'), field('BUSNAME')]
  const shownName = business === '' ? `${first} ${last}`.trim() : business
  if (shownName === '') return 'LASTNAME, BUSNAME: expected a name'
  return {
    npi: /^0*$/.test(npi) ? null : npi,
    lastName: foldedName(last),
    firstName: foldedName(first),
    shownName,
    dateOfBirth,
    state: field('STATE') || null,
    type,
    excludedOn,
    reinstatedOn,
    waiverState: field('WVRSTATE') || null,
  }
}

/** As yyyy-mm-dd; null for none, undefined for what is no day. */
function dayOf(text: string): string | null | undefined {
  if (/^0*$/.test(text)) return null
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return isDay(day) ? day : undefined
}

export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}

const suffix = /[\s,]+(JR|SR|II|III|IV)\.?$/

/** In capitals, letters only, without accents and suffixes such as JR, as the list is compared. */
export function foldedName(name: string): string {
  const capitals = name.normalize('NFKD').toUpperCase().trim()
  return capitals.replace(suffix, '').replace(/[^A-Z]/g, '')
}
