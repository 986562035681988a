import type { ColumnType } from 'kysely'

/** Set by the database when the row is inserted. */
export type SetOnInsert = ColumnType<Date, undefined, never>
