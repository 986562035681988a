import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { useOpener } from './use-opener.ts'

interface DialogProps {
  title: string
  /** Said with the title when it opens. */
  description?: string
  /** Asked to close by Escape, a press outside or the cross; whoever renders it may decline. */
  onClose: () => void
  /** What has the focus first, rather than the first control. */
  firstFocus?: RefObject<HTMLElement | null>
  /** The buttons; they stay in sight below what scrolls. */
  actions?: ReactNode
  children: ReactNode
}

/** A dialog over the page, a sheet of full height on small screens. Render it while it is open. */
export function Dialog({ title, description, onClose, firstFocus, actions, children }: DialogProps) {
  const returnFocus = useOpener()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-code/60" />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            if (firstFocus === undefined) return
            event.preventDefault()
            firstFocus.current?.focus()
          }}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className="fixed inset-0 z-50 m-auto flex animate-appear flex-col bg-surface shadow-raised max-sm:h-dvh sm:h-fit sm:max-h-[calc(100dvh-3rem)] sm:w-full sm:max-w-dialog sm:rounded-dialog sm:border sm:border-border"
        >
          <div className="flex items-start justify-between gap-4 border-b border-border px-4 py-3 sm:px-6">
            <div className="flex min-w-0 flex-col gap-1 py-1.5">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description !== undefined && <Radix.Description className="text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label="Close"
              className="flex size-10 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
            >
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </Radix.Close>
          </div>
          <div className="flex min-h-0 grow flex-col gap-5 overflow-y-auto px-4 py-5 sm:px-6">{children}</div>
          {actions !== undefined && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-border px-4 py-3 sm:px-6">{actions}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
