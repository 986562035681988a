import { Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router'
import { productName } from '#contract/product'
import { announce } from '../ui/announce.ts'
import { FailedPage } from './FailedPage.tsx'
import { OwnDocument } from './OwnDocument.tsx'
import { addressesOf, type Page } from './page.ts'

/** One page: its code, its title, and what a screen reader hears when it opens. An error in it stays in it. */
export function PageFrame({ page }: { page: Page }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary resetKeys={[pathname]} FallbackComponent={FailedPage}>
      <Suspense fallback={null}>
        <OwnDocument hasForeignImages={page.hasForeignImages === true}>
          <LoadedPage page={page} />
        </OwnDocument>
      </Suspense>
    </ErrorBoundary>
  )
}

function LoadedPage({ page }: { page: Page }) {
  // Chosen once, so that a page that is open is never taken for another when its code is loaded a second time.
  const [Content] = useState(page.code.component)
  return (
    <>
      <Content />
      <Opening page={page} />
    </>
  )
}

/** What opened last in this tab; nothing while the first page is opening. */
let lastPlace: string | undefined

/** Names the tab; when the visitor came here from another page or panel, moves the focus to the heading and says the title. */
function Opening({ page }: { page: Page }) {
  const { pathname, search } = useLocation()
  const titleOfAddress = addressesOf(page).find(({ path }) => path === pathname)?.title
  const title = page.titleIn?.(new URLSearchParams(search)) ?? titleOfAddress ?? page.title
  useEffect(() => {
    document.title = `${title} · ${productName}`
    // The first page of a visit is read out by the browser itself.
    const place = `${pathname} ${title}`
    const isOther = lastPlace !== undefined && lastPlace !== place
    lastPlace = place
    if (!isOther) return
    window.scrollTo(0, 0)
    const heading = document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    announce(title)
  }, [title, pathname])
  return null
}
