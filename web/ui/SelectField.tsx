import type { ComponentProps, ReactNode } from 'react'
import { selectClasses } from './control-classes.ts'
import { Field } from './Field.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> {
  label: string
  /** What can be chosen, in the order shown; `value` is what is sent. */
  options: readonly { value: string; label: string }[]
  hint?: ReactNode
  error?: string | undefined
}

/** A choice of one, by the browser's own list. */
export function SelectField({ label, options, hint, error, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select className={selectClasses} {...rest} {...control}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
