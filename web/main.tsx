/** Loads the code of the current page first, so that a prerendered page hydrates as it is and others show at once. */
import './styles/main.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter, matchPath } from 'react-router'
import { createQueryClient, readFirst } from './api/queries.ts'
import { holdTokens } from './api/tokens.ts'
import { App } from './frame/App.tsx'
import { loadPage, loadRest, type Page } from './frame/page.ts'
import { notFoundPage, pages } from './routes.ts'
import { followTheme } from './ui/theme.tsx'

const answersMsMax = 150

async function start(): Promise<void> {
  followTheme()
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no element with the id root')
  const { pathname } = window.location
  const page = pageAt(pathname)
  const queryClient = createQueryClient()
  const answers = readFirst(queryClient, page.firstCalls ?? [])
  await loadPage(page, pathname).catch(() => undefined)
  // With its answers, a page renders once; a slow server is not waited for.
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, answersMsMax))])
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App queryClient={queryClient} />
      </BrowserRouter>
    </StrictMode>
  )
  const isWritten = root.firstChild !== null && root.dataset.page === page.path
  if (isWritten) {
    const { release } = holdTokens()
    // A user who comes before all that is written lives has React drop the rest, and the page would jump.
    whenIdle(() => void loadRest(page, pathname).then(release, release))
  }
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, loadAhead)
  // In pieces, between which the browser can answer a click.
  startTransition(() => {
    if (isWritten) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}

function pageAt(pathname: string): Page {
  return pages.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname) !== null) ?? notFoundPage
}

/** Loads the code of a page when the pointer or the focus comes to a link to it. */
function loadAhead({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link === null || link.origin !== window.location.origin) return
  loadPage(pageAt(link.pathname), link.pathname).catch(() => undefined)
}

/** Calls back when the browser is idle, or after a second. */
function whenIdle(callback: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(callback, { timeout: 1000 })
  else setTimeout(callback, 200)
}

await start()
