/** A moment to come by the database's clock, which all processes share. */
import { type RawBuilder, sql } from 'kysely'

/** So many seconds from now; the number may be one that the database works out. */
export function secondsFromNow(seconds: number | RawBuilder<number>): RawBuilder<Date> {
  return sql<Date>`now() + ${seconds} * interval '1 second'`
}
