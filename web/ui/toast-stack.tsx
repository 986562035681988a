import { Check, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { leaveEscapeToDialog } from './dialog-escape.ts'
import { type ToastKind, toasts } from './toasts.tsx'

/** Specification, section 9; hovering or focusing a toast pauses it. */
const durationMs = 6_000

const kinds = {
  success: { title: 'Success', Icon: Check, iconClasses: 'bg-success-soft text-success' },
  error: { title: 'Error', Icon: X, iconClasses: 'bg-danger-soft text-danger' },
} as const satisfies Record<ToastKind, object>

/** Toasts stay above dialogs and can be closed there. */
export function ToastStack() {
  const standing = useSyncExternalStore(toasts.follow, toasts.standing)
  return (
    <Toast.Provider duration={durationMs} label="Message">
      {standing.map(({ id, kind, message }) => {
        const { title, Icon, iconClasses } = kinds[kind]
        return (
          <Toast.Root
            key={id}
            type={kind === 'error' ? 'foreground' : 'background'}
            onOpenChange={(isOpen) => {
              if (!isOpen) toasts.remove(id)
            }}
            onEscapeKeyDown={leaveEscapeToDialog}
            className="pointer-events-auto! flex animate-appear items-start gap-3 rounded-panel border border-border bg-surface p-4 shadow-raised"
          >
            <span className={`flex size-6 shrink-0 items-center justify-center rounded-badge ${iconClasses}`}>
              <Icon size={16} strokeWidth={2.25} aria-hidden="true" />
            </span>
            <div className="min-w-0 grow">
              <Toast.Title className="font-semibold">{title}</Toast.Title>
              <Toast.Description className="break-words text-muted">{message}</Toast.Description>
            </div>
            <Toast.Close
              aria-label="Close"
              className="flex size-6 shrink-0 items-center justify-center rounded-badge text-muted hover:text-text"
            >
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </Toast.Close>
          </Toast.Root>
        )
      })}
      <Toast.Viewport className="fixed inset-x-4 bottom-[calc(var(--toast-room,0px)+1rem)] z-60 flex flex-col gap-2 md:inset-x-auto md:top-4 md:right-4 md:bottom-auto md:w-96" />
    </Toast.Provider>
  )
}
