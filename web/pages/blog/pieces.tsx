import { ArrowRight, ExternalLink, type LucideIcon, Newspaper } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/loading.tsx'

interface PostCardProps {
  title: string
  /** Where it is, on a site of somebody else. */
  href: string
  /** The address of its picture. */
  image: string | null
  tags: readonly string[]
  text: string
  /** In small, below it. */
  notes: readonly string[]
}

/** An article elsewhere. All of the card is its link, which opens a tab of its own. */
export function PostCard({ title, href, image, tags, text, notes }: PostCardProps) {
  return (
    <li className="group relative flex min-w-0 flex-col overflow-hidden rounded-panel border border-border bg-surface focus-within:border-border-strong hover:border-border-strong">
      <CoverImage key={image} src={image} />
      <div className="flex grow flex-col gap-3 p-4">
        {tags.length > 0 && (
          <ul aria-label="Categories" className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag}>
                <Badge>{tag}</Badge>
              </li>
            ))}
          </ul>
        )}
        <h3 className="text-lg font-semibold break-words">
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            className="rounded-badge after:absolute after:inset-0 group-hover:text-brand"
          >
            {title}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </h3>
        <p className="break-words text-muted">{text}</p>
        <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-sm text-subtle">
          {notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" className="ml-auto" />
        </p>
      </div>
    </li>
  )
}

/** In the place of a PostCard, of the same height; it shows late, since most lists are there before. */
export function PostCardSkeleton() {
  return (
    <li className="flex animate-late flex-col overflow-hidden rounded-panel border border-border bg-surface">
      <div className="aspect-video border-b border-border bg-sunken" />
      <div className="flex flex-col gap-3 p-4">
        <Skeleton size="h-6 w-24" />
        <Skeleton size="h-7 w-full" />
        <Skeleton size="h-7 w-3/5" />
        <Skeleton size="h-24 w-full" />
        <Skeleton size="h-6.5 w-40" />
      </div>
    </li>
  )
}

/** A picture that adds nothing to the words beside it, on a ground that stands in where there is none or it does not load. */
function CoverImage({ src }: { src: string | null }) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <div className="flex aspect-video items-center justify-center border-b border-border bg-sunken text-subtle">
      {src === null || hasFailed ? (
        <Newspaper size={32} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}

/** Cards beside each other, as many as there is room for. Its children are list items. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
}

interface LinkCardsProps {
  items: readonly { to: string; icon: LucideIcon; title: string; text: string }[]
}

/** Places to go on to, each with a line about it. */
export function LinkCards({ items }: LinkCardsProps) {
  return (
    <ul className="grid gap-3 md:grid-cols-3 md:gap-6">
      {items.map(({ to, icon: Icon, title, text }) => (
        <li key={to}>
          <Link
            to={to}
            className="group flex h-full items-start gap-3 rounded-panel border border-border bg-surface p-4 hover:border-border-strong"
          >
            <Icon size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-brand" />
            <span className="flex min-w-0 grow flex-col gap-1">
              <span className="font-semibold group-hover:text-brand">{title}</span>
              <span className="text-muted">{text}</span>
            </span>
            <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0 text-subtle" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
