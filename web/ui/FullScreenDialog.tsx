import type { ReactNode } from 'react'
import { DialogFrame } from './DialogFrame.tsx'
import { DialogHead } from './DialogHead.tsx'

interface FullScreenDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Something to look at over the whole page. Render it while it is open. */
export function FullScreenDialog({ title, onClose, children }: FullScreenDialogProps) {
  return (
    <DialogFrame onClose={onClose} className="inset-0 flex flex-col bg-canvas">
      <DialogHead title={title} />
      <div className="min-h-0 grow">{children}</div>
    </DialogFrame>
  )
}
