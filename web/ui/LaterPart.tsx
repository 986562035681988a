import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Button } from './buttons.tsx'

interface LaterPartProps {
  children: ReactNode
  fallback?: ReactNode
  /** What the part shows: a change tries again after a failure. */
  of?: string
}

/** Around code that is loaded on demand. When it does not load, the page and what was typed in it stay. */
export function LaterPart({ children, fallback = null, of }: LaterPartProps) {
  return (
    <ErrorBoundary resetKeys={[of]} FallbackComponent={PartMissing}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** Over everything, since the missing part may be anywhere. */
function PartMissing() {
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-prose flex-wrap items-center gap-3 rounded-panel border border-danger bg-surface p-4 text-md text-text shadow-raised"
    >
      <p className="min-w-0 grow basis-64">
        Part of this page didn’t load. Check your connection, then reload. You’ll lose unsaved changes.
      </p>
      <Button look="plain" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  )
}
