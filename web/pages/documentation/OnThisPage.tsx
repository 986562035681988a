import { TextLink } from '../../ui/TextLink.tsx'

/** The headings of a page. */
export function OnThisPage({ places }: { places: readonly { id: string; text: string }[] }) {
  return (
    <nav aria-label="On this page" className="flex flex-col gap-2 text-sm">
      <p className="font-semibold">On this page</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-2 lg:flex-col">
        {places.map(({ id, text }) => (
          <li key={id}>
            <TextLink to={`#${id}`}>{text}</TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
