import { SearchTrigger } from './SearchTrigger.tsx'
import { setSearchOpen } from './search-state.ts'

/** Opens the search; so do Ctrl K and Command K. */
export function SearchButton() {
  return (
    <SearchTrigger
      label="Search the documentation"
      keys="Ctrl K"
      shortcuts="Control+K Meta+K"
      onClick={() => setSearchOpen(true)}
    />
  )
}
