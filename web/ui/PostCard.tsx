import { ExternalLink } from 'lucide-react'
import { Badge } from './Badge.tsx'
import { CoverImage } from './CoverImage.tsx'

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
