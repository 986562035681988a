import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { controlClasses } from './control-classes.ts'
import { Field } from './Field.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** A password with its label, and a button that shows it. */
export function PasswordField({ label, hint, error, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            type={isShown ? 'text' : 'password'}
            className={`${controlClasses} pr-11`}
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide characters' : 'Show characters'}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-1 right-1 flex w-9 items-center justify-center rounded-badge text-muted hover:text-text"
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}
