import { lazy, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { LaterPart } from '../../../ui/LaterPart.tsx'
import { setSearchOpen, useIsSearchOpen } from './search-state.ts'

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }))

/** Shows the search when it is asked for: by a button, by Ctrl K or Command K, or by `?q=` in the address. */
export function SearchHost() {
  const isOpen = useIsSearchOpen()
  const [parameters] = useSearchParams()
  const words = parameters.get('q')
  useEffect(() => {
    if (words !== null) setSearchOpen(true)
  }, [words])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setSearchOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      setSearchOpen(false)
    }
  }, [])
  return <LaterPart>{isOpen && <SearchDialog words={words ?? ''} onClose={() => setSearchOpen(false)} />}</LaterPart>
}
