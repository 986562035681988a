import { Search } from 'lucide-react'

interface SearchTriggerProps {
  /** What is searched; the button shows its first word alone, Search. */
  label: string
  /** The keys that do the same, as people write them and as browsers do. */
  keys: string
  shortcuts: string
  onClick: () => void
}

/** A button that looks like the field that it opens. */
export function SearchTrigger({ label, keys, shortcuts, onClick }: SearchTriggerProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcuts}
      aria-haspopup="dialog"
      onClick={onClick}
      className="flex min-h-10 w-full items-center gap-2 rounded-control border border-border-strong bg-surface px-3 text-sm text-subtle hover:text-text md:min-h-9"
    >
      <Search size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="grow text-left">Search</span>
      <kbd className="shrink-0 rounded-badge border border-border px-1 font-mono text-xs max-md:hidden">{keys}</kbd>
    </button>
  )
}
