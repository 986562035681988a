import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link, NavLink } from 'react-router'
import { classes } from './classes.ts'

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={classes('rounded-badge text-brand underline underline-offset-3 hover:text-brand-hover', className)}
      {...rest}
    />
  )
}

export function PlaceLink(props: Omit<ComponentProps<typeof NavLink>, 'className'>) {
  return <NavLink className={placeLinkClasses} {...props} />
}

interface SideLinkProps extends Omit<ComponentProps<typeof Link>, 'className' | 'aria-current'> {
  icon: LucideIcon
  isCurrent?: boolean
}

export function SideLink({ icon: Icon, isCurrent = false, children, ...rest }: SideLinkProps) {
  return (
    <Link className={placeLinkClasses} aria-current={isCurrent ? 'page' : undefined} {...rest}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {children}
    </Link>
  )
}

const placeLinkClasses =
  'flex min-h-10 items-center gap-2 rounded-control px-3 text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-on-brand-soft'
