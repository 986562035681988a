import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router'
import { productName } from '#contract/product'
import { announce } from '../ui/announce.ts'
import { FailedPage } from './message-pages.tsx'
import type { Page } from './page.ts'

/** One page: its code, its title and its announcement. An error stays in the page. */
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
  // Chosen once: loading the code a second time must not replace an open page.
  const [Content] = useState(page.code.component)
  return (
    <>
      <Content />
      <Opening page={page} />
    </>
  )
}

let lastPlace: string | undefined

/** Sets the title; after a navigation, focuses the heading and announces the title. */
function Opening({ page }: { page: Page }) {
  const { pathname, search } = useLocation()
  const title = page.titleIn?.(new URLSearchParams(search)) ?? page.contents?.titleOf(pathname) ?? page.title
  useEffect(() => {
    document.title = `${title} · ${productName}`
    // Screen readers announce the first page by themselves.
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

/** The policy is the document's: a page with images of other hosts, and the one after it, load their own. */
function OwnDocument({ hasForeignImages, children }: { hasForeignImages: boolean; children: ReactNode }) {
  const isOther = hasForeignImages ? imagesOfDocument() === 'own' : imagesOfDocument() === 'anywhere'
  useEffect(() => {
    if (!isOther) return
    // The browser would scroll the new document to where the old one was.
    window.scrollTo(0, 0)
    window.location.reload()
  }, [isOther])
  return isOther ? null : children
}

/** As the build wrote it; undefined in development. */
function imagesOfDocument(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.getElementById('root')?.dataset.images
}

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

/** Following the link would add a history entry without the state of this one, such as the token of a link. */
function keepEntry(link: HTMLAnchorElement | null): void {
  link?.addEventListener('click', skip)
}

function skip(event: Event): void {
  const main = document.getElementById('main')
  if (main === null) return
  event.preventDefault()
  focusPlace(main)
}

/** Scrolls to a place and focuses it, without a ring (web/styles/main.css). */
export function focusPlace(place: HTMLElement): void {
  if (place.tabIndex < 0) place.tabIndex = -1
  place.dataset.place = ''
  place.focus({ preventScroll: true })
  place.scrollIntoView()
}
