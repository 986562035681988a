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
        <div className="flex gap-2 max-md:hidden">
          <EntranceLink />
          <GetStartedLink />
        </div>
        <div className="md:hidden">
          <IconButton icon={Menu} label="Open the menu" aria-haspopup="dialog" onClick={() => setOpen(true)} />
          <Suspense fallback={null}>{isOpen && <PublicMenu onClose={() => setOpen(false)} />}</Suspense>
        </div>
      </div>
    </TopBar>
  )
}

const footerGroups = [
  {
    name: 'Product',
    links: [
      { to: '/', words: `${productName} API` },
      { to: '/verifications', words: 'Verifications API' },
      { to: '/my-verifications', words: 'Personal portal' },
      { to: '/explore', words: 'Explore' },
      { to: '/blog', words: 'Blog' },
    ],
  },
  {
    name: 'Developers',
    links: [
      { to: '/documentation', words: 'Documentation' },
      { to: '/documentation/errors', words: 'Errors' },
      { to: '/documentation/fhir', words: 'FHIR' },
      { to: '/documentation/mcp', words: 'MCP' },
      { to: '/changelog', words: 'Changelog' },
    ],
  },
  {
    name: 'Help and terms',
    links: [
      { to: '/status', words: 'Status' },
      { to: '/home?panel=support', words: 'Support' },
      { to: '/terms/data', words: 'Data terms' },
      { to: '/privacy', words: 'Privacy' },
      { to: '/THIRD_PARTY_NOTICES.txt', words: 'Notices', reloadDocument: true },
    ],
  },
] as const

export function PublicFooter() {
  return (
    <footer className="border-t border-border print:hidden">
      <div className="mx-auto flex w-full max-w-landing flex-col gap-8 px-4 py-10 text-sm text-muted md:flex-row md:justify-between">
        <div className="flex flex-col gap-2">
          <Wordmark />
          <p>Provider data from CMS’s NPPES, a public record.</p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-8 sm:grid-cols-3">
          {footerGroups.map(({ name, links }) => (
            <div key={name} className="flex flex-col gap-2">
              <p className="font-semibold text-text">{name}</p>
              <ul className="flex flex-col gap-2">
                {links.map(({ words, ...link }) => (
                  <li key={link.to}>
                    <TextLink {...link}>{words}</TextLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}

interface WayInProps {
  look?: ButtonLook
  isLarge?: boolean
}

/** Leads signed-in users to their dashboard, and others to the login of the area that the page belongs to. */
export function EntranceLink({ look = 'plain', isLarge = false }: WayInProps) {
  const { area, isSignedIn } = useWayIn()
  const { home, login } = areaAddresses[area]
  return (
    <LinkButton to={isSignedIn ? home : login} look={look} isLarge={isLarge}>
      {!isSignedIn ? 'Login' : area === 'api' ? 'Dashboard' : 'My Verifications'}
    </LinkButton>
  )
}

/** Leads visitors to the sign-up of the area that the page belongs to. */
export function GetStartedLink({ look = 'primary', isLarge = false }: WayInProps) {
  const { area, isSignedIn, pathname } = useWayIn()
  const { signup } = areaAddresses[area]
  if (isSignedIn || pathname === signup) return null
  return (
    <LinkButton to={signup} look={look} isLarge={isLarge}>
      Get started
    </LinkButton>
  )
}

function useWayIn() {
  const { pathname } = useLocation()
  const area = /^\/(my-verifications|portal-)/.test(pathname) ? 'portal' : 'api'
  return { area, pathname, isSignedIn: typeof useToken(area) === 'string' } as const
}

export const publicLinks = [
  { to: '/explore', words: 'Explore' },
  { to: '/verifications', words: 'Verifications' },
  { to: '/my-verifications', words: 'My Portal' },
  { to: '/documentation', words: 'Documentation' },
  { to: '/blog', words: 'Blog' },
] as const
