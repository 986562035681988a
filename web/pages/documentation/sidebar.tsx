import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import { useToken } from '../../api/tokens.ts'
import { useUser } from '../../api/user.tsx'
import { areaAddresses } from '../../frame/next-address.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { PlaceLink } from '../../ui/links.tsx'
import { outline } from './contents/outline.ts'
import type { OutlineGroup } from './documentation.ts'
import { MethodChip } from './pieces.tsx'

interface SidebarProps {
  onGo?: (() => void) | undefined
}

export function SidebarLinks({ onGo }: SidebarProps) {
  const isSignedIn = typeof useToken('api') === 'string'
  const { home, login } = areaAddresses.api
  return (
    <nav aria-label="Documentation" className="flex flex-col gap-4">
      <ul className="flex flex-col gap-0.5">
        {outline.guides.map(({ address, title }) => (
          <li key={address}>
            <PlaceLink to={address} end onClick={onGo}>
              {title}
            </PlaceLink>
          </li>
        ))}
        {outline.groups.map((group) => (
          <li key={group.address}>
            <SidebarGroup group={group} onGo={onGo} />
          </li>
        ))}
      </ul>
      <ul className="flex flex-col gap-0.5 border-t border-border pt-4">
        {isSignedIn && (
          <li>
            <PlaceLink to={`${home}?panel=support`} onClick={onGo}>
              Support
            </PlaceLink>
          </li>
        )}
        <li>
          <PlaceLink to={isSignedIn ? home : login} onClick={onGo}>
            {isSignedIn ? 'Back to Home' : 'Back to Login'}
          </PlaceLink>
        </li>
      </ul>
    </nav>
  )
}

/** A group and, when it is expanded, its endpoints; the group that is being read is expanded. */
function SidebarGroup({ group, onGo }: SidebarProps & { group: OutlineGroup }) {
  const { pathname } = useLocation()
  const endpoints = useVisible(group.endpoints)
  const [choice, setChoice] = useState<boolean>()
  const listId = useId()
  const isOpen = choice ?? (pathname === group.address || pathname.startsWith(`${group.address}/`))
  return (
    <>
      <div className="flex items-center gap-1">
        <div className="min-w-0 grow">
          <PlaceLink to={group.address} end onClick={onGo}>
            {group.title}
          </PlaceLink>
        </div>
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          label={`Endpoints of ${group.title}`}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setChoice(!isOpen)}
        />
      </div>
      <ul id={listId} className={isOpen ? 'flex flex-col gap-0.5 py-1 pl-3' : 'hidden'}>
        {endpoints.map(({ address, method, summary, isBeta }) => (
          <li key={address}>
            <PlaceLink to={address} end onClick={onGo}>
              <MethodChip method={method} />
              <span className="min-w-0 py-1 text-sm">{summary}</span>
              {isBeta && <Badge tone="accent">BETA</Badge>}
            </PlaceLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Endpoints for admins are listed for admins; others find them on the page of their group. */
function useVisible(endpoints: OutlineGroup['endpoints']): OutlineGroup['endpoints'] {
  const { pathname } = useLocation()
  const { user } = useUser()
  return endpoints.filter(({ address, isForAdmins }) => !isForAdmins || user?.admin || address === pathname)
}

/** Every page in the order of the sidebar. */
export function usePagesInOrder(): { address: string; title: string }[] {
  const endpoints = useVisible(outline.groups.flatMap((group) => group.endpoints))
  return [
    ...outline.guides,
    ...outline.groups.flatMap((group) => [
      group,
      ...group.endpoints
        .filter((endpoint) => endpoints.includes(endpoint))
        .map(({ address, summary }) => ({ address, title: summary })),
    ]),
  ]
}
