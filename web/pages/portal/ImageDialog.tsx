import { FullScreenDialog } from '../../ui/dialogs.tsx'
import { LinkedImage } from '../../ui/LinkedImage.tsx'

interface ImageDialogProps {
  src: string
  alt: string
  /** Answers a link that works, if there is one. */
  renew: () => Promise<string | undefined>
  onClose: () => void
}

/** The image of a request over the whole page. */
export function ImageDialog({ onClose, ...image }: ImageDialogProps) {
  return (
    <FullScreenDialog title="Credential Image" onClose={onClose}>
      <LinkedImage {...image} />
    </FullScreenDialog>
  )
}
