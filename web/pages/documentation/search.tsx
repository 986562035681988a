import { Search } from 'lucide-react'
import { lazy, useEffect, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { useIsAlive } from '../../ui/use-is-alive.ts'

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }))

/** Where else a search leads, beside the documentation. */
export interface Place {
  address: string
  title: string
}

let isOpen = false
const listeners = new Set<() => void>()

function setOpen(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function SearchButton({ of = 'the documentation' }: { of?: string }) {
  const isOnMac = useIsAlive() && /Mac|iP/.test(navigator.platform)
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={() => setOpen(true)}
      className="flex min-h-10 w-full items-center gap-2 rounded-control border border-border-strong bg-surface px-3 text-sm text-subtle hover:text-text md:min-h-9 print:hidden"
    >
      <Search size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="grow text-left">
        Search<span className="sr-only"> {of}</span>
      </span>
      <span
        aria-hidden="true"
        className="shrink-0 rounded-badge border border-border px-1 font-mono text-xs max-md:hidden"
      >
        {isOnMac ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}

/** Shows the search when a button, Ctrl K, Command K, or `?q=` in the address opens it. It also finds `places`. */
export function SearchHost({ places }: { places?: readonly Place[] }) {
  const isShown = useSyncExternalStore(
    follow,
    () => isOpen,
    () => false,
  )
  const [parameters] = useSearchParams()
  const words = parameters.get('q')
  useEffect(() => {
    if (words !== null) setOpen(true)
  }, [words])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      setOpen(false)
    }
  }, [])
  const close = () => setOpen(false)
  return <LaterPart>{isShown && <SearchDialog words={words ?? ''} places={places} onClose={close} />}</LaterPart>
}
