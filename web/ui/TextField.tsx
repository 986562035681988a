import type { ComponentProps, ReactNode } from 'react'
import { controlClasses } from './control-classes.ts'
import { Field } from './Field.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** One line of text with its label. */
export function TextField({ label, hint, error, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" className={controlClasses} {...rest} {...control} />}
    </Field>
  )
}
