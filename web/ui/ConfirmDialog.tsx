import { AlertDialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import { onFirstPress } from './first-press.ts'
import { overlayClasses } from './overlay-classes.ts'
import { closeByLeftEscape } from './own-escape.ts'
import { useOpener } from './use-opener.ts'

interface ConfirmDialogProps {
  title: string
  /** What will happen, and what cannot be undone. */
  description: string
  /** The words of the button that does it. */
  confirm: string
  look?: 'primary' | 'danger'
  /** While it is being done: neither button acts. */
  isBusy?: boolean
  /** The words of the button meanwhile. */
  busy?: string
  /** It was done or came to nothing elsewhere: only Cancel is left. */
  isOver?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Fields that belong to the question, or what went wrong. */
  children?: ReactNode
}

/** Asks before something that cannot be undone. Only its buttons and Escape close it. Render it while it is open. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    description,
    confirm,
    look = 'danger',
    isBusy = false,
    busy = confirm,
    isOver = false,
    children,
  } = props
  const returnFocus = useOpener()
  const confirmButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    if (!isBusy) props.onCancel()
  }
  return (
    <AlertDialog.Root open onOpenChange={close}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClasses} />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          onKeyDown={closeByLeftEscape(close)}
          // Enter does what is harmless; what is not has to be gone to, past Cancel.
          onOpenAutoFocus={(event) => {
            if (look !== 'primary') return
            event.preventDefault()
            confirmButton.current?.focus()
          }}
          className="fixed inset-4 z-50 m-auto flex h-fit max-h-[calc(100dvh-2rem)] max-w-form animate-appear flex-col gap-4 overflow-y-auto rounded-dialog border border-border bg-surface p-6 shadow-raised"
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-muted">{description}</AlertDialog.Description>
          {children}
          <div className="flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button look="plain" disabled={isBusy}>
                Cancel
              </Button>
            </AlertDialog.Cancel>
            {!isOver && (
              <Button ref={confirmButton} look={look} disabled={isBusy} {...onFirstPress(props.onConfirm)}>
                {isBusy ? busy : confirm}
              </Button>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
