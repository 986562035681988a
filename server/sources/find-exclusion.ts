/**
 * Whether a person is excluded from federal health programs, by the OIG list (LEIE) that the operator loaded. An NPI
 * on the list is a match; a name is a possible one, since people share names and most rows have no NPI. A row with an
 * NPI is never matched by name. The invented sample list says nothing of real providers.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { findExclusions, loadedLists } from './ask.ts'
import { oigLeie } from './lists/exclusions/leie.ts'
import type { ExclusionRow } from './source-list.ts'

/** Dates are yyyy-mm-dd; `type` is the section of the law, such as 1128a1. */
export type ExclusionAnswer = { listName: string } & (
  | { kind: 'none'; listDate: string }
  | { kind: 'npi' | 'name'; listDate: string; type: string; excludedOn: string; sentence: string }
  | { kind: 'no_list' }
)

export interface PersonAsked {
  npi: string
  firstName: string
  lastName: string
  /** Two letters; a row of this state is preferred. */
  state: string | null
  /** Invented, as everything of the sample registry. */
  isSample: boolean
}

export async function findExclusion(db: Kysely<Tables>, asked: PersonAsked): Promise<ExclusionAnswer> {
  const { npi, firstName: first, lastName: last, state, isSample } = asked
  const list = (await loadedLists(db)).find(({ name }) => name === oigLeie.name)
  if (list === undefined || (list.isSample && !isSample)) return { kind: 'no_list', listName: oigLeie.title }
  const found = await findExclusions(db, { npi, name: { last, first }, lists: [oigLeie.name] })
  // The list may have been replaced in between.
  const { title: listName, date: listDate } = found[0]?.list ?? list
  const from = { listName, listDate }
  const today = new Date().toISOString().slice(0, 10)
  const rows = found
    .map(({ row }) => row)
    .filter(({ until }) => until === null || until > today)
    .filter(({ npis }) => npis.length === 0 || npis.includes(npi))
    .sort((a, b) => (b.since ?? '').localeCompare(a.since ?? ''))
  const row = rows.find(({ npis }) => npis.includes(npi)) ?? rows.find((one) => one.state === state) ?? rows[0]
  if (row === undefined) return { kind: 'none', ...from }
  const kind = row.npis.includes(npi) ? 'npi' : 'name'
  const entry = entryText(row)
  const others = rows.length - 1
  const more =
    kind === 'name' && others > 0 ? ` The name stands there ${others === 1 ? 'once' : `${others} times`} more.` : ''
  const sentence =
    kind === 'npi' ? `The list has this NPI: ${entry}.` : `the list has, without an NPI, ${entry}.${more}`
  return { kind, ...from, type: row.basis, excludedOn: row.since ?? '', sentence }
}

function entryText({ organization, name, state, since, basis, waiverState }: ExclusionRow): string {
  const shownName = organization ?? `${name?.first ?? ''} ${name?.last ?? ''}`.trim()
  const place = state === null ? '' : ` of ${state}`
  const waiver = waiverState === null ? '' : `, with a waiver for ${waiverState}`
  return `${shownName}${place}, excluded since ${since} by section ${basis}${waiver}`
}
