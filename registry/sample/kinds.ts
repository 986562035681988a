/** Which taxonomies an invented provider has: how many, which together, and in which field of care they are. */
import { taxonomiesPerRow } from '../nppes-columns.ts'
import { type Random, weighted } from './random.ts'

/** Picks the taxonomies of one provider, the primary one first, each once. */
export type KindPicker = (random: Random) => string[]

/** How often a further taxonomy is of the same classification, as a cardiologist's internal medicine is. */
const relatedShare = 0.8

export function kindPicker(weights: readonly (readonly [code: string, weight: number])[]): KindPicker {
  const pick = weighted(weights)
  const byClassification = new Map<string, string[]>()
  for (const [code] of weights) {
    const related = byClassification.get(classification(code))
    if (related === undefined) byClassification.set(classification(code), [code])
    else related.push(code)
  }
  return (random) => {
    const primary = pick(random)
    const count = taxonomyCount(random)
    if (count === 1) return [primary]
    const related = byClassification.get(classification(primary)) ?? []
    const codes = new Set([primary])
    // Twice as many tries as places: where the related ones are used up, a provider has fewer.
    for (let left = 2 * count; left > 0 && codes.size < count; left--) {
      codes.add(random.chance(relatedShare) ? (related[random.below(related.length)] ?? primary) : pick(random))
    }
    return [...codes]
  }
}

const classification = (code: string): string => code.slice(0, 4)

/** One for three in four; beyond three it falls off slowly, up to as many as a row can hold. */
function taxonomyCount(random: Random): number {
  const kind = random.next()
  if (kind < 0.76) return 1
  if (kind < 0.94) return 2
  if (kind < 0.985) return 3
  return 4 + Math.floor(random.next() ** 3 * (taxonomiesPerRow - 3))
}

/** Fields in which people work at an organization, by the beginning of a taxonomy code; the longest beginning counts. */
const fields: readonly (readonly [codeBeginning: string, field: string])[] = [
  ['12', 'teeth'],
  ['261QD', 'teeth'],
  ['152', 'eyes'],
  ['332H', 'eyes'],
  ['111', 'back'],
  ['213', 'feet'],
  ['225', 'therapy'],
  ['235', 'therapy'],
  ['261QP20', 'therapy'],
  ['183', 'pharmacy'],
  ['3336', 'pharmacy'],
  ['10', 'mind'],
  ['251S', 'mind'],
  ['261QM0', 'mind'],
  ['2084P', 'mind'],
  ['16', 'medicine'],
  ['193', 'medicine'],
  ['20', 'medicine'],
  ['261', 'medicine'],
  ['28', 'medicine'],
  ['36', 'medicine'],
  ['39', 'medicine'],
]

/** The field of a taxonomy code; undefined for those whose people and organizations keep to themselves. */
export function fieldOf(code: string): string | undefined {
  let longest = 0
  let found: string | undefined
  for (const [beginning, field] of fields) {
    if (beginning.length <= longest || !code.startsWith(beginning)) continue
    longest = beginning.length
    found = field
  }
  return found
}
