import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router'
import { productName } from '#contract/product'
import { announce } from '../ui/announce.ts'
import { FailedPage } from './message-pages.tsx'
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

/**
 * What the browser may load is decided with the document, which stays while pages change. A page that may show images of other hosts
 * therefore gets a document of its own, and so does the page after it.
 */
function OwnDocument({ hasForeignImages, children }: { hasForeignImages: boolean; children: ReactNode }) {
  const isOther = hasForeignImages ? imagesOfDocument() === 'own' : imagesOfDocument() === 'anywhere'
  useEffect(() => {
    if (!isOther) return
    // Else the browser scrolls the new document to where the old one was.
    window.scrollTo(0, 0)
    window.location.reload()
  }, [isOther])
  return isOther ? null : children
}

/** As the build wrote it; nothing in development, where every document is the same. */
function imagesOfDocument(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.getElementById('root')?.dataset.images
}

/** The first stop of the Tab key: past the navigation to the page itself. */
export function SkipLink() {
  return (
    <a
      ref={keepEntry}
      href="#main"
      className="sr-only z-50 rounded-control bg-brand px-4 py-2 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  )
}

/** The browser would begin another entry of the history, without the state of this one: the token of a link, or a note. */
function keepEntry(link: HTMLAnchorElement | null): void {
  link?.addEventListener('click', skip)
}

function skip(event: Event): void {
  const main = document.getElementById('main')
  if (main === null) return
  event.preventDefault()
  focusPlace(main)
}

/** Brings a place of the page into sight and the focus to it, to be read on from there; it shows no ring (web/styles/main.css). */
export function focusPlace(place: HTMLElement): void {
  if (place.tabIndex < 0) place.tabIndex = -1
  place.dataset.place = ''
  place.focus({ preventScroll: true })
  place.scrollIntoView()
}
