import { useLocation, useNavigate } from 'react-router'
import { FullScreenDialog } from '../../ui/dialogs.tsx'
import { OpenImage } from './OpenImage.tsx'
import type { Desk } from './use-desk.ts'

/** The image of the open request over the whole page. */
export function PreviewDialog({ desk }: { desk: Desk }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  // What was opened here is left by going back, so that Back does not open it again.
  const close = () => (Object(state).isFromDesk === true ? navigate(-1) : desk.go({ isPreviewOpen: false }))
  return (
    <FullScreenDialog title="Credential Image" onClose={close}>
      <OpenImage desk={desk} />
    </FullScreenDialog>
  )
}
