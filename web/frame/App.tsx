import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Route, Routes } from 'react-router'
import { UserProvider } from '../api/user.tsx'
import { notFoundPage, pages } from '../routes.ts'
import { Toaster } from '../ui/toasts.tsx'
import { Guarded } from './Guarded.tsx'
import { FailedPage } from './message-pages.tsx'
import { PageFrame, SkipLink } from './PageFrame.tsx'

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <UserProvider>
        <SkipLink />
        <OfflineBanner />
        <Routes>
          {[...pages, notFoundPage].map((page) => (
            <Route
              key={page.path}
              path={page.path}
              caseSensitive
              element={
                // For errors of the guard; those of a page stay in the page.
                <ErrorBoundary key={page.path} FallbackComponent={FailedPage}>
                  <Guarded guard={page.guard}>
                    <PageFrame page={page} />
                  </Guarded>
                </ErrorBoundary>
              }
            />
          ))}
        </Routes>
        <Toaster />
      </UserProvider>
    </QueryClientProvider>
  )
}

function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-sm text-warning">
          <WifiOff size={18} strokeWidth={1.75} aria-hidden="true" />
          You’re offline. What you see may be out of date, and you can’t save changes until you’re back online.
        </p>
      )}
    </div>
  )
}

function follow(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
