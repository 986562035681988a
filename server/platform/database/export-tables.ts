/** The table of exports (migrations 0053 and 0063). */
import type { ColumnType, Generated } from 'kysely'
import type { ExportFormat, ExportStatus } from '#contract/bulk-endpoints'
import type { KeyMode } from '#contract/key-modes'
import type { ProviderKind } from '#contract/provider-search'

export interface ExportTables {
  exports: {
    id: string
    /** Null once the account is deleted: its files are then removed. */
    account_id: string | null
    mode: KeyMode
    resource: ProviderKind
    /** As a query string. */
    query: string
    /** What the query means to the registry (its Filters). */
    filters: ColumnType<unknown, string, never>
    format: ExportFormat
    fields: ColumnType<string[] | null, string | null, never>
    status: Generated<ExportStatus>
    rows_total: number
    rows_written: Generated<number>
    /** Read as a number in SQL. */
    bytes: ColumnType<string, number | undefined, number>
    /** No run of it has written more. */
    parts: Generated<number>
    calls: number
    /** Of the billing period in which the calls count. */
    period_start: Date | null
    version: ColumnType<string | null, undefined, string | null>
    reason: ColumnType<string | null, undefined, string | null>
    /** Runs that count against those it has. */
    attempts: Generated<number>
    /** Names the run in progress, and the last one after it. */
    run: Generated<number>
    /** When it is to be made, or made again where the process that makes it is gone. */
    due_at: ColumnType<Date, undefined, Date>
    created_at: ColumnType<Date, undefined, never>
    finished_at: ColumnType<Date | null, undefined, Date>
    expires_at: ColumnType<Date | null, undefined, Date>
  }
}
