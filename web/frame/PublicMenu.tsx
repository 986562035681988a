import { Drawer } from '../ui/dialogs.tsx'
import { PlaceLink } from '../ui/links.tsx'
import { EntranceLink, GetStartedLink, publicLinks } from './public-frame.tsx'

export function PublicMenu({ onClose }: { onClose: () => void }) {
  return (
    <Drawer title="Menu" onClose={onClose}>
      <nav aria-label="Main" className="flex flex-col gap-1">
        {publicLinks.map(({ to, words }) => (
          <PlaceLink key={to} to={to} onClick={onClose}>
            {words}
          </PlaceLink>
        ))}
      </nav>
      <GetStartedLink />
      <EntranceLink />
    </Drawer>
  )
}
