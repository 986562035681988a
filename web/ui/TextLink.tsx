import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'

/** A link within text or a list of links. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={classes('rounded-badge text-brand underline underline-offset-3 hover:text-brand-hover', className)}
      {...rest}
    />
  )
}
