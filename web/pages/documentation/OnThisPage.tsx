import { SectionLinks } from '../../ui/docs-layout.tsx'
import { usePlaceInView } from './use-place-in-view.ts'

/** The headings of a page, and which of them is being read. */
export function OnThisPage({ places }: { places: readonly { id: string; text: string }[] }) {
  const current = usePlaceInView(places.map(({ id }) => id))
  return (
    <nav aria-label="On this page" className="flex flex-col gap-2 text-sm">
      <p className="font-semibold">On this page</p>
      <SectionLinks items={places} current={current} />
    </nav>
  )
}
