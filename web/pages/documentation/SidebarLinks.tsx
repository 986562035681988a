import { useToken } from '../../api/tokens.ts'
import { areaAddresses } from '../../frame/next-address.ts'
import { PlaceLink } from '../../ui/links.tsx'
import { outline } from './contents/outline.ts'
import { SidebarGroup } from './SidebarGroup.tsx'

/** Guides, groups with their endpoints, and the ways out; `onGo` is told when somebody follows a link. */
export function SidebarLinks({ onGo }: { onGo?: () => void }) {
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
            <SidebarGroup group={group} {...(onGo !== undefined && { onGo })} />
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
