import type { ReactNode } from 'react'
import { Link } from 'react-router'

export function DocsColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-docs grow md:grid-cols-[248px_minmax(0,1fr)]">
      <div className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] overflow-y-auto border-r border-border p-4 md:block">
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

export function ProseAndCode({ head, aside, children }: ProseAndCodeProps) {
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,68ch)_420px] lg:grid-rows-[auto_1fr] lg:justify-between">
      <div className="flex min-w-0 flex-col gap-6">{head}</div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <div className="flex flex-col gap-6 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto">
          {aside}
        </div>
      </div>
      <div className="flex min-w-0 max-w-prose flex-col gap-10">{children}</div>
    </div>
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
