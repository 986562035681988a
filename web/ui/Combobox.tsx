import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { IconButton } from './buttons.tsx'
import { classes, controlClasses } from './classes.ts'

interface ComboboxOption {
  id: string
  text: string
  /** What it is, and what distinguishes it. */
  note: string
}

interface ComboboxProps {
  label: string
  placeholder: string
  text: string
  options: readonly ComboboxOption[]
  onType: (text: string) => void
  onChoose: (id: string) => void
  onSubmit: () => void
  /** Within the box, behind the text. */
  children?: ReactNode
}

/** A text field with suggestions, as the combobox pattern of WAI-ARIA has it: arrow keys choose, Escape closes. */
export function Combobox({ label, placeholder, text, options, onType, onChoose, onSubmit, children }: ComboboxProps) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<number>()
  const isShown = isOpen && options.length > 0
  const current = isShown && active !== undefined ? options[active] : undefined
  const optionId = (id: string) => `${listId}-${id}`

  const close = () => {
    setOpen(false)
    setActive(undefined)
  }
  const choose = (id: string) => {
    close()
    onChoose(id)
  }
  const submit = () => {
    close()
    onSubmit()
  }
  const press = (event: KeyboardEvent) => {
    const last = options.length - 1
    switch (event.key) {
      case 'ArrowDown':
        setOpen(true)
        setActive(active === undefined || active >= last ? 0 : active + 1)
        break
      case 'ArrowUp':
        setOpen(true)
        setActive(active === undefined || active === 0 ? last : active - 1)
        break
      case 'Enter':
        if (current !== undefined) choose(current.id)
        else submit()
        break
      case 'Escape':
        if (!isShown) return
        close()
        break
      default:
        return
    }
    event.preventDefault()
  }
  return (
    <div className="relative min-w-0 grow">
      <div className="flex items-center rounded-control border border-border-strong bg-surface">
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : optionId(current.id)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => {
            setOpen(true)
            setActive(undefined)
            onType(target.value)
          }}
          onKeyDown={press}
          onBlur={close}
          className={classes(controlClasses, 'min-h-12 grow border-transparent! text-md md:min-h-12')}
        />
        {children}
        <IconButton icon={Search} label="Search" onClick={submit} />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        className={
          isShown
            ? 'absolute inset-x-0 top-full z-20 mt-1 max-h-96 overflow-y-auto rounded-panel border border-border bg-surface p-1 shadow-raised'
            : 'hidden'
        }
      >
        {options.map(({ id, text: name, note }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys.
          <div
            key={id}
            id={optionId(id)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(id)}
            className="flex min-h-10 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-control px-3 py-1 aria-selected:bg-brand-soft aria-selected:text-on-brand-soft"
          >
            <span className="min-w-0 font-semibold break-words">{name}</span>
            <span className="text-sm">{note}</span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isShown && `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}`}
      </p>
    </div>
  )
}
