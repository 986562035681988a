import type { ComponentProps } from 'react'
import { NavLink } from 'react-router'
import { placeLinkClasses } from './place-link-classes.ts'

/** A link of a navigation, which shows when its page is the one that is open. */
export function PlaceLink(props: Omit<ComponentProps<typeof NavLink>, 'className'>) {
  return <NavLink className={placeLinkClasses} {...props} />
}
