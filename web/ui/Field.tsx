import { type ReactNode, useId } from 'react'
import { FieldError } from './FieldError.tsx'

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
