/** How long an approval still lasts. */
import { reminderDays } from '#contract/limits'
import { numberText } from '../../ui/format.ts'

const dayMs = 86_400_000

/** Days before the end from which on it is time to renew: the first reminder is sent then. */
export const renewDays = Math.max(...reminderDays)

/** Whole days from `now` to the end of a day; 0 on that day itself, negative once it is over. */
export function daysLeft(end: string, now: Date): number {
  return Math.floor((Date.parse(end) - now.getTime()) / dayMs)
}

/** The same in words: expires in 58 days. */
export function expiryText(days: number, isExpired: boolean): string {
  if (isExpired) return 'expired'
  if (days <= 0) return 'expires today'
  return days === 1 ? 'expires in 1 day' : `expires in ${numberText(days)} days`
}
