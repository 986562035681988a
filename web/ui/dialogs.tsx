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
  /** Asked to close by Escape, a press outside or the cross; whoever renders it may decline. */
  onClose: () => void
  /** Whether it holds a description, to be said with the title. */
  isDescribed?: boolean
  onOpenAutoFocus?: (event: Event) => void
}

/**
 * What everything over the page has in common: the page behind it is dimmed and out of reach, and when it closes the focus goes
 * back to where it was. `className` says where it stands; a DialogHead belongs in it. Render it while it is open.
 */
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
        <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
        {description !== undefined && (
          <RadixDialog.Description className="text-muted">{description}</RadixDialog.Description>
        )}
      </div>
      <RadixDialog.Close
        aria-label="Close"
        className="flex size-10 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
      >
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </RadixDialog.Close>
    </div>
  )
}

/** What lies over the page behind a dialog, and over a dialog behind the question that it asks: what came last lies on top. */
export const overlayClasses = 'fixed inset-0 z-50 animate-appear bg-code/60'

/**
 * For what opens over the page: remembers what had the focus when it opened, and gives the handler that returns the focus there
 * when it closes, or to the heading of the page where that is gone by then. Dialogs that are rendered only while they are open
 * have no trigger that would do this.
 */
export function useOpener(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    // A link that closed the dialog may have led the focus on already.
    if (document.activeElement !== document.body) return
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    else document.querySelector('h1')?.focus({ preventScroll: true })
  }
}

/**
 * For a button that may appear under the pointer or take the focus while the last press goes on: the second click of a double
 * click, and Enter held down, must not answer a question that the user has not read.
 */

/** Handlers of a button that acts on the first of such presses alone. */
export function guardDoubleClick(act: () => void) {
  return {
    onClick: ({ detail }: MouseEvent) => {
      if (detail <= 1) act()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Enter') event.preventDefault()
    },
  }
}
