import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { placeLinkClasses } from './place-link-classes.ts'

interface SideLinkProps extends Omit<ComponentProps<typeof Link>, 'className' | 'aria-current'> {
  icon: LucideIcon
  /** Whether it leads to what is open; the address alone does not tell panels apart. */
  isCurrent?: boolean
}

/** A link of the navigation at the side. */
export function SideLink({ icon: Icon, isCurrent = false, children, ...rest }: SideLinkProps) {
  return (
    <Link className={placeLinkClasses} aria-current={isCurrent ? 'page' : undefined} {...rest}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {children}
    </Link>
  )
}
