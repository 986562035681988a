import type { ComponentProps, ReactNode } from 'react'
import { textAreaClasses } from './control-classes.ts'
import { Field } from './Field.tsx'

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** A text of several lines with its label. */
export function TextAreaField({ label, hint, error, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea className={textAreaClasses} {...rest} {...control} />}
    </Field>
  )
}
