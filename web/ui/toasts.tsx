/** Toasts: short messages about what was just done. Errors that need action are shown in the page as well. */
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { ErrorBoundary } from 'react-error-boundary'

export type ToastKind = 'success' | 'error'

interface ToastMessage {
  id: number
  kind: ToastKind
  message: string
}

const shownMax = 4

let messages: readonly ToastMessage[] = []
let lastId = 0
const listeners = new Set<() => void>()

export const toast = {
  success: (message: string) => add('success', message),
  error: (message: string) => add('error', message),
}

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

const ToastStack = lazy(async () => ({ default: (await loadStack()).ToastStack }))

/** Loads the toasts early: one that says that the connection is lost could not load them any more. */
export function Toaster() {
  const hasToasts = useSyncExternalStore(
    toasts.follow,
    () => toasts.standing().length > 0,
    () => false,
  )
  useEffect(() => {
    const timer = setTimeout(() => loadStack().catch(() => undefined), restMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{hasToasts && <ToastStack />}</Suspense>
    </ErrorBoundary>
  )
}

/** Until the page is at rest. */
const restMs = 1_000

function loadStack() {
  return import('./toast-stack.tsx')
}

/** The buttons at the bottom of small screens. */
const bars = new Set<HTMLElement>()

/** The ref of such buttons: toasts stay above them. */
export function keepToastsAbove(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  bars.add(bar)
  const observer = new ResizeObserver(makeRoom)
  observer.observe(bar)
  return () => {
    observer.disconnect()
    bars.delete(bar)
    makeRoom()
  }
}

function makeRoom(): void {
  const height = Math.max(0, ...[...bars].map((bar) => bar.offsetHeight))
  document.documentElement.style.setProperty('--toast-room', `${height}px`)
}
