/** The links of all providers: of those whose links hold as the last version has them, of the others made anew. */
import { type Compared, linkSets, type NeighbourLinks, namedAmong } from '../snapshot/neighbour-links.ts'
import { bearersOfSets } from '../snapshot/vocabulary.ts'
import { KeptOrdinals } from './kept-ordinals.ts'
import { type KeptLists, mergeLists } from './merged-lists.ts'
import { knownLinks, type LastLinks, type Whereabouts } from './moved-organizations.ts'
import { gone, type MovedOrdinals } from './ordinals.ts'

/**
 * `shown` are the lists of who shows each organization of the last version, by ordinals of that one. Those of the merged version, which
 * are longer than all the rest, are handed on instead of being answered.
 */
export function mergedNeighbours(
  last: LastLinks,
  shown: KeptLists,
  now: Whereabouts & Compared,
  ordinals: MovedOrdinals,
  handOn: (neighbours: Uint32Array) => void,
): Omit<NeighbourLinks, 'neighbours'> {
  const { setOf, sets, fresh } = linkSets(now, knownLinks(last, now, ordinals))
  const isFresh = new Uint8Array(ordinals.count)
  for (const ordinal of fresh) isFresh[ordinal] = 1
  const ofKept = ordinals.ofKept.map((ordinal) => (ordinal === gone || isFresh[ordinal] === 1 ? gone : ordinal))
  const keys = shown.keys.map((organization) => ordinals.ofSame[organization])
  const added = bearersOfSets(
    fresh.map((ordinal) => setOf[ordinal]),
    sets,
    ordinals.count,
  )
  for (let at = 0; at < added.members.length; at++) added.members[at] = fresh[added.members[at]]
  const starts = mergeLists({ ...shown, keys }, new KeptOrdinals(ofKept), added, handOn)
  return { setOf, sets, ...namedAmong(now.organizations, starts) }
}
