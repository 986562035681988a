import type { ComponentProps } from 'react'
import { NavLink } from 'react-router'

/** A link of a navigation, which shows when its page is the one that is open. */
export function PlaceLink(props: Omit<ComponentProps<typeof NavLink>, 'className'>) {
  return (
    <NavLink
      className="flex min-h-10 items-center gap-2 rounded-control px-3 text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-on-brand-soft"
      {...props}
    />
  )
}
