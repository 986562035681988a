interface EmptyChartProps {
  words: string
  /** What stands at either end of the axis of time. */
  from: string
  to: string
}

/** In the place of a chart that has nothing to show yet; as high as one that has. */
export function EmptyChart({ words, from, to }: EmptyChartProps) {
  return (
    <div className="flex min-h-68 flex-col gap-2">
      <p className="flex grow items-center justify-center border-b border-l border-border bg-sunken px-4 text-center text-muted">
        {words}
      </p>
      <p className="flex justify-between gap-4 text-xs text-muted">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </div>
  )
}
