import { Menu } from 'lucide-react'
import { lazy, useState } from 'react'
import { useLocation } from 'react-router'
import { PublicHeader } from '../../frame/public-frame.tsx'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { DocsColumns } from '../../ui/docs-layout.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { pagesNow, useContent } from './contents.ts'
import { documentationPath } from './documentation-path.ts'
import { PageFoot, useHashPlace } from './page-links.tsx'
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
          <PageFoot address={pathname} />
        </main>
      </DocsColumns>
    </div>
  )
}

function Place({ address }: { address: string }) {
  // Chosen once, like the code of a page.
  const [{ GuidePage, GroupPage, EndpointPage }] = useState(pagesNow)
  const content = useContent(address)
  if (content?.kind === 'endpoints') {
    const endpoint = content.endpoints.find((entry) => entry.address === address)
    return endpoint === undefined ? <DocsNotFound /> : <EndpointPage endpoint={endpoint} />
  }
  if (content === undefined || content.kind === 'responses' || content.address !== address) return <DocsNotFound />
  return content.kind === 'guide' ? <GuidePage guide={content} /> : <GroupPage group={content} />
}

function DocsToolbar() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="flex gap-2 border-b border-border px-4 py-2 md:hidden print:hidden">
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
        There is no group or method at this address. Check it for typos, or search for what you need:
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
