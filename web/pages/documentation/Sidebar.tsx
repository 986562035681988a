import { SidebarLinks } from './SidebarLinks.tsx'
import { SearchButton } from './search/SearchButton.tsx'

/** Beside every page of the documentation: its search, and all there is. */
export function Sidebar() {
  return (
    <div className="flex flex-col gap-4">
      <SearchButton />
      <SidebarLinks />
    </div>
  )
}
