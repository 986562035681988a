import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'

/** What the control of a field takes over, so that its label, hint and error belong to it. */
interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  /** What is wrong with the value, in a sentence. */
  error?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** A label, a control, and under it a hint or what is wrong. */
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

/** What is wrong with the value of a field, under it; the control refers to it by `id`. */
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

/** One line of text with its label. */
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

interface InputBoxProps extends Omit<ComponentProps<'input'>, 'className' | 'aria-label'> {
  /** What it is for; nothing else on the page says so. */
  'aria-label': string
}

/** A line of text within a row of several, where there is no room for a label each. */
export function InputBox(props: InputBoxProps) {
  return <input type="text" autoComplete="off" spellCheck={false} className={`${controlClasses} min-w-0`} {...props} />
}

/** How controls look. */

const ground =
  'w-full rounded-control border border-border-strong bg-surface text-text placeholder:text-subtle aria-invalid:border-danger disabled:opacity-60'

/** A text control of one line. */
export const controlClasses = `${ground} min-h-10 px-3 py-1.5 md:min-h-9`

/** A list to choose from; the browser draws the arrow. */
const selectClasses = `${ground} min-h-10 px-2 py-1.5 md:min-h-9`

/** A text control of many lines. */
const textAreaClasses = `${ground} min-h-32 px-3 py-2`
