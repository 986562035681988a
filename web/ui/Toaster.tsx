import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { toasts } from './toast.ts'

const ToastStack = lazy(async () => ({ default: (await loadStack()).ToastStack }))

/**
 * Shows toasts. What shows them is loaded once the page has come to rest: no page opens with a toast, and one that says that the
 * connection is gone could not load it any more. Where it cannot be loaded there are no toasts, and the page stays.
 */
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

const restMs = 1_000

function loadStack() {
  return import('./ToastStack.tsx')
}
