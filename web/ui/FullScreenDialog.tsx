import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useOpener } from './use-opener.ts'

interface FullScreenDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Something to look at over the whole page. Render it while it is open. */
export function FullScreenDialog({ title, onClose, children }: FullScreenDialogProps) {
  const returnFocus = useOpener()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-50 flex animate-appear flex-col bg-canvas"
        >
          <div className="flex items-center justify-between gap-4 border-b border-border bg-surface px-4 py-2">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close
              aria-label="Close"
              className="flex size-10 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
            >
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </Radix.Close>
          </div>
          <div className="min-h-0 grow">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
