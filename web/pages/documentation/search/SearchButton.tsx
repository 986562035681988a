import { SearchTrigger } from '../../../ui/SearchTrigger.tsx'
import { setSearchOpen } from './search-state.ts'

/** Opens the search; so do Ctrl K and Command K. */
export function SearchButton() {
  return <SearchTrigger words="Search the documentation" keys="Ctrl K" onClick={() => setSearchOpen(true)} />
}
