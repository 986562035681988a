/** Compares two samples: whether they can come from one distribution. */

/** The median. */
export function medianOf(sample: readonly number[]): number {
  const sorted = [...sample].sort((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}

/**
 * The two-sample test of Kolmogorov and Smirnov: the chance that two samples of one distribution differ as much as
 * these. By the limit of large samples with Stephens's correction, which is good from some tens of values on.
 */
export function chanceOfOneDistribution(a: readonly number[], b: readonly number[]): number {
  const size = Math.sqrt((a.length * b.length) / (a.length + b.length))
  const lambda = (size + 0.12 + 0.11 / size) * greatestDistance(a, b)
  // Below this the sum does not settle, and the chance is 1 to more digits than anybody asks for.
  if (lambda < 0.2) return 1
  let chance = 0
  for (let term = 1; term <= 100; term++) chance += 2 * (-1) ** (term - 1) * Math.exp(-2 * (term * lambda) ** 2)
  return Math.min(1, Math.max(0, chance))
}

/** Between the shares of both samples that are at most as great as any value. */
function greatestDistance(a: readonly number[], b: readonly number[]): number {
  const [left, right] = [a, b].map((sample) => [...sample].sort((x, y) => x - y))
  const shareUpTo = (sorted: readonly number[], value: number) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? 0) <= value) low = middle + 1
      else high = middle
    }
    return low / sorted.length
  }
  return Math.max(
    ...[...a, ...b].map((value) => Math.abs(shareUpTo(left ?? [], value) - shareUpTo(right ?? [], value))),
  )
}
