/**
 * Whether a person is excluded from federal health programs, by the OIG list (LEIE) that the operator loaded. An NPI
 * on the list is a match; a name is a possible one, since people share names and most rows have no NPI. A row with an
 * NPI is never matched by name.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { foldedName } from './exclusion-row.ts'
import { findRows } from './exclusion-store.ts'

/** Dates are yyyy-mm-dd; `type` is the section of the law, such as 1128a1. */
export type ExclusionAnswer =
  | { kind: 'none'; listDate: string }
  | { kind: 'npi' | 'name'; listDate: string; type: string; excludedOn: string; sentence: string }
  | { kind: 'no_list' }

export interface PersonAsked {
  npi: string
  firstName: string
  lastName: string
  /** Two letters; a row of this state is preferred. */
  state: string | null
}

const rowsMax = 100

export async function findExclusion(db: Kysely<Tables>, asked: PersonAsked): Promise<ExclusionAnswer> {
  const { npi, firstName, lastName, state } = asked
  const sought = { npi, lastName: foldedName(lastName), firstName: foldedName(firstName) }
  const found = await findRows(db, sought, rowsMax)
  if (found === undefined) return { kind: 'no_list' }
  const { listDate, rows } = found
  const row = rows.find((one) => one.npi === npi) ?? rows.find((one) => one.state === state) ?? rows[0]
  if (row === undefined) return { kind: 'none', listDate }
  const { type, excludedOn } = row
  const kind = row.npi === npi ? 'npi' : 'name'
  const waiver = row.waiverState === null ? '' : `, with a waiver for ${row.waiverState}`
  const place = row.state === null ? '' : ` of ${row.state}`
  const told = `${row.name}${place}, excluded since ${excludedOn} by section ${type}${waiver}`
  const others = rows.length - 1
  const more =
    kind === 'name' && others > 0 ? ` The name stands there ${others === 1 ? 'once' : `${others} times`} more.` : ''
  const sentence = kind === 'npi' ? `The list has this NPI: ${told}.` : `the list has, without an NPI, ${told}.${more}`
  return { kind, listDate, type, excludedOn, sentence }
}
