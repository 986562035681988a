/** Kinds of columns that several tables have. */
import type { ColumnType } from 'kysely'

/** A moment the database sets itself when the row is made. */
export type SetOnInsert = ColumnType<Date, undefined, never>
