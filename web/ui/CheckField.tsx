import { type ComponentProps, type ReactNode, useId } from 'react'

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  label: string
  hint?: ReactNode
}

/** A box to tick, with its label. */
export function CheckField({ label, hint, ...rest }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <input
        type="checkbox"
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-1 size-4 shrink-0 accent-brand"
        {...rest}
      />
      <div className="flex flex-col text-sm">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="text-muted">
            {hint}
          </span>
        )}
      </div>
    </div>
  )
}
