import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { leaveOwnEscape } from './own-escape.ts'
import { useOpener } from './use-opener.ts'

interface DrawerProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/**
 * What stands beside the page on wide screens, over it on small ones. Render it while it is open; when it closes, the focus goes
 * back to where it was.
 */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const returnFocus = useOpener()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-code/60" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={leaveOwnEscape}
          className="fixed inset-y-0 right-0 z-50 flex w-72 max-w-full animate-appear flex-col gap-4 overflow-y-auto border-l border-border bg-surface p-4 shadow-raised"
        >
          <div className="flex items-center justify-between gap-4">
            <Dialog.Title className="font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="flex size-10 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
            >
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
