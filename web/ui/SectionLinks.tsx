import { Link } from 'react-router'

interface SectionLinksProps {
  items: readonly { id: string; text: string }[]
  /** The section that is being read. */
  current: string | undefined
}

/** Links to the sections of a page: a line of them, or a column beside a page that is wide enough. */
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
