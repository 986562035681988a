/** Rows of the files of secondary locations and of endpoints for an invented provider. */
import type { Random } from './random.ts'
import { blank, line, piece } from './row.ts'
import type { Site } from './sites.ts'
import type { World } from './world.ts'

const severalLocationsShare = 0.08
/** The provider with the most locations of one real week had 59. */
const secondaryMax = 60

/** Lines of the file of secondary locations: none for most providers, one or two for some, dozens for a few. */
export function secondaryLines(npi: string, site: Site, { random, sites }: World): string {
  if (!random.chance(severalLocationsShare)) return ''
  let lines = ''
  for (let left = 1 + Math.floor(random.next() ** 60 * secondaryMax); left > 0; left--) {
    lines += line(npi, sites.secondaryNear(site, random))
  }
  return lines
}

const endpointShare = 0.06

/** A line of the file of endpoints: a Direct address or a FHIR server, or none. */
export function endpointLine(npi: string, site: Site, random: Random): string {
  if (!random.chance(endpointShare)) return ''
  const isDirect = random.chance(0.75)
  const kind = isDirect
    ? piece('DIRECT', 'Direct Messaging Address', `p${npi}@direct.example.org`)
    : piece('FHIR', 'FHIR URL', `https://fhir.example.org/${npi.slice(-3)}/r4`)
  const use = isDirect && random.chance(0.5) ? piece('DIRECT', 'Direct', '') : blank(3)
  return line(
    npi,
    kind,
    'N',
    blank(2),
    use,
    blank(3),
    blank(2),
    site.zip?.city ?? '',
    site.state,
    'US',
    site.zip?.zip ?? '',
  )
}
