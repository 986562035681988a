import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { focusPlace } from '../../frame/PageFrame.tsx'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/buttons.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { PageTurns, SectionLinks } from '../../ui/docs-layout.tsx'
import { TextLink } from '../../ui/links.tsx'
import { toast } from '../../ui/toasts.tsx'
import { updatedOn } from './contents/outline.ts'
import { usePagesInOrder } from './sidebar.tsx'

/** After every page: when it was updated, the pages before and after it in the sidebar, and it for programs. */
export function PageFoot({ address }: { address: string }) {
  const pages = usePagesInOrder()
  const at = pages.findIndex((page) => page.address === address)
  if (at < 0) return null
  return (
    <div className="flex flex-col gap-6 pt-12">
      <div className="flex flex-col gap-6 print:hidden">
        <PageTurns previous={pages[at - 1]} next={pages[at + 1]} />
        <PageFiles address={address} />
      </div>
      {updatedOn !== null && <p className="text-sm text-subtle">Last updated {updatedOn}</p>}
    </div>
  )
}

function PageFiles({ address }: { address: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <TextLink to={`${address}.md`} reloadDocument>
        View as Markdown
      </TextLink>
      {['openapi.json', 'openapi.yaml'].map((file) => (
        <TextLink key={file} to={`/${file}`} reloadDocument download={file}>
          {file}
        </TextLink>
      ))}
      <TextLink to="/documentation#the-api-as-a-file">Import into Postman</TextLink>
      <MarkdownCopy address={address} />
    </div>
  )
}

function MarkdownCopy({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      const response = await fetch(`${address}.md`)
      if (!response.ok) throw new Error(`The server returned ${response.status}`)
      await copyText(await response.text())
      setCopied(true)
      announce('Copied')
    } catch {
      toast.error('Failed to copy')
    }
  }
  return (
    <Button look="quiet" onClick={copy} onBlur={() => setCopied(false)}>
      {isCopied ? 'Copied' : 'Copy as Markdown'}
    </Button>
  )
}

export function OnThisPage({ places }: { places: readonly { id: string; text: string }[] }) {
  const current = useSyncExternalStore(
    followScroll,
    () => placeInView(places.map(({ id }) => id)),
    () => undefined,
  )
  if (places.length === 0) return null
  return (
    <nav aria-label="On this page" className="flex flex-col gap-2 text-sm">
      <p className="font-semibold">On this page</p>
      <SectionLinks items={places} current={current} />
    </nav>
  )
}

const readFrom = 1 / 3

/** The id of the place that is being read, of those given in their order; undefined above the first. */
function placeInView(ids: readonly string[]): string | undefined {
  const passed = ids.filter((id) => topOf(id) <= window.innerHeight * readFrom).at(-1)
  const { scrollHeight } = document.documentElement
  const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 1
  if (!isAtEnd) return passed
  // The last places of a page never get that far up: there, it is the one in the address, or the last.
  const asked = ids.find((id) => `#${id}` === window.location.hash)
  return asked !== undefined && topOf(asked) >= 0 ? asked : ids.at(-1)
}

function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}

function followScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  window.addEventListener('resize', listener)
  return () => {
    window.removeEventListener('scroll', listener)
    window.removeEventListener('resize', listener)
  }
}

/** Scrolls to the place that the address names after `#`, opens what it is within, and gives it the focus. */
export function useHashPlace(): void {
  const location = useLocation()
  // Following the same link twice gives the same address in a new location, and scrolls again.
  useEffect(() => {
    const { hash } = location
    if (hash === '') return
    // After the page has moved the focus to its heading.
    const frame = requestAnimationFrame(() => {
      const place = document.getElementById(decoded(hash.slice(1)))
      // A part that loads later looks for its places again.
      if (place === null || place === document.activeElement) return
      for (let around = place.parentElement; around; around = around.parentElement) {
        if (around instanceof HTMLDetailsElement) around.open = true
      }
      focusPlace(place)
    })
    return () => cancelAnimationFrame(frame)
  }, [location])
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
