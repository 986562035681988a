import { type ComponentProps, useId } from 'react'

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  label: string
}

/** Something that holds or does not, with its label. */
export function CheckField({ label, ...rest }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <input type="checkbox" id={id} className="size-5 shrink-0 accent-brand" {...rest} />
      <label htmlFor={id} className="py-1">
        {label}
      </label>
    </div>
  )
}
