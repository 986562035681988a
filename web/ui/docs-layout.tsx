import type { ReactNode } from 'react'
import { Link } from 'react-router'

export function DocsColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-docs grow md:grid-cols-[248px_minmax(0,1fr)] print:block">
      <div className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] overflow-y-auto border-r border-border p-4 md:block print:hidden">
        {side}
      </div>
      {children}
    </div>
  )
}

interface ProseAndCodeProps {
  head: ReactNode
  aside: ReactNode
  children: ReactNode
}

/** Code stands beside what it belongs to; where there is no room, and on paper, between its head and the rest. */
export function ProseAndCode({ head, aside, children }: ProseAndCodeProps) {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,68ch)_420px] lg:grid-rows-[auto_1fr] lg:justify-between print:flex print:flex-col">
      <div className="flex min-w-0 flex-col gap-6">{head}</div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <div className="flex flex-col gap-6 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto print:static print:max-h-none">
          {aside}
        </div>
      </div>
      <div className="flex min-w-0 max-w-prose flex-col gap-10 print:max-w-none">{children}</div>
    </div>
  )
}

interface ProseAndPlacesProps {
  head: ReactNode
  places: ReactNode
  children: ReactNode
}

export function ProseAndPlaces({ head, places, children }: ProseAndPlacesProps) {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_13rem] lg:grid-rows-[auto_1fr] print:flex print:flex-col">
      <div className="flex min-w-0 flex-col gap-6">{head}</div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1 print:hidden">
        <div className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto">{places}</div>
      </div>
      <div className="flex min-w-0 flex-col gap-10">{children}</div>
    </div>
  )
}

interface PageTurnsProps {
  previous: { address: string; title: string } | undefined
  next: { address: string; title: string } | undefined
}

export function PageTurns({ previous, next }: PageTurnsProps) {
  const turn = 'flex flex-col rounded-control border border-border px-4 py-2 font-semibold text-brand hover:bg-sunken'
  return (
    <nav aria-label="Previous and next page" className="grid gap-4 sm:grid-cols-2">
      {previous !== undefined && (
        <Link to={previous.address} rel="prev" className={turn}>
          <span className="text-sm font-normal text-muted">Previous</span> {previous.title}
        </Link>
      )}
      {next !== undefined && (
        <Link to={next.address} rel="next" className={`${turn} sm:col-start-2 sm:text-right`}>
          <span className="text-sm font-normal text-muted">Next</span> {next.title}
        </Link>
      )}
    </nav>
  )
}

interface SectionLinksProps {
  items: readonly { id: string; text: string }[]
  current: string | undefined
}

export function SectionLinks({ items, current }: SectionLinksProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 lg:flex-col lg:gap-0 lg:border-l lg:border-border">
      {items.map(({ id, text }) => (
        <li key={id}>
          <Link
            to={`#${id}`}
            {...(id === current && { 'aria-current': 'location' })}
            className="block rounded-badge py-1 text-brand underline underline-offset-3 hover:text-brand-hover aria-[current=location]:text-text lg:-ml-px lg:border-l-2 lg:border-transparent lg:pl-3 lg:no-underline lg:aria-[current=location]:border-brand lg:aria-[current=location]:font-semibold"
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}
