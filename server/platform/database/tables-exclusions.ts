/** Tables of the exclusion list (migration 0011). Days are yyyy-mm-dd. */
import type { ColumnType } from 'kysely'
import type { SetOnInsert } from './column-types.ts'

export interface ExclusionListsTable {
  id: string
  list_date: string | null
  rows: number | null
  served_at: ColumnType<Date | null, undefined, Date>
  created_at: SetOnInsert
}

export interface ExclusionCurrentTable {
  id: string
  list_id: string
}

export interface ExclusionsTable {
  list_id: string
  line: number
  npi: string | null
  /** Folded (server/exclusions/folded-name.ts), empty for a business. */
  last_name: string
  first_name: string
  shown_name: string
  date_of_birth: string | null
  state: string | null
  /** Section of the Social Security Act, as 1128a1. */
  type: string
  excluded_on: string
  reinstated_on: string | null
  /** The state in which a waiver holds. */
  waiver_state: string | null
}
