import type { ReactNode, RefObject } from 'react'
import { DialogFrame } from './DialogFrame.tsx'
import { DialogHead } from './DialogHead.tsx'
import { keepToastsAbove } from './toast-room.ts'

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
  return (
    <DialogFrame
      onClose={onClose}
      isDescribed={description !== undefined}
      onOpenAutoFocus={(event) => {
        if (firstFocus === undefined) return
        event.preventDefault()
        firstFocus.current?.focus()
      }}
      className="inset-0 m-auto flex flex-col overflow-hidden bg-surface shadow-raised max-sm:h-dvh sm:h-fit sm:max-h-[calc(100dvh-3rem)] sm:w-full sm:max-w-dialog sm:rounded-dialog sm:border sm:border-border"
    >
      <DialogHead title={title} description={description} />
      <div className="flex min-h-0 grow flex-col gap-5 overflow-y-auto px-4 py-5">{children}</div>
      {actions !== undefined && (
        <div ref={keepToastsAbove} className="flex flex-wrap justify-end gap-3 border-t border-border px-4 py-3">
          {actions}
        </div>
      )}
    </DialogFrame>
  )
}
