import { X } from 'lucide-react'
import { AlertDialog, Dialog as RadixDialog } from 'radix-ui'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { Button } from './buttons.tsx'
import { classes } from './classes.ts'
import { closeByLeftEscape, leaveOwnEscape } from './dialog-escape.ts'
import { keepToastsAbove } from './toasts.tsx'

interface OverlayProps {
  title: string
  /** On Escape, a press outside or the cross; the owner may decline. */
  onClose: () => void
  children: ReactNode
}

interface DialogProps extends Omit<OverlayProps, 'onClose'> {
  /** Without it only the dialog's own buttons close it, and there is no cross. */
  onClose?: (() => void) | undefined
  description?: string | undefined
  firstFocus?: RefObject<HTMLElement | null>
  actions?: ReactNode
}

/** A dialog over the page, full height on small screens. Render all dialogs only while they are open. */
export function Dialog({ title, description, onClose, firstFocus, actions, children }: DialogProps) {
  return (
    <DialogFrame
      onClose={onClose ?? stay}
      isDescribed={description !== undefined}
      onOpenAutoFocus={(event) => {
        if (firstFocus === undefined) return
        event.preventDefault()
        firstFocus.current?.focus()
      }}
      className="inset-0 m-auto flex flex-col overflow-hidden bg-surface shadow-raised max-sm:h-dvh sm:h-fit sm:max-h-[calc(100dvh-3rem)] sm:w-full sm:max-w-dialog sm:rounded-dialog sm:border sm:border-border"
    >
      <DialogHead title={title} description={description} hasCross={onClose !== undefined} />
      <div className="flex min-h-0 grow scroll-pb-16 flex-col gap-5 overflow-y-auto px-4 py-5">{children}</div>
      {actions !== undefined && (
        <div ref={keepToastsAbove} className="flex flex-wrap justify-end gap-3 border-t border-border px-4 py-3">
          {actions}
        </div>
      )}
    </DialogFrame>
  )
}

export function FullScreenDialog({ title, onClose, children }: OverlayProps) {
  return (
    <DialogFrame onClose={onClose} className="inset-0 flex flex-col bg-canvas">
      <DialogHead title={title} />
      <div className="min-h-0 grow">{children}</div>
    </DialogFrame>
  )
}

export function Drawer({ title, onClose, children }: OverlayProps) {
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

interface ConfirmDialogProps {
  title: string
  description: string
  confirm: string
  look?: 'primary' | 'danger'
  isBusy?: boolean
  busy?: string
  /** It was done or failed elsewhere: only Cancel is left. */
  isOver?: boolean
  onConfirm: () => void
  onCancel: () => void
  children?: ReactNode
}

/** Asks before what cannot be undone. Only its buttons and Escape close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirm, look = 'danger', isBusy = false, busy = confirm, isOver = false } = props
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
          // Enter must not do harm: a danger button needs the focus first.
          onOpenAutoFocus={(event) => {
            if (look !== 'primary') return
            event.preventDefault()
            confirmButton.current?.focus()
          }}
          className="fixed inset-4 z-50 m-auto flex h-fit max-h-[calc(100dvh-2rem)] max-w-form animate-appear flex-col gap-4 overflow-y-auto rounded-dialog border border-border bg-surface p-6 shadow-raised"
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-muted">{description}</AlertDialog.Description>
          {props.children}
          <div className="flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button look="plain" disabled={isBusy}>
                Cancel
              </Button>
            </AlertDialog.Cancel>
            {!isOver && (
              <Button ref={confirmButton} look={look} disabled={isBusy} {...guardDoubleClick(props.onConfirm)}>
                {isBusy ? busy : confirm}
              </Button>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

interface DialogFrameProps extends Pick<ComponentProps<'div'>, 'className' | 'children'> {
  onClose: () => void
  isDescribed?: boolean
  onOpenAutoFocus?: (event: Event) => void
}

export function DialogFrame({ onClose, isDescribed = false, className, ...rest }: DialogFrameProps) {
  const returnFocus = useOpener()
  return (
    <RadixDialog.Root open onOpenChange={onClose}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClasses} />
        <RadixDialog.Content
          {...(!isDescribed && { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={leaveOwnEscape}
          onKeyDown={closeByLeftEscape(onClose)}
          className={classes('fixed z-50 animate-appear', className)}
          {...rest}
        />
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

function stay(): void {}

interface DialogHeadProps extends Pick<DialogProps, 'title' | 'description'> {
  hasCross?: boolean
}

function DialogHead({ title, description, hasCross = true }: DialogHeadProps) {
  return (
    <div className="flex items-start justify-between gap-4 border-b border-border bg-surface px-4 py-2">
      <div className="flex min-w-0 flex-col gap-1 py-1.5">
        <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
        {description !== undefined && (
          <RadixDialog.Description className="text-muted">{description}</RadixDialog.Description>
        )}
      </div>
      {hasCross && (
        <RadixDialog.Close
          aria-label="Close"
          className="flex size-10 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
        >
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </RadixDialog.Close>
      )}
    </div>
  )
}

/** For dialogs and for questions over them: the last one lies on top. */
const overlayClasses = 'fixed inset-0 z-50 animate-appear bg-code/60'

/** Restores the focus on close, or moves it to the heading. Dialogs without a trigger need this. */
function useOpener(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    // A link that closed the dialog may have moved the focus already.
    if (document.activeElement !== document.body) return
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    else document.querySelector('h1')?.focus({ preventScroll: true })
  }
}

/** Ignores a second click and Enter held down, which must not answer a question that has just appeared. */
function guardDoubleClick(act: () => void) {
  return {
    onClick: ({ detail }: MouseEvent) => {
      if (detail <= 1) act()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Enter') event.preventDefault()
    },
  }
}
