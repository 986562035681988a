/** Runs of points: those of the last version without whom has changed, together with those of the changed ones. */
import { firstSpreadSite, siteAt, spotOf } from '#registry/read/point-runs'
import type { Runs } from '../snapshot/place-index.ts'
import type { KeptOrdinals } from './kept-ordinals.ts'
import { putMerged } from './merged-lists.ts'
import { gone } from './ordinals.ts'

/** Runs in groups that ascend by their keys. */
interface KeyedRuns {
  /** By group. */
  keys: Float64Array
  runs: Runs
}

/** Runs of the last version; in place of providers they have the holders of points. */
export interface KeptRuns extends KeyedRuns {
  /** What becomes of spots, of holders of their only point, and of spread holders; or `gone`. A key below 0 is that of a group that is gone. */
  ofSpots: Uint32Array
  ofSingle: KeptOrdinals
  ofSpread: KeptOrdinals
}

export function mergedRuns(kept: KeptRuns, added: KeyedRuns): KeyedRuns {
  const merging = new Merging(kept, added)
  let [group, addedGroup] = [0, 0]
  while (group < kept.keys.length || addedGroup < added.keys.length) {
    const key = kept.keys[group] ?? Number.POSITIVE_INFINITY
    const addedKey = added.keys[addedGroup] ?? Number.POSITIVE_INFINITY
    if (key >= 0)
      merging.group(Math.min(key, addedKey), key <= addedKey ? group : none, addedKey <= key ? addedGroup : none)
    if (key >= 0 && addedKey <= key) addedGroup++
    if (key <= addedKey) group++
  }
  return merging.whole()
}

const none = -1

/** The site of the merged version that a site of the last one becomes, or `gone`. */
function siteIn(ofSpots: Uint32Array, site: number): number {
  const spot = ofSpots[spotOf(site)]
  return spot === gone ? gone : siteAt(site, spot)
}

class Merging {
  readonly #kept: KeptRuns
  readonly #added: Runs
  readonly #keys: Float64Array
  readonly #groupStarts: Uint32Array
  readonly #sites: Uint32Array
  readonly #starts: Uint32Array
  readonly #providers: Uint32Array
  #groups = 0
  #runs = 0
  #points = 0

  constructor(kept: KeptRuns, added: KeyedRuns) {
    this.#kept = kept
    this.#added = added.runs
    const groupsMax = kept.keys.length + added.keys.length
    const runsMax = kept.runs.sites.length + added.runs.sites.length
    this.#keys = new Float64Array(groupsMax)
    this.#groupStarts = new Uint32Array(groupsMax + 1)
    this.#sites = new Uint32Array(runsMax)
    this.#starts = new Uint32Array(runsMax + 1)
    this.#providers = new Uint32Array(kept.runs.providers.length + added.runs.providers.length)
  }

  /** Puts a group of the last version, one of the changed providers, or both into one. A group without points is none. */
  group(key: number, group: number, addedGroup: number): void {
    const { runs, ofSpots } = this.#kept
    const firstRun = this.#runs
    let [run, end] = group === none ? [0, 0] : [runs.groupStarts[group], runs.groupStarts[group + 1]]
    const { groupStarts } = this.#added
    let [added, addedEnd] = addedGroup === none ? [0, 0] : [groupStarts[addedGroup], groupStarts[addedGroup + 1]]
    while (run < end || added < addedEnd) {
      const site = run < end ? siteIn(ofSpots, runs.sites[run]) : gone
      // Whoever was at a spot that is gone has changed.
      if (run < end && site === gone) {
        run++
        continue
      }
      const addedSite = added < addedEnd ? this.#added.sites[added] : gone
      this.#run(Math.min(site, addedSite), site <= addedSite ? run : none, addedSite <= site ? added : none)
      if (addedSite <= site) added++
      if (site <= addedSite) run++
    }
    if (this.#runs === firstRun) return
    this.#keys[this.#groups] = key
    this.#groupStarts[this.#groups++] = firstRun
  }

  /** Likewise with runs. */
  #run(site: number, run: number, addedRun: number): void {
    const { ofSingle, ofSpread, runs: kept } = this.#kept
    const ofHolders = site < firstSpreadSite ? ofSingle : ofSpread
    const { starts, providers } = this.#added
    const [from, to] = addedRun === none ? [0, 0] : [starts[addedRun], starts[addedRun + 1]]
    let end = this.#points
    if (run !== none)
      end = putMerged(
        this.#providers,
        end,
        kept.providers,
        kept.starts[run],
        kept.starts[run + 1],
        ofHolders,
        providers,
        from,
        to,
      )
    else for (let at = from; at < to; at++) this.#providers[end++] = providers[at]
    if (end === this.#points) return
    this.#sites[this.#runs] = site
    this.#starts[this.#runs++] = this.#points
    this.#points = end
  }

  whole(): KeyedRuns {
    this.#groupStarts[this.#groups] = this.#runs
    this.#starts[this.#runs] = this.#points
    return {
      keys: this.#keys.slice(0, this.#groups),
      runs: {
        groupStarts: this.#groupStarts.slice(0, this.#groups + 1),
        sites: this.#sites.slice(0, this.#runs),
        starts: this.#starts.slice(0, this.#runs + 1),
        providers: this.#providers.slice(0, this.#points),
      },
    }
  }
}
