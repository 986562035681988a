/**
 * Makes a list of licenses of what is particular to it: its columns, its words for status and profession, the form of
 * its numbers. A word that a list is not known to use refuses the row; nothing is guessed. Applications are no licenses
 * and make no row.
 */
import { nameOf, partyOf, dayOf as readDay, textOf } from '../../cells.ts'
import type { Fields, LicenseRow, LicenseStatus, PersonName, Refusal, SourceList } from '../../source-list.ts'

/** A column, or a column with what its text means for this list. */
type Cell = string | { column: string; read: (text: string, fields: Fields) => string }

interface Columns {
  number: Cell
  /** In columns of its own, in one as First Middle Last (and another name that is written so), or as Last, First. */
  name: { last: Cell; first: Cell; middle?: Cell; suffix?: Cell } | { full: Cell; other?: Cell } | { lastFirst: Cell }
  profession?: Cell
  /** Tells MD from DO where a board licenses both as physicians. */
  degree?: Cell
  status?: Cell
  /** The board's own words of the status, where they are not what it is read from. */
  statusText?: Cell
  issued?: Cell
  expires?: Cell
  discipline?: Cell
  disciplined?: Cell
}

/** Null for words that say nothing of the license's status. */
type Word = LicenseStatus | 'application' | null

interface LicenseList extends Omit<SourceList<'license'>, 'kind' | 'read' | 'actions'> {
  columns: Columns
  number: { form: RegExp; example: string }
  /** Its words in lower case, beyond those that all boards use alike. */
  statuses?: Readonly<Record<string, Word>>
  /** Its words in lower case, beyond `professions`. */
  professions?: Readonly<Record<string, string>>
  /** A roll of all trades: rows of professions that the product does not know make no row. */
  hasOtherTrades?: true
  /** Rows without a number are of people without a license and make no row. */
  hasUnlicensed?: true
}

/** What boards call the professions, alike from state to state. MD/DO is either, where the board does not say which. */
const professions: Readonly<Record<string, string>> = {
  rn: 'RN',
  'registered nurse': 'RN',
  'registered professional nurse': 'RN',
  lpn: 'LPN',
  'licensed practical nurse': 'LPN',
  'licensed vocational nurse': 'LPN',
  aprn: 'APRN',
  'advanced practice registered nurse': 'APRN',
  'advanced practice nurse': 'APRN',
  'medical doctor': 'MD',
  'osteopathic physician': 'DO',
  'physician assistant': 'PA',
}

const statuses: Readonly<Record<string, Word>> = {
  active: 'active',
  'active in renewal': 'active',
  'active - with conditions': 'active',
  'active with conditions': 'active',
  'active - restricted': 'active',
  'active with restrictions': 'active',
  'active on probation': 'active',
  probation: 'active',
  expired: 'expired',
  lapsed: 'expired',
  'not renewed': 'expired',
  'failed to renew': 'expired',
  inactive: 'inactive',
  retired: 'inactive',
  cancelled: 'inactive',
  closed: 'inactive',
  terminated: 'inactive',
  'null and void': 'inactive',
  suspended: 'suspended',
  suspension: 'suspended',
  'summary suspension': 'suspended',
  revoked: 'revoked',
  revocation: 'revoked',
  surrender: 'surrendered',
  surrendered: 'surrendered',
  'voluntary surrender': 'surrendered',
  'voluntarily surrendered': 'surrendered',
  deceased: 'deceased',
}

const application = /^(online )?application\b|^pending\b|^exam process$|^denied$/

/** Statuses that say of themselves that the board limits the license. */
const limited = /condition|probation|restrict|chaperone|\blimited/i

const noDiscipline = /^(|none|no|n|n\/a|false|0)$/i
const someDiscipline = /^(yes|y|true|1)$/i
/** What a list says that only marks licenses with an action. */
const markedDiscipline = 'On file; the list does not say what.'

/** Of which a roll of all trades is the whole roll. */
export const knownProfessions = ['RN', 'LPN', 'APRN', 'MD', 'DO', 'PA'] as const

export function licenseList(list: LicenseList): SourceList<'license'> {
  const { columns, number, statuses: ownStatuses, professions: ownProfessions, ...others } = list
  const { hasOtherTrades, hasUnlicensed, ...rest } = others
  const words = { ...statuses, ...ownStatuses }
  const trades = { ...professions, ...ownProfessions }
  const dayOf = rememberingDays()
  const actions = columns.discipline === undefined ? undefined : columns.status === undefined ? 'only' : 'too'
  return { ...rest, kind: 'license', ...(actions !== undefined && { actions }), read }

  function read(fields: Fields): readonly LicenseRow[] | Refusal {
    const text = reader(fields)
    const names = namesOf(columns, text)
    const license = text(columns.number)
    if (license === '' && (hasUnlicensed || names.length === 0)) return []

    const trade = own(trades, folded(text(columns.profession)))
    if (trade === undefined && hasOtherTrades) return []

    const statusWord = folded(text(columns.status))
    const status = application.test(statusWord) ? 'application' : own(words, statusWord)
    if (status === 'application') return []
    if (status === undefined && columns.status !== undefined) {
      return refusal(columns.status, 'a status of this list', text(columns.status))
    }
    if (!number.form.test(license)) return refusal(columns.number, `a number such as ${number.example}`)
    if (trade === undefined) return refusal(columns.profession, 'a profession of this list', text(columns.profession))
    const [name, ...otherNames] = names
    if (name === undefined) return refusal(lastNameOf(columns), 'a last name')

    const [issuedOn, expiresOn, disciplinedOn] = [columns.issued, columns.expires, columns.disciplined].map((cell) =>
      dayOf(text(cell)),
    )
    if (issuedOn === undefined) return refusal(columns.issued, 'a day')
    if (expiresOn === undefined) return refusal(columns.expires, 'a day')
    if (disciplinedOn === undefined) return refusal(columns.disciplined, 'a day')

    const statusText = text(columns.statusText ?? columns.status)
    return [
      {
        profession: trade === 'MD/DO' ? degreeOf(text(columns.degree)) : trade,
        number: license,
        npi: null,
        name,
        otherNames,
        status: status ?? null,
        statusText,
        issuedOn,
        expiresOn,
        discipline: disciplineOf(text(columns.discipline), statusText),
        disciplinedOn,
      },
    ]
  }
}

