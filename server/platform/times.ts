import { type RawBuilder, sql } from 'kysely'

export const minuteSeconds = 60
export const hourSeconds = 60 * minuteSeconds
export const daySeconds = 24 * hourSeconds
export const hourMs = 1000 * hourSeconds
export const dayMs = 1000 * daySeconds

/** By the database's clock, which all processes share. */
export function secondsFromNow(seconds: number | RawBuilder<number>): RawBuilder<Date> {
  return sql<Date>`now() + ${seconds} * interval '1 second'`
}
