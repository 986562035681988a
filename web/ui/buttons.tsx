import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

const common =
  'inline-flex min-h-10 items-center justify-center gap-2 rounded-control border px-4 py-1.5 text-center font-semibold transition-colors md:min-h-9'

const looks: Record<ButtonLook, string> = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-hover',
  plain: 'border-border-strong bg-surface text-text hover:bg-sunken',
  // On phones it often has a line of its own, where its words begin below those above.
  quiet: 'border-transparent max-sm:px-0 text-brand hover:bg-brand-soft hover:text-on-brand-soft',
  danger: 'border-transparent bg-danger-solid text-on-danger hover:opacity-90',
}

export function buttonClasses(look: ButtonLook, className?: string): string {
  return classes(common, looks[look], className)
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
}

/** Submits only with that type. Say beside a disabled one why it is. */
export function Button({ look = 'primary', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      onMouseDown={type === 'submit' ? keepFocus : undefined}
      className={buttonClasses(look, `disabled:cursor-not-allowed disabled:opacity-60 ${className ?? ''}`)}
      {...rest}
    />
  )
}

/** Keeps the field's focus: its error could move the button from under the pointer before the click. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

interface LinkButtonProps extends ComponentProps<typeof Link> {
  look?: ButtonLook
  /** Beside a headline. */
  isLarge?: boolean
}

export function LinkButton({ look = 'primary', isLarge = false, className, ...rest }: LinkButtonProps) {
  return <Link className={buttonClasses(look, classes(isLarge && 'min-h-11! px-5 text-md', className))} {...rest} />
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'title'> {
  label: string
  icon: LucideIcon
}

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
