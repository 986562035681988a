import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'

/** Connects the control with its label, hint and error. */
interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [hint !== undefined && hintId, error !== undefined && errorId].filter((part) => part !== false)
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': error !== undefined || undefined,
      })}
      {hint !== undefined && (
        <div id={hintId} className="text-sm text-muted">
          {hint}
        </div>
      )}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-center gap-1.5 text-sm text-danger">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {children}
    </p>
  )
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

export function TextField({ label, hint, error, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" className={controlClasses} {...rest} {...control} />}
    </Field>
  )
}

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

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

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> {
  label: string
  /** In the order shown. */
  options: readonly { value: string; label: string }[]
  hint?: ReactNode
  error?: string | undefined
}

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

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

export function TextAreaField({ label, hint, error, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea className={textAreaClasses} {...rest} {...control} />}
    </Field>
  )
}

interface InputBoxProps extends Omit<ComponentProps<'input'>, 'className' | 'aria-label'> {
  'aria-label': string
}

/** One line of text in a row of several, without a visible label. */
export function InputBox(props: InputBoxProps) {
  return <input type="text" autoComplete="off" spellCheck={false} className={`${controlClasses} min-w-0`} {...props} />
}

const ground =
  'w-full rounded-control border border-border-strong bg-surface text-text placeholder:text-subtle aria-invalid:border-danger disabled:opacity-60'

export const controlClasses = `${ground} min-h-10 px-3 py-1.5 md:min-h-9`

const selectClasses = `${ground} min-h-10 px-2 py-1.5 md:min-h-9`

const textAreaClasses = `${ground} min-h-32 px-3 py-2`
