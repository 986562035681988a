import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'

interface DialogHeadProps {
  title: string
  /** Said with the title when it opens. */
  description?: string | undefined
}

/** What a dialog is called, and the cross that closes it. */
export function DialogHead({ title, description }: DialogHeadProps) {
  return (
    <div className="flex items-start justify-between gap-4 border-b border-border bg-surface px-4 py-2">
      <div className="flex min-w-0 flex-col gap-1 py-1.5">
        <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
        {description !== undefined && <Dialog.Description className="text-muted">{description}</Dialog.Description>}
      </div>
      <Dialog.Close
        aria-label="Close"
        className="flex size-10 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
      >
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </Dialog.Close>
    </div>
  )
}
