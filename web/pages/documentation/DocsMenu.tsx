import { Drawer } from '../../ui/dialogs.tsx'
import { SidebarLinks } from './SidebarLinks.tsx'

/** The sidebar where there is no room beside the page. */
export function DocsMenu({ onClose }: { onClose: () => void }) {
  return (
    <Drawer title="Documentation" onClose={onClose}>
      <SidebarLinks onGo={onClose} />
    </Drawer>
  )
}
