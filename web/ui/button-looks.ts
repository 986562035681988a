/** How buttons look, and links that look like buttons. */
import { classes } from './classes.ts'

/** The one thing to do here, another thing to do, something in passing, and what cannot be undone. */
export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

const common =
  'inline-flex min-h-10 items-center justify-center gap-2 rounded-control border px-4 py-1.5 text-center font-semibold transition-colors md:min-h-9'

const looks: Record<ButtonLook, string> = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-hover',
  plain: 'border-border-strong bg-surface text-text hover:bg-sunken',
  quiet: 'border-transparent text-brand hover:bg-brand-soft hover:text-on-brand-soft',
  danger: 'border-transparent bg-danger-solid text-on-danger hover:opacity-90',
}

export function buttonClasses(look: ButtonLook, className: string | undefined): string {
  return classes(common, looks[look], className)
}
