/**
 * The program of the browser: puts the web app on the page. The code of the page that is asked for is loaded first, so that a
 * page which the build wrote is taken over as it stands, and any other shows at once.
 */
import './styles/main.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter, matchPath } from 'react-router'
import { holdTokens } from './api/tokens.ts'
import { App } from './frame/App.tsx'
import { loadPage } from './frame/page.ts'
import { notFoundPage, pages } from './routes.ts'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no element with the id root')
  const { pathname } = window.location
  const page = pages.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname) !== null) ?? notFoundPage
  // When the code does not load, the error boundary says so.
  await loadPage(page, pathname).catch(() => undefined)
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  )
  const isWritten = root.firstChild !== null && root.dataset.page === page.path
  if (isWritten) whenIdle(holdTokens().release)
  // In pieces, between which the browser can answer a press.
  startTransition(() => {
    if (isWritten) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}

/** Calls back when nothing is left to do, or after a second. */
function whenIdle(callback: () => void): void {
  // Not every browser tells when it is idle.
  if ('requestIdleCallback' in window) window.requestIdleCallback(callback, { timeout: 1000 })
  else setTimeout(callback, 200)
}

await start()
