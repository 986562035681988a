import { useLocation } from 'react-router'
import { PublicHeader } from '../../frame/public-frame.tsx'
import { DocsColumns } from '../../ui/docs-layout.tsx'
import { useContent } from './contents.ts'
import { DocsNotFound } from './DocsNotFound.tsx'
import { DocsToolbar } from './DocsToolbar.tsx'
import { EndpointPage } from './EndpointPage.tsx'
import { GroupPage } from './GroupPage.tsx'
import { GuidePage } from './GuidePage.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useHashPlace } from './use-hash-place.ts'

/** Every page of the documentation: the frame that they share, and what stands at the address. */
export function DocumentationPage() {
  const { pathname } = useLocation()
  useHashPlace()
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader isWide />
      <DocsToolbar />
      <DocsColumns side={<Sidebar />}>
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
