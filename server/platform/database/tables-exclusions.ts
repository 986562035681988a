/** The tables of the list of exclusions (server/platform/database/migrations/0011-exclusions.ts). Days are text, as yyyy-mm-dd. */
import type { ColumnType } from 'kysely'
import type { SetOnInsert } from './column-types.ts'

export interface ExclusionListsTable {
  id: string
  /** Null until all of it is loaded, as the next two. */
  list_date: string | null
  rows: number | null
  served_at: ColumnType<Date | null, undefined, Date>
  created_at: SetOnInsert
}

/** One row: which list counts. */
export interface ExclusionCurrentTable {
  id: string
  list_id: string
}

export interface ExclusionsTable {
  list_id: string
  /** In the file. */
  line: number
  npi: string | null
  /** Folded (server/exclusions/folded-name.ts), empty for a business. */
  last_name: string
  first_name: string
  /** As the list has it. */
  shown_name: string
  date_of_birth: string | null
  state: string | null
  /** The section of the Social Security Act, as 1128a1. */
  type: string
  excluded_on: string
  reinstated_on: string | null
  /** The state in which a waiver holds. */
  waiver_state: string | null
}
