import type { Area } from '../../api/tokens.ts'
import { TextLink } from '../../ui/links.tsx'
import { areaWords } from './area-words.ts'

/** The way to the other area's door, at the bottom of a page of this one. */
export function OtherAreaLink({ area, addresses }: { area: Area; addresses: Record<Area, string> }) {
  const { otherArea, otherWords } = areaWords[area]
  return (
    <p className="border-t border-border pt-6 text-sm">
      <TextLink to={addresses[otherArea]}>{otherWords}</TextLink>
    </p>
  )
}
