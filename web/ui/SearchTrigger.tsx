import { Search } from 'lucide-react'

interface SearchTriggerProps {
  words: string
  /** The keys that do the same. */
  keys: string
  onClick: () => void
}

/** A button that looks like the field that it opens. */
export function SearchTrigger({ words, keys, onClick }: SearchTriggerProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className="flex min-h-10 w-full items-center gap-2 rounded-control border border-border-strong bg-surface px-3 text-sm text-subtle hover:text-text md:min-h-9"
    >
      <Search size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="grow truncate text-left">{words}</span>
      <kbd className="shrink-0 rounded-badge border border-border px-1 font-mono text-xs">{keys}</kbd>
    </button>
  )
}
