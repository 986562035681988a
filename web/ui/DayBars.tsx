import { classes } from './classes.ts'

export type DayTone = 'good' | 'partly' | 'bad' | 'unknown'

interface DayBarsProps {
  /** For screen readers, which get the bars as one image: what the days say together. */
  label: string
  days: readonly { day: string; tone: DayTone; title: string }[]
  ends: readonly [first: string, last: string]
}

/** One bar a day, oldest first. Height tells what the color does. */
export function DayBars({ label, days, ends }: DayBarsProps) {
  return (
    <div className="flex flex-col gap-1">
      <div role="img" aria-label={label} className="flex h-8 items-end gap-px">
        {days.map(({ day, tone, title }) => (
          <span key={day} title={title} className={classes('min-w-0 grow basis-0', looks[tone])} />
        ))}
      </div>
      <p aria-hidden="true" className="flex justify-between gap-4 text-xs text-muted">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </div>
  )
}

const looks: Readonly<Record<DayTone, string>> = {
  good: 'h-8 bg-success',
  partly: 'h-5 bg-warning',
  bad: 'h-3 bg-danger',
  unknown: 'h-8 border-b-2 border-border-strong bg-sunken',
}
