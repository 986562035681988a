import type { ReactNode } from 'react'
import { DialogFrame } from './DialogFrame.tsx'
import { DialogHead } from './DialogHead.tsx'

interface DrawerProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** What stands beside the page on wide screens, over it on small ones. Render it while it is open. */
export function Drawer({ title, onClose, children }: DrawerProps) {
  return (
    <DialogFrame
      onClose={onClose}
      className="inset-y-0 right-0 flex w-72 max-w-full flex-col border-l border-border bg-surface shadow-raised"
    >
      <DialogHead title={title} />
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-4">{children}</div>
    </DialogFrame>
  )
}
