import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ErrorBoundary } from 'react-error-boundary'
import { Route, Routes } from 'react-router'
import { UserProvider } from '../api/UserProvider.tsx'
import { notFoundPage, pages } from '../routes.ts'
import { Toaster } from '../ui/toasts.tsx'
import { FailedPage } from './FailedPage.tsx'
import { Guarded } from './Guarded.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageFrame } from './PageFrame.tsx'
import { SkipLink } from './SkipLink.tsx'

/** The whole web app; a router is around it, which is another one in the build than in the browser. */
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
                // Of a guard that fails; an error of the page stays in the page.
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
