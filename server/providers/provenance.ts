import { z } from 'zod'
import type { Provenance } from '#contract/sources'
import type { Registry } from '#registry/search/query'

/** Fields that are worked out from what is on file; every other one is as filed, but for its letter case. */
const derived = new Set(['id', 'gender', 'credentials', 'specialties', 'facilityType', 'organizationIds'])

const shape = z.looseObject({
  address: z.looseObject({ coords: z.unknown() }),
  locations: z.array(z.unknown()).optional(),
  reviews: z.unknown().optional(),
  rating: z.object({ source: z.string(), date: z.string().nullable() }).optional(),
})

/** Of a look-up's fields, but for those of primary sources. */
export function provenanceOf(json: Buffer, { isSample, sourceDate }: Registry): Provenance {
  const answer = shape.parse(JSON.parse(json.toString('utf8')))
  const source = isSample ? 'Sample registry (fictional)' : 'NPPES (CMS)'
  const of = (field: string, kind: 'reported' | 'derived') => ({ field, source, asOf: sourceDate, kind })
  const { medicare, affiliations, reviews, rating, ...fields } = answer
  const provenance: Provenance = Object.keys(fields).map((field) =>
    of(field, derived.has(field) ? 'derived' : 'reported'),
  )
  provenance.push(of('address.coords', 'derived'))
  for (const index of (fields.locations ?? []).keys()) {
    provenance.push(of(`locations[${index}].address.coords`, 'derived'))
  }
  if (reviews !== undefined) {
    provenance.push({ field: 'reviews', source: 'Reviews and surveys of patients', asOf: null, kind: 'derived' })
  }
  if (rating !== undefined) {
    provenance.push({ field: 'rating', source: rating.source, asOf: rating.date, kind: 'reported' })
  }
  return provenance
}
