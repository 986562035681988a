import { lazy, useState } from 'react'
import type { Verification } from '#contract/verifications'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { RowAction, RowActions } from '../../ui/rows.tsx'

// What shows it comes when somebody looks.
const ImageDialog = lazy(async () => ({ default: (await import('./ImageDialog.tsx')).ImageDialog }))

interface RequestImageProps {
  request: Verification
  /** Asks for the request anew, whose answer has a link that works. */
  readAnew: () => Promise<Verification | undefined>
}

/** The way to the image that was sent with a request, as long as it is kept. */
export function RequestImage({ request, readAnew }: RequestImageProps) {
  const { imageUrl, credentials, npi } = request
  const [isOpen, setOpen] = useState(false)
  if (imageUrl === undefined) return null
  return (
    <RowActions>
      <RowAction aria-haspopup="dialog" onClick={() => setOpen(true)}>
        View your image
      </RowAction>
      <LaterPart>
        {isOpen && (
          <ImageDialog
            src={imageUrl}
            alt={`What you sent for ${credentials.join(', ')}, NPI ${npi}`}
            renew={async () => (await readAnew())?.imageUrl}
            onClose={() => setOpen(false)}
          />
        )}
      </LaterPart>
    </RowActions>
  )
}
