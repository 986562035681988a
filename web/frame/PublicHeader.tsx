import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { TopBar, Wordmark } from '../ui/bars.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { PlaceLink } from '../ui/links.tsx'
import { ThemeToggle } from '../ui/theme.tsx'
import { EntranceLink } from './EntranceLink.tsx'
import { publicLinks } from './public-links.ts'

// A dialog weighs as much as a page: it comes when somebody opens the menu.
const PublicMenu = lazy(async () => ({ default: (await import('./PublicMenu.tsx')).PublicMenu }))

/** The top of every page that anyone may open; `isWide` is for pages with three columns. */
export function PublicHeader({ isWide = false }: { isWide?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <TopBar isWide={isWide}>
      <Link to="/" className="flex min-h-10 items-center rounded-control pr-4">
        <Wordmark />
      </Link>
      <nav aria-label="Main" className="hidden grow items-center gap-1 md:flex">
        {publicLinks.map(({ to, words }) => (
          <PlaceLink key={to} to={to}>
            {words}
          </PlaceLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-1">
        <ThemeToggle />
        <div className="max-md:hidden">
          <EntranceLink />
        </div>
        <div className="md:hidden">
          <IconButton icon={Menu} label="Open the menu" aria-haspopup="dialog" onClick={() => setOpen(true)} />
          <Suspense fallback={null}>{isOpen && <PublicMenu onClose={() => setOpen(false)} />}</Suspense>
        </div>
      </div>
    </TopBar>
  )
}
