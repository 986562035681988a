import { type ComponentProps, type ReactNode, useId } from 'react'

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  label: string
  hint?: ReactNode
}

export function CheckField({ label, hint, ...rest }: CheckFieldProps) {
  const id = useId()
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }
  return (
    <div className="flex items-start gap-2">
      <input type="checkbox" id={id} className="mt-1.5 size-5 shrink-0 accent-brand" {...described} {...rest} />
      <div className="flex flex-col">
        <label htmlFor={id} className="py-1">
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </span>
        )}
      </div>
    </div>
  )
}
