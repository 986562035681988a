import { Pencil } from 'lucide-react'
import { lazy, type ReactNode, startTransition, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/buttons.tsx'

const EmailForm = lazy(async () => ({ default: (await import('./contact-forms.tsx')).EmailForm }))

export function EmailEdit({ email }: { email: string }) {
  return (
    <InlineEdit label="Email address" value={email}>
      {(close) => <EmailForm email={email} onClose={close} />}
    </InlineEdit>
  )
}

const PhoneForm = lazy(async () => ({ default: (await import('./contact-forms.tsx')).PhoneForm }))

export function PhoneEdit({ phone }: { phone: string }) {
  return (
    <InlineEdit label="Phone number" value={phone}>
      {(close) => <PhoneForm phone={phone} onClose={close} />}
    </InlineEdit>
  )
}

interface InlineEditProps {
  label: string
  value: ReactNode
  /** An InlineEditForm, loaded when editing begins; `close` shows the value again. */
  children: (close: () => void) => ReactNode
}

/** A value with a button that edits it in place. When the form closes, the focus returns to the button. */
function InlineEdit({ label, value, children }: InlineEditProps) {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setEditing(false))
    button.current?.focus()
  }
  if (isEditing) return children(close)
  return (
    <div className="flex items-start gap-4">
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
