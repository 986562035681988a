import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { productName } from '#contract/product'
import { useToken } from '../api/tokens.ts'
import { TopBar, Wordmark } from '../ui/bars.tsx'
import { type ButtonLook, IconButton, LinkButton } from '../ui/buttons.tsx'
import { PlaceLink, TextLink } from '../ui/links.tsx'
import { ThemeToggle } from '../ui/theme.tsx'
import { areaAddresses } from './next-address.ts'

const PublicMenu = lazy(async () => ({ default: (await import('./PublicMenu.tsx')).PublicMenu }))

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

const links = [
  { to: '/', words: `${productName} API` },
  { to: '/verifications', words: 'Verifications API' },
  { to: '/my-verifications', words: 'Personal portal' },
  { to: '/documentation', words: 'Documentation' },
  { to: '/blog', words: 'Blog' },
  { to: '/THIRD_PARTY_NOTICES.txt', words: 'Notices', reloadDocument: true },
] as const

export function PublicFooter() {
  return (
    <footer className="border-t border-border">
      <div className="mx-auto flex w-full max-w-landing flex-col gap-4 px-4 py-8 text-sm text-muted md:flex-row md:justify-between">
        <p>Provider data: CMS, National Plan and Provider Enumeration System, a public record.</p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-4 gap-y-2">
          {links.map(({ words, ...link }) => (
            <TextLink key={link.to} {...link}>
              {words}
            </TextLink>
          ))}
        </nav>
      </div>
    </footer>
  )
}

/** Leads signed-in users to their dashboard, and others to the login of the area that the page belongs to. */
export function EntranceLink({ look = 'plain' }: { look?: ButtonLook }) {
  const { pathname } = useLocation()
  const area = /^\/(my-verifications|portal-)/.test(pathname) ? 'portal' : 'api'
  const isSignedIn = typeof useToken(area) === 'string'
  const { home, login } = areaAddresses[area]
  return (
    <LinkButton to={isSignedIn ? home : login} look={look}>
      {!isSignedIn ? 'Login' : area === 'api' ? 'Dashboard' : 'My Verifications'}
    </LinkButton>
  )
}

export const publicLinks = [
  { to: '/verifications', words: 'Verifications' },
  { to: '/my-verifications', words: 'My Portal' },
  { to: '/documentation', words: 'Documentation' },
  { to: '/blog', words: 'Blog' },
] as const
