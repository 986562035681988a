/**
 * The runs of points in which the nearest hits are, nearest first, while a search goes on. Which points of them are hits is asked when
 * all runs are known: a search meets runs in the order of its cells, and most that look near at first are farther than what comes
 * after them. So hits are put into their order once, and few spread providers are asked for their nearest point.
 */

/** So many runs are kept at most. */
const runsMax = 128

export class NearRuns {
  /** How many are kept. */
  count = 0
  /** The haversine beyond which no run is wanted. */
  worst = -1
  readonly runs = new Uint32Array(runsMax)
  readonly haversines = new Float64Array(runsMax)
  /** How many hits a run has whatever else is found. */
  private readonly sure = new Uint32Array(runsMax)
  private wanted = 0

  /** Forgets all runs. So many hits are wanted from now on, none of them with a greater haversine than `worst`. */
  begin(wanted: number, worst: number): void {
    this.count = 0
    this.wanted = wanted
    this.worst = worst
  }

  /** Whether there is no room for another run. */
  get isFull(): boolean {
    return this.count === runsMax
  }

  /** Keeps a run that is wanted, and lets go of those that are no longer. */
  add(run: number, haversine: number, sureHits: number): void {
    const { runs, haversines, sure, wanted } = this
    let at = this.count
    for (; at > 0 && haversines[at - 1] > haversine; at--) {
      runs[at] = runs[at - 1]
      haversines[at] = haversines[at - 1]
      sure[at] = sure[at - 1]
    }
    runs[at] = run
    haversines[at] = haversine
    sure[at] = sureHits
    const count = this.count + 1
    let hits = 0
    let enough = 0
    while (enough < count && hits < wanted) hits += sure[enough++]
    this.count = count
    if (hits < wanted) return
    this.worst = haversines[enough - 1]
    // Of equally near hits the ordinal decides.
    while (enough < count && haversines[enough] === this.worst) enough++
    this.count = enough
  }
}
