/**
 * Toasts: short messages about what was just done, of two kinds, Success and Error. `toast.success(sentence)` from anywhere; the
 * Toaster shows them. A toast is never the only place of an error that somebody has to act on.
 */
export type ToastKind = 'success' | 'error'

interface ToastMessage {
  id: number
  kind: ToastKind
  message: string
}

/** More at once would cover the page; the oldest make room. */
const shownMax = 4

let messages: readonly ToastMessage[] = []
let lastId = 0
const listeners = new Set<() => void>()

export const toast = {
  success: (message: string) => add('success', message),
  error: (message: string) => add('error', message),
}

/** The messages that stand, oldest first, for `useSyncExternalStore`. */
export const toasts = {
  follow(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  standing: () => messages,
  clear: () => replace([]),
  remove(id: number): void {
    replace(messages.filter((message) => message.id !== id))
  },
}

function add(kind: ToastKind, message: string): void {
  lastId += 1
  replace([...messages, { id: lastId, kind, message }].slice(-shownMax))
}

function replace(next: readonly ToastMessage[]): void {
  messages = next
  for (const listener of listeners) listener()
}
