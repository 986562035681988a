import { Drawer } from '../../ui/dialogs.tsx'
import { Profile } from './Profile.tsx'

/** My Profile where there is no room for it beside the page. */
export function ProfileDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer title="My Profile" onClose={onClose}>
      <Profile />
    </Drawer>
  )
}
