import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { ownEscape } from './own-escape.ts'

interface InlineEditFormProps extends Omit<ComponentProps<'form'>, 'className' | 'onKeyDown'> {
  isSaving: boolean
  onCancel: () => void
}

/** The form of an InlineEdit: its first field has the focus, Enter saves and Escape cancels. Give it the fields and `onSubmit`. */
export function InlineEditForm({ isSaving, onCancel, children, ...rest }: InlineEditFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = form.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [])
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isSaving) onCancel()
  }
  return (
    <form ref={form} noValidate onKeyDown={cancelOnEscape} className="flex flex-col gap-3" {...ownEscape} {...rest}>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
        <Button look="plain" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
