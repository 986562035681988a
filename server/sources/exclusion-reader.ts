/**
 * Makes an exclusion list from what its columns mean. A row is refused only where it has no name: a day
 * that cannot be read does not let an exclusion go, its cell stands in the row's basis as published.
 */
import { dayOf, licensesOf, nameTextOf, npisOf, type Party, partyOf, personOf, placeOf, textOf } from './cells.ts'
import type { ExclusionRow, Fields, PersonName, SourceList } from './source-list.ts'

type About = Pick<SourceList<'exclusion'>, 'name' | 'title' | 'state' | 'layouts' | 'page'>

/** Columns by name; `A|B` is A where the row has it, else B, as layouts of several years have it. */
interface Meaning {
  /** Whom a row names: each makes a row of its own. */
  parties: (fields: Fields) => readonly (Party | null)[]
  nameColumn: string
  npis?: string
  licenses?: string
  since?: string
  /** Of the reinstatement, or of the end of the term. */
  until?: string
  basis: readonly string[]
  /** What the list says of every row, where its columns do not. */
  basisOfAll?: string
  city?: string
  state?: string
  /** With street, city and state in one cell. */
  address?: string
  /** Whether a name where all else is blank is a heading or a note. */
  hasHeadings?: boolean
}

/** A list with a reader of what its columns mean: a state's, monthly, unless `rest` says otherwise. */
export function exclusionList(
  about: About,
  meaning: Meaning,
  rest: Partial<SourceList<'exclusion'>> = {},
): SourceList<'exclusion'> {
  const { nameColumn, basis, hasHeadings = false, basisOfAll = '' } = meaning
  const names = ['npis', 'licenses', 'since', 'until', 'city', 'state', 'address'] as const
  const columnsOf = Object.fromEntries(names.map((name) => [name, (meaning[name] ?? '').split('|')]))
  const read: SourceList<'exclusion'>['read'] = (fields) => {
    const cell = (name: (typeof names)[number]) => columnsOf[name]?.map(fields).find((text) => text !== '') ?? ''
    const parties = meaning.parties(fields).filter((party) => party !== null)
    const words = basis.map((column) => textOf(fields(column))).filter((text) => text !== '')
    const isBlank =
      words.length === 0 && (['npis', 'since', 'until'] as const).every((name) => textOf(cell(name)) === '')
    if (isBlank && (parties.length === 0 || hasHeadings)) return []
    if (parties.length === 0) return { refused: `${nameColumn}: expected a name; got none` }
    const [since, until] = [dayOf(cell('since')), dayOf(cell('until'))]
    if (since === undefined) words.push(`${meaning.since} "${textOf(cell('since'))}"`)
    if (until === undefined) words.push(`${meaning.until} "${textOf(cell('until'))}"`)
    const place = placeOf(cell('address'))
    const row: Omit<ExclusionRow, keyof Party> = {
      npis: npisOf(cell('npis')),
      licenseNumbers: licensesOf(cell('licenses')),
      city: textOf(cell('city')) || place.city,
      state: /^[a-z]{2}$/i.test(cell('state')) ? cell('state').toUpperCase() : place.state,
      basis: words.join('; ') || basisOfAll,
      since: since ?? null,
      until: endAfter(since ?? null, until ?? null),
      waiverState: null,
    }
    return parties.map((party) => ({ ...row, ...party }))
  }
  return { kind: 'exclusion', rhythmDays: 31, terms: stateRecord, wholeRollOf: [], ...about, ...rest, read }
}

/** An end before the beginning is a slip of the list's: it says nothing of the exclusion's end. */
function endAfter(since: string | null, until: string | null): string | null {
  return since !== null && until !== null && until < since ? null : until
}

/**
 * Of columns: without a first name, what stands in the last name's is an organization. Where a list has no column for
 * middle names, they stand with the first.
 */
export function partyOfColumns(last: string, first: string, middle?: string, suffix = ''): Party | null {
  const given = nameTextOf(first)
  if (given === '') return partyOf(last, 'first last', true)
  if (nameTextOf(last) === '') return partyOf(given, 'first last')
  if (businessEnd.test(given)) return partyOf(`${last} ${given}`, 'first last', true)
  const party = personOf(last, given, middle, suffix)
  if (middle !== undefined || party.name === null) return party
  return { ...party, name: withMiddle(party.name), otherNames: party.otherNames.map(withMiddle) }
}

/** What is left of a business's name that was split over the columns of a person's. */
const businessEnd = /^(?:(?:care|center|company|corp|inc|llc|services?)\b[ .,]*)+$/i

function withMiddle(name: PersonName): PersonName {
  const [first = '', ...middle] = name.first.split(' ')
  return name.middle === '' ? { ...name, first, middle: middle.join(' ') } : name
}

/** With the business of a column of its own; the business alone where the row has no other name. */
export function doingBusinessAs(party: Party | null, business: string): Party | null {
  const also = partyOf(business, 'first last', true)
  if (party === null || also === null) return party ?? also
  const names = [party.organization, also.organization].filter((name) => name !== null)
  return { ...party, organization: [...new Set(names)].join('; ') }
}

/**
 * With the names of people and businesses in a column of aliases, divided by semicolons or line breaks. One word is
 * another first name of a person.
 */
export function alsoKnownAs(party: Party | null, aliases: string): Party | null {
  if (party === null) return null
  const { name } = party
  const also = aliases.split(/[;\n]/).flatMap((alias) => partyOf(alias, 'first last') ?? [])
  const isNickname = ({ organization }: Party) => name !== null && organization?.includes(' ') === false
  const names = also.flatMap((other) => {
    if (name !== null && isNickname(other)) return [{ ...name, first: other.organization ?? '' }]
    return other.name === null ? [] : [other.name, ...other.otherNames]
  })
  const businesses = also.filter((other) => !isNickname(other)).flatMap(({ organization }) => organization ?? [])
  const known = { ...party, otherNames: [...party.otherNames, ...names] }
  return businesses.length === 0 ? known : doingBusinessAs(known, businesses.join('; '))
}

/** Terms of lists whose pages name none. */
export const stateRecord = 'A public record of the state; its page may name terms of its own.'
export const federalWork = 'A work of the United States government, in the public domain.'
