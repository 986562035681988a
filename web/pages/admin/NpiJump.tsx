import { Search, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'

interface NpiJumpProps {
  /** The NPI that the list is held to. */
  npi: string | undefined
  onJump: (npi: string | undefined) => void
}

/** Leads to the requests for one NPI, in whatever state they are. */
export function NpiJump({ npi, onJump }: NpiJumpProps) {
  const [typed, setTyped] = useState(npi ?? '')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // What is typed follows the list, in the same field: another one would not have the focus.
  const [shownNpi, setShownNpi] = useState(npi)
  if (shownNpi !== npi) {
    setShownNpi(npi)
    setTyped(npi ?? '')
    setError(undefined)
  }
  const jump = (event: FormEvent) => {
    event.preventDefault()
    const digits = typed.replace(/\D/g, '')
    setError(digits.length === 10 ? undefined : 'An NPI has ten digits.')
    if (digits.length === 10) onJump(digits)
  }
  const showAll = () => {
    onJump(undefined)
    // The button goes.
    field.current?.focus()
  }
  return (
    <search className="flex min-w-0 flex-col gap-1">
      <form onSubmit={jump} noValidate className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <TextField
            ref={field}
            label="Jump to an NPI"
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            value={typed}
            error={error}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" look="plain">
          <Search size={18} strokeWidth={1.75} aria-hidden="true" />
          Find
        </Button>
        {npi !== undefined && <IconButton icon={X} label="Show all NPIs" onClick={showAll} />}
      </form>
    </search>
  )
}