const daysKeptMax = 20_000

/** Days repeat from row to row, and reading one takes as long as the rest of a row. */
function rememberingDays(): typeof readDay {
  const days = new Map<string, ReturnType<typeof readDay>>()
  return (text) => {
    if (days.has(text)) return days.get(text)
    if (days.size >= daysKeptMax) days.clear()
    const day = readDay(text)
    days.set(text, day)
    return day
  }
}

/** Reads a cell; columns with underscores may have spaces, since portals name columns either way. */
function reader(fields: Fields): (cell: Cell | undefined) => string {
  const field: Fields = (column) => fields(column) || (column.includes('_') ? fields(column.replaceAll('_', ' ')) : '')
  return (cell) => {
    if (cell === undefined) return ''
    return typeof cell === 'string' ? field(cell) : cell.read(field(cell.column), field).trim()
  }
}

/** Columns of an open data portal as its interface names them, and as its download does. */
export function portalLayouts(columns: readonly string[]): readonly (readonly string[])[] {
  return [columns, columns.map((column) => column.replaceAll('_', ' '))]
}

/** The name, and others that the row has; none where there is no last name. */
function namesOf({ name }: Columns, text: (cell: Cell | undefined) => string): readonly PersonName[] {
  if ('full' in name) {
    const names = [...givenFirst(text(name.full)), ...givenFirst(text(name.other))]
    return names.filter((one, index) => names.findIndex((other) => isSame(one, other)) === index)
  }
  const found =
    'lastFirst' in name
      ? partyOf(text(name.lastFirst), 'last first', false)?.name
      : nameOf(text(name.last), text(name.first), text(name.middle), text(name.suffix))
  return found === undefined || found === null || found.last === '' ? [] : [found]
}

/** But for the middle name. */
function isSame(one: PersonName, other: PersonName): boolean {
  return folded(`${one.last} ${one.first}`) === folded(`${other.last} ${other.first}`)
}

const suffixForm = /^(jr|sr|ii|iii|iv)\.?$/i
const particle = /^(da|de|del|della|den|der|di|do|dos|du|la|las|le|los|saint|san|santa|st\.?|ten|ter|van|von)$/i

/**
 * Ann B Lee, Ann van der Berg. The words do not always show where a last name begins, so that a name of four words
 * or with a particle is given both ways.
 */
function givenFirst(text: string): readonly PersonName[] {
  const words = textOf(text)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  const suffix = words.length > 2 && suffixForm.test(words.at(-1) ?? '') ? words.pop() : undefined
  const [first, ...others] = words
  if (first === undefined) return []
  if (others.length === 0) return [nameOf(first, '', '', suffix)]
  const particleAt = others.slice(0, -1).findIndex((word) => particle.test(word))
  const last = others.length - 1
  const starts = particleAt >= 0 ? [particleAt, last] : last > 1 ? [last, last - 1] : [last]
  return starts.map((at) => nameOf(others.slice(at).join(' '), first, others.slice(0, at).join(' '), suffix))
}

function lastNameOf({ name }: Columns): Cell {
  if ('full' in name) return name.full
  return 'lastFirst' in name ? name.lastFirst : name.last
}

function disciplineOf(action: string, statusText: string): string | null {
  if (!noDiscipline.test(action) && !someDiscipline.test(action)) return action
  if (limited.test(statusText)) return statusText
  return someDiscipline.test(action) ? markedDiscipline : null
}

function degreeOf(degree: string): string {
  if (/\bD\.?O\b/i.test(degree)) return 'DO'
  return /\bM\.?D\b/i.test(degree) ? 'MD' : 'MD/DO'
}

/** As words of lists are compared: lower case, one kind of dash, single spaces. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

const wordShownMax = 60

/** Words of a board are shown, since an operator can then say which one the list lacks; numbers and names are not. */
function refusal(cell: Cell | undefined, expected: string, word?: string): Refusal {
  const column = typeof cell === 'object' ? cell.column : cell
  return {
    refused: `${column}: expected ${expected}${word === undefined ? '' : `; got "${word.slice(0, wordShownMax)}"`}`,
  }
}
