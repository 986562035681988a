/** The table of requests to support (migration 0075). */
import type { ColumnType } from 'kysely'
import type { SupportCategory } from '#contract/support-words'

export interface SupportTables {
  support_requests: {
    number: string
    account_id: string
    category: SupportCategory
    created_at: ColumnType<Date, undefined, never>
    /** Null while it is open. */
    closed_at: ColumnType<Date | null, undefined, Date>
  }
}
