import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { controlClasses, controlGround } from './classes.ts'

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

type ControlOf<E extends 'input' | 'select' | 'textarea'> = FieldProps & Omit<ComponentProps<E>, 'id' | 'className'>

export function Field(props: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, hint, error, children } = props
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

export function TextField({ label, hint, error, ...rest }: ControlOf<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" className={controlClasses} {...rest} {...control} />}
    </Field>
  )
}

export function PasswordField({ label, hint, error, ...rest }: ControlOf<'input'>) {
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

interface SelectFieldProps extends ControlOf<'select'> {
  options: readonly { value: string; label: string }[]
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

export function TextAreaField({ label, hint, error, ...rest }: ControlOf<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea className={textAreaClasses} {...rest} {...control} />}
    </Field>
  )
}

interface FieldRowProps {
  label: string
  /** The words to choose from; none for free text. */
  words: readonly string[]
  isNumber: boolean
  value: string
  onChange: (value: string) => void
}

/** A control beside its label, in lists of many. */
export function FieldRow({ label, words, isNumber, value, onChange }: FieldRowProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 grow items-center gap-2">
      <label htmlFor={id} className="w-32 shrink-0 font-mono text-sm break-all">
        {label}
      </label>
      {words.length > 0 ? (
        <select
          id={id}
          className={`${selectClasses} min-w-0`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">None</option>
          {words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="text"
          inputMode={isNumber ? 'decimal' : 'text'}
          autoComplete="off"
          spellCheck={false}
          className={`${controlClasses} min-w-0`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  )
}

export function InputBox(props: ComponentProps<'input'> & { 'aria-label': string }) {
  return <input type="text" autoComplete="off" spellCheck={false} className={`${controlClasses} min-w-0`} {...props} />
}

const selectClasses = `${controlGround} min-h-10 px-2 py-1.5 md:min-h-9`
const textAreaClasses = `${controlGround} min-h-32 px-3 py-2`
