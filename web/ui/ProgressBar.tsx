interface ProgressBarProps {
  /** What is under way. */
  label: string
  /** 0 to 100. */
  percent: number
}

/** How far something has come that takes a while. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-3 text-sm text-muted">
        <p role="status">{label}...</p>
        <p aria-hidden="true" className="tabular-nums">
          {percent} %
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
