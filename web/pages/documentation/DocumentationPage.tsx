import { Menu } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { focusPlace } from '../../frame/PageFrame.tsx'
import { PublicHeader } from '../../frame/public-frame.tsx'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { DocsColumns } from '../../ui/docs-layout.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { documentationPath, useContent } from './contents.ts'
import { EndpointPage } from './EndpointPage.tsx'
import { GroupPage } from './GroupPage.tsx'
import { GuidePage } from './GuidePage.tsx'
import { SearchButton, SearchHost } from './search.tsx'
import { SidebarLinks } from './sidebar.tsx'

const Drawer = lazy(async () => ({ default: (await import('../../ui/dialogs.tsx')).Drawer }))

export function DocumentationPage() {
  const { pathname } = useLocation()
  useHashPlace()
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader isWide />
      <DocsToolbar />
      <DocsColumns
        side={
          <div className="flex flex-col gap-4">
            <SearchButton />
            <SidebarLinks />
          </div>
        }
      >
        <main id="main" className="min-w-0 px-4 py-8 md:px-8">
          <Place key={pathname} address={pathname} />
        </main>
      </DocsColumns>
    </div>
  )
}

function Place({ address }: { address: string }) {
  const content = useContent(address)
  if (content?.address === address) {
    return content.kind === 'guide' ? <GuidePage guide={content} /> : <GroupPage group={content} />
  }
  const endpoint = content?.kind === 'group' ? content.endpoints.find((entry) => entry.address === address) : undefined
  return endpoint === undefined ? <DocsNotFound /> : <EndpointPage endpoint={endpoint} />
}

function DocsToolbar() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="flex gap-2 border-b border-border px-4 py-2 md:hidden">
      <Button look="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Menu size={18} strokeWidth={1.75} aria-hidden="true" />
        Contents
      </Button>
      <div className="min-w-0 grow">
        <SearchButton />
      </div>
      <LaterPart>
        {isOpen && (
          <Drawer title="Documentation" onClose={close}>
            <SidebarLinks onGo={close} />
          </Drawer>
        )}
      </LaterPart>
      <SearchHost />
    </div>
  )
}

function DocsNotFound() {
  return (
    <div className="flex max-w-prose flex-col items-start gap-6">
      <h1 className="text-2xl font-semibold">No such page in the documentation</h1>
      <p className="text-md text-muted">
        There is no group or method at this address. It may have been mistyped, or the page has moved. Search for what
        you need:
      </p>
      <SearchButton />
      <div className="flex flex-wrap gap-3">
        <LinkButton to={documentationPath} look="plain">
          Getting Started
        </LinkButton>
        <LinkButton to="/" look="plain">
          Go back home
        </LinkButton>
      </div>
    </div>
  )
}

/** Scrolls to the place that the address names after `#`, opens what it is within, and gives it the focus. */
function useHashPlace(): void {
  const location = useLocation()
  // Following the same link twice gives the same address in a new location, and scrolls again.
  useEffect(() => {
    const { hash } = location
    if (hash === '') return
    // After the page has moved the focus to its heading.
    const frame = requestAnimationFrame(() => {
      const place = document.getElementById(decoded(hash.slice(1)))
      if (place === null) return
      for (let around = place.parentElement; around; around = around.parentElement) {
        if (around instanceof HTMLDetailsElement) around.open = true
      }
      focusPlace(place)
    })
    return () => cancelAnimationFrame(frame)
  }, [location])
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
