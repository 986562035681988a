import { Pencil } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/buttons.tsx'
import { ownEscape } from '../ui/dialog-escape.ts'

interface InlineEditProps {
  label: string
  /** What is shown as long as it is not edited. */
  value: ReactNode
  /**
   * The form (an InlineEditForm) that takes the place of the value as soon as its code is there; it begins anew each time, and
   * `close` shows the value again.
   */
  children: (close: () => void) => ReactNode
}

/** A value with a button that edits it in its place. When the form closes, the focus goes back to the button. */
export function InlineEdit({ label, value, children }: InlineEditProps) {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    // The button is there again only once this is rendered.
    flushSync(() => setEditing(false))
    button.current?.focus()
  }
  if (isEditing) return children(close)
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="flex min-w-0 flex-col">
        <p className="text-sm text-muted">{label}</p>
        <p className="break-words">{value}</p>
      </div>
      <Button
        ref={button}
        look="quiet"
        aria-label={`Edit ${label.toLowerCase()}`}
        onClick={() => startTransition(() => setEditing(true))}
      >
        <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
        Edit
      </Button>
    </div>
  )
}

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
