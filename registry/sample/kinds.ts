/** Which taxonomies an invented provider has: how many, and which together. */
import { taxonomiesPerRow } from '../columns.ts'
import { type Kind, kindOf } from './kind.ts'
import type { NonEmpty } from './non-empty.ts'
import { type Random, weighted } from './random.ts'

/** Picks the taxonomies of one provider, the primary one first, each once. */
export type KindPicker = (random: Random) => NonEmpty<Kind>

/** How often a further taxonomy is of the same classification, as a cardiologist's internal medicine is. */
const relatedShare = 0.8

export function kindPicker(weights: readonly (readonly [code: string, weight: number])[]): KindPicker {
  const relatives = new Map<string, Kind[]>()
  const relatedTo = (code: string) => {
    const classification = code.slice(0, 4)
    const related = relatives.get(classification) ?? []
    relatives.set(classification, related)
    return related
  }
  const pick = weighted(
    weights.map(([code, weight]) => {
      const kind = kindOf(code)
      const related = relatedTo(code)
      related.push(kind)
      return [{ kind, related }, weight] as const
    }),
  )
  return (random) => {
    const { kind: primary, related } = pick(random)
    const count = taxonomyCount(random)
    const kinds: [Kind, ...Kind[]] = [primary]
    // Twice as many tries as places: where the related ones are used up, a provider has fewer.
    for (let left = 2 * count; left > 0 && kinds.length < count; left--) {
      const further = random.chance(relatedShare)
        ? (related[random.below(related.length)] ?? primary)
        : pick(random).kind
      if (!kinds.includes(further)) kinds.push(further)
    }
    return kinds
  }
}

/** One for three in four; beyond three it falls off slowly, up to as many as a row can hold. */
function taxonomyCount(random: Random): number {
  const kind = random.next()
  if (kind < 0.76) return 1
  if (kind < 0.94) return 2
  if (kind < 0.985) return 3
  return 4 + Math.floor(random.next() ** 3 * (taxonomiesPerRow - 3))
}
