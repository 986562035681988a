/**
 * The arithmetic of billing periods, pure and in UTC: which period a moment lies in. Periods of one anchor follow each other
 * without a gap or an overlap. One begins at each monthly anniversary of the anchor, at its time of day, on its day of the
 * month or on the last one of a month that is shorter; a short month moves no later anniversary.
 */

/** From `startMs` until just before `endMs`, in milliseconds since 1970. */
export interface Period {
  readonly startMs: number
  readonly endMs: number
}

/** The period that the monthly anniversaries of the anchor make around a moment, which may lie before the anchor. */
export function periodAround(anchorMs: number, nowMs: number): Period {
  const [anchor, now] = [new Date(anchorMs), new Date(nowMs)]
  const months = 12 * (now.getUTCFullYear() - anchor.getUTCFullYear()) + now.getUTCMonth() - anchor.getUTCMonth()
  // The anniversary of this month is the last one or, later in the month than now, the next one.
  const first = anniversary(anchor, months) <= nowMs ? months : months - 1
  return { startMs: anniversary(anchor, first), endMs: anniversary(anchor, first + 1) }
}

/** The moment so many months after the anchor. */
function anniversary(anchor: Date, months: number): number {
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months]
  const daysOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDayMs = anchor.getTime() - Date.UTC(year, anchor.getUTCMonth(), anchor.getUTCDate())
  return Date.UTC(year, month, Math.min(anchor.getUTCDate(), daysOfMonth)) + timeOfDayMs
}
