import { classes } from './classes.ts'

type Method = 'GET' | 'POST' | 'PUT'

const colours: Record<Method, string> = {
  GET: 'border-brand text-brand',
  POST: 'border-success text-success',
  PUT: 'border-warning text-warning',
}

/** The method of a call, as an outlined word. */
export function MethodChip({ method }: { method: Method }) {
  return (
    <span
      className={classes(
        'inline-flex shrink-0 rounded-badge border px-1.5 font-mono text-xs leading-5 font-semibold',
        colours[method],
      )}
    >
      {method}
    </span>
  )
}
