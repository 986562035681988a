import { type RawBuilder, sql } from 'kysely'

/** By the database's clock, which all processes share. */
export function secondsFromNow(seconds: number | RawBuilder<number>): RawBuilder<Date> {
  return sql<Date>`now() + ${seconds} * interval '1 second'`
}
