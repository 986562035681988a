import { classes } from './classes.ts'

interface MeterProps {
  label: string
  percent: number
  /** For screen readers; show it beside the meter too. */
  valueText: string
  markPercent?: number
  tone: 'success' | 'warning' | 'danger'
}

const bars: Record<MeterProps['tone'], string> = {
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
}

export function Meter({ label, percent, valueText, markPercent, tone }: MeterProps) {
  const shown = Math.min(100, Math.max(0, percent))
  return (
    <div className="relative h-3 rounded-badge border border-border bg-sunken">
      <meter aria-label={label} min={0} max={100} value={shown} className="sr-only">
        {valueText}
      </meter>
      <div aria-hidden="true" className={classes('h-full rounded-badge', bars[tone])} style={{ width: `${shown}%` }} />
      {markPercent !== undefined && (
        <div aria-hidden="true" className="absolute -inset-y-1 w-0.5 bg-text" style={{ left: `${markPercent}%` }} />
      )}
    </div>
  )
}

export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-3 text-sm text-muted">
        <p role="status">{label}...</p>
        <p aria-hidden="true" className="tabular-nums">
          {percent}%
        </p>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-badge border border-border bg-sunken"
      >
        <div className="h-full bg-brand transition-all" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
