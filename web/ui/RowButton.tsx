import type { ComponentProps } from 'react'

/** A row of a list that does something as a whole. */
export function RowButton(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return (
    <button
      type="button"
      className="flex min-h-10 w-full items-center justify-between gap-4 px-1 py-2 text-left hover:bg-sunken"
      {...props}
    />
  )
}
