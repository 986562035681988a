import { SecurityPanels } from '../../account/security-panels.tsx'
import { Dialog } from '../../ui/dialogs.tsx'

/** How one signs in, over My Profile, which is too narrow for it. */
export function SecurityDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Sign-in and security" onClose={onClose}>
      <SecurityPanels />
    </Dialog>
  )
}
