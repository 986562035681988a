import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { rowActionClasses } from './row-action-classes.ts'

/** A small link within an entry of a list. */
export function RowLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link className={rowActionClasses} {...props} />
}
