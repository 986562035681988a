import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'title'> {
  /** What it does, for those who do not see the icon and those who do not know it. */
  label: string
  icon: LucideIcon
}

/** A button of a toolbar, where there is no room for words. */
export function IconButton({ label, icon: Icon, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="flex size-10 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text disabled:cursor-not-allowed disabled:opacity-60 md:size-9"
      {...rest}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
