import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { DialogFrame } from './dialogs.tsx'

export interface SearchItem {
  id: string
  title: string
  where: string
  text: string
  /** The words that were found, to be highlighted. */
  terms: readonly string[]
}

interface SearchSheetProps {
  title: string
  typed: string
  onType: (typed: string) => void
  groups: readonly { name: string; items: readonly SearchItem[] }[]
  nothing: string
  onChoose: (id: string) => void
  onClose: () => void
}

export function SearchSheet({ title, typed, onType, groups, nothing, onChoose, onClose }: SearchSheetProps) {
  const list = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState('')
  const isBest = selected === groups[0]?.items[0]?.id
  // When the results change, cmdk selects the best, but scrolls to where what was selected before is now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when other words have the same best result.
  useEffect(() => {
    if (isBest && list.current !== null) list.current.scrollTop = 0
  }, [isBest, typed, selected])
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <DialogFrame
      onClose={onClose}
      className="inset-x-4 top-16 mx-auto max-w-dialog overflow-hidden rounded-dialog border border-border bg-surface shadow-raised"
    >
      <Dialog.Title className="sr-only">{title}</Dialog.Title>
      <Command shouldFilter={false} label={title} loop value={selected} onValueChange={setSelected}>
        <Command.Input
          value={typed}
          onValueChange={onType}
          placeholder={title}
          maxLength={200}
          className="min-h-12 w-full border-b border-border bg-surface px-4 text-md -outline-offset-2! placeholder:text-subtle"
        />
        <p role="status" className={count === 0 ? 'px-4 py-6 text-muted' : 'sr-only'}>
          {count === 0 ? nothing : `${count} results`}
        </p>
        {/* Rendered also when empty, since the field's aria-controls names it. */}
        <Command.List
          ref={list}
          label="Results"
          className={count === 0 ? 'hidden' : 'max-h-[60dvh] overflow-y-auto p-2'}
        >
          {groups.map(({ name, items }) => (
            <Command.Group
              key={name}
              heading={name}
              className="pb-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
            >
              {items.map((item) => (
                <Command.Item
                  key={item.id}
                  value={item.id}
                  onSelect={() => onChoose(item.id)}
                  className="flex cursor-pointer flex-col rounded-control px-3 py-1.5 data-[selected=true]:bg-brand-soft data-[selected=true]:text-on-brand-soft"
                >
                  <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <span className="font-semibold break-words">
                      <Highlighted text={item.title} terms={item.terms} />
                    </span>{' '}
                    <span className="font-mono text-xs">{item.where}</span>
                  </span>
                  {item.text !== '' && (
                    <span className="line-clamp-2 text-sm">
                      <Highlighted text={excerpt(item.text, item.terms)} terms={item.terms} />
                    </span>
                  )}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </DialogFrame>
  )
}

const beforeMax = 40

/** A text from shortly before the first word that was found. */
function excerpt(text: string, terms: readonly string[]): string {
  const at = text.search(ofTerms(terms))
  if (at <= beforeMax) return text
  return `…${text.slice(text.indexOf(' ', at - beforeMax) + 1)}`
}

function Highlighted({ text, terms }: Pick<SearchItem, 'text' | 'terms'>) {
  return text.split(ofTerms(terms)).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places.
      <mark key={index} className="bg-transparent text-inherit underline decoration-2 underline-offset-2">
        {part}
      </mark>
    ),
  )
}

/** Finds each term, once it is in a text, as the only group; without terms it finds nothing. */
function ofTerms(terms: readonly string[]): RegExp {
  const escaped = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return escaped.length === 0 ? /(?!)/ : new RegExp(`(${escaped.join('|')})`, 'i')
}
