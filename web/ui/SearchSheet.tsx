import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { DialogFrame } from './dialogs.tsx'

interface SearchSheetProps {
  title: string
  typed: string
  onType: (typed: string) => void
  items: readonly { id: string; title: string; where: string }[]
  nothing: string
  onChoose: (id: string) => void
  onClose: () => void
}

export function SearchSheet({ title, typed, onType, items, nothing, onChoose, onClose }: SearchSheetProps) {
  return (
    <DialogFrame
      onClose={onClose}
      className="inset-x-4 top-16 mx-auto max-w-dialog overflow-hidden rounded-dialog border border-border bg-surface shadow-raised"
    >
      <Dialog.Title className="sr-only">{title}</Dialog.Title>
      <Command shouldFilter={false} label={title} loop>
        <Command.Input
          value={typed}
          onValueChange={onType}
          placeholder={title}
          maxLength={200}
          className="min-h-12 w-full border-b border-border bg-surface px-4 text-md -outline-offset-2! placeholder:text-subtle"
        />
        <p role="status" className={items.length === 0 ? 'px-4 py-6 text-muted' : 'sr-only'}>
          {items.length === 0 ? nothing : `${items.length} found`}
        </p>
        {/* Rendered also when empty, since the field's aria-controls names it. */}
        <Command.List
          label="What was found"
          className={items.length === 0 ? 'hidden' : 'max-h-[60dvh] overflow-y-auto p-2'}
        >
          {items.map(({ id, title: name, where }) => (
            <Command.Item
              key={id}
              value={id}
              onSelect={() => onChoose(id)}
              className="flex cursor-pointer flex-col rounded-control px-3 py-2 data-[selected=true]:bg-brand-soft data-[selected=true]:text-on-brand-soft"
            >
              <span className="font-semibold break-words">{name}</span>
              <span className="text-sm">{where}</span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </DialogFrame>
  )
}
