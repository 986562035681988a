/** The day that something lasts through, as emails write it: December 31, 2026. */
import { endOfDayText } from '#contract/days'

/** `end` is a moment that `endOfDay` made. */
export function lastDayText(end: Date): string {
  const day = new Date(endOfDayText(end).slice(0, 10))
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}
