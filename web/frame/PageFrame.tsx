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
    <ErrorBoundary key={page.path} resetKeys={[pathname]} FallbackComponent={FailedPage}>
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

/** The address of the page that opened last in this tab; none while the first one is opening. */
let lastPath: string | undefined

/** Names the tab; when the visitor came here from another page, moves the focus to the heading and says the title. */
function Opening({ page }: { page: Page }) {
  const { pathname } = useLocation()
  const title = addressesOf(page).find(({ path }) => path === pathname)?.title ?? page.title
  useEffect(() => {
    document.title = `${title} · ${productName}`
    // The first page of a visit is read out by the browser itself.
    const isOther = lastPath !== undefined && lastPath !== pathname
    lastPath = pathname
    if (!isOther) return
    window.scrollTo(0, 0)
    const heading = document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    announce(title)
  }, [title, pathname])
  return null
}
