import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { PlaceLink } from '../../ui/links.tsx'
import type { OutlineGroup } from './documentation.ts'
import { MethodChip } from './pieces.tsx'

interface SidebarGroupProps {
  group: OutlineGroup
  onGo?: () => void
}

/** A group and, when it is expanded, its endpoints; the group that somebody reads is expanded. */
export function SidebarGroup({ group, onGo }: SidebarGroupProps) {
  const { pathname } = useLocation()
  const [choice, setChoice] = useState<boolean>()
  const listId = useId()
  const isHere = pathname === group.address || pathname.startsWith(`${group.address}/`)
  const isOpen = choice ?? isHere
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
        {group.endpoints.map(({ address, method, summary, isBeta }) => (
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
