import { classes } from './classes.ts'

/** In the place of what is loading. `size` says its height and width by classes of the layout, such as `h-6 w-40`. */
export function Skeleton({ size }: { size: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-badge bg-sunken', size)} />
}
