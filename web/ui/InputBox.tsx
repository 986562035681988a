import type { ComponentProps } from 'react'
import { controlClasses } from './control-classes.ts'

interface InputBoxProps extends Omit<ComponentProps<'input'>, 'className' | 'aria-label'> {
  /** What it is for; nothing else on the page says so. */
  'aria-label': string
}

/** A line of text within a row of several, where there is no room for a label each. */
export function InputBox(props: InputBoxProps) {
  return <input type="text" autoComplete="off" spellCheck={false} className={`${controlClasses} min-w-0`} {...props} />
}
