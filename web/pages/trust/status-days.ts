/** Words for what checks found on a day, from minutes (contract/status.ts). */
import type { z } from 'zod'
import type { statusDay } from '#contract/status'
import type { DayTone } from '../../ui/DayBars.tsx'
import { dayText, numberText } from '../../ui/format.ts'

export type StatusDay = z.output<typeof statusDay>

export function toneOf({ up, partly, down }: StatusDay): DayTone {
  if (down > 0) return 'bad'
  if (partly > 0) return 'partly'
  return up > 0 ? 'good' : 'unknown'
}

/** Nov 28, 2026: down for 3 minutes, partly down for 1 minute; 60 minutes not checked. */
export function dayTitle({ day, up, partly, down, unknown }: StatusDay): string {
  const found = [
    ...(down > 0 ? [`down for ${minutesText(down)}`] : []),
    ...(partly > 0 ? [`partly down for ${minutesText(partly)}`] : []),
  ]
  if (up + partly + down === 0) return `${dayText(day)}: not checked`
  const gap = unknown > 0 ? `; ${minutesText(unknown)} not checked` : ''
  return `${dayText(day)}: ${found.length === 0 ? 'no failures' : found.join(', ')}${gap}`
}

/** Newest first. */
export function failedDays(days: readonly StatusDay[]): StatusDay[] {
  return days.filter(({ partly, down }) => partly + down > 0).reverse()
}

/** What is not known counts neither for nor against. */
export function daysSummary(days: readonly StatusDay[]): string {
  const sum = (of: (day: StatusDay) => number) => days.reduce((total, day) => total + of(day), 0)
  const [up, partly, down] = [sum((day) => day.up), sum((day) => day.partly), sum((day) => day.down)]
  const checked = up + partly + down
  if (checked === 0) return 'No checks yet.'
  const known = days.filter((day) => day.up + day.partly + day.down > 0).length
  const on = known === 1 ? '1 day' : `${known} days`
  return `Up ${percentText(up, checked)}: ${minutesText(checked)} checked on ${on}.`
}

/** Rounded down, so that nothing but a whole is 100%. */
function percentText(part: number, whole: number): string {
  return part === whole ? '100%' : `${(Math.floor((10_000 * part) / whole) / 100).toFixed(2)}%`
}

function minutesText(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${numberText(minutes)} minutes`
}
