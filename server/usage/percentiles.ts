/** Times taken, counted in buckets: four to a doubling, so that a percentile is right within 10%. */

/** Microseconds up to which a call is in the first bucket. */
const firstUs = 100

const perDoubling = 4

/** Times above 100 seconds share the last bucket. */
const bucketMax = 20 * perDoubling

export function bucketOf(timeUs: number): number {
  return Math.min(bucketMax, Math.max(0, Math.ceil(perDoubling * Math.log2(timeUs / firstUs))))
}

/** The milliseconds that a share of all calls took at most; null without calls. Buckets in any order. */
export function percentile(counts: readonly { bucket: number; calls: number }[], share: number): number | null {
  const all = counts.reduce((sum, { calls }) => sum + calls, 0)
  let seen = 0
  for (const { bucket, calls } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    seen += calls
    if (seen >= share * all) return (firstUs / 1000) * 2 ** ((bucket - 0.5) / perDoubling)
  }
  return null
}
