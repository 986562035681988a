import type { ComponentProps } from 'react'
import { rowActionClasses } from './row-action-classes.ts'

/** A small button within an entry of a list. */
export function RowAction(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return <button type="button" className={rowActionClasses} {...props} />
}
