import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useToken } from '../api/tokens.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PlaceLink } from '../ui/PlaceLink.tsx'
import { ThemeToggle } from '../ui/ThemeToggle.tsx'
import { Wordmark } from '../ui/Wordmark.tsx'
import { areaAddresses } from './area-addresses.ts'

const links = [
  { to: '/verifications', words: 'Verifications' },
  { to: '/my-verifications', words: 'My Portal' },
  { to: '/documentation', words: 'Documentation' },
  { to: '/blog', words: 'Blog' },
] as const

/** The top of every page that anyone may open. */
export function PublicHeader() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className="sticky top-0 z-30 border-b border-border bg-canvas">
      <div className="mx-auto flex h-14 w-full max-w-landing items-center gap-2 px-4">
        <Link to="/" className="flex min-h-10 items-center rounded-control pr-4">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden grow items-center gap-1 md:flex">
          {links.map(({ to, words }) => (
            <PlaceLink key={to} to={to}>
              {words}
            </PlaceLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <ThemeToggle />
          <div className="hidden md:block">
            <EntranceLink />
          </div>
          <div className="md:hidden">
            <Drawer
              title="Menu"
              isOpen={isOpen}
              onOpenChange={setOpen}
              trigger={<IconButton icon={Menu} label="Open the menu" />}
            >
              <nav aria-label="Main" className="flex flex-col gap-1">
                {links.map(({ to, words }) => (
                  <PlaceLink key={to} to={to} onClick={close}>
                    {words}
                  </PlaceLink>
                ))}
              </nav>
              <EntranceLink />
            </Drawer>
          </div>
        </div>
      </div>
    </header>
  )
}

/** To the dashboard for those who are signed in, to the login for the others. */
function EntranceLink() {
  const isSignedIn = typeof useToken('api') === 'string'
  return (
    <LinkButton to={isSignedIn ? areaAddresses.api.home : areaAddresses.api.login} look="plain" className="w-full">
      {isSignedIn ? 'Dashboard' : 'Login'}
    </LinkButton>
  )
}
