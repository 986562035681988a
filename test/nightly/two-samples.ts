/** Compares two samples of times. */

/** The middle value; not a number of nothing. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [below = Number.NaN, above = Number.NaN] = [sorted[middle - (sorted.length % 2 === 0 ? 1 : 0)], sorted[middle]]
  return (below + above) / 2
}

/**
 * The probability that two samples as far apart as these come from one distribution (Kolmogorov and Smirnov, with Stephens's
 * correction for small samples).
 */
export function ksProbability(a: readonly number[], b: readonly number[]): number {
  const effective = Math.sqrt((a.length * b.length) / (a.length + b.length))
  const lambda = (effective + 0.12 + 0.11 / effective) * distanceBetween(a, b)
  // The series does not converge near nought, where the probability is one.
  if (lambda < 0.2) return 1
  let sum = 0
  for (let term = 1; term <= 100; term++) sum += (term % 2 === 1 ? 1 : -1) * Math.exp(-2 * (term * lambda) ** 2)
  return Math.min(1, Math.max(0, 2 * sum))
}

/** The largest difference between the shares of both samples that lie below a value. */
function distanceBetween(a: readonly number[], b: readonly number[]): number {
  const values = [...a.map((value) => ({ value, of: 'a' })), ...b.map((value) => ({ value, of: 'b' }))]
  values.sort((one, other) => one.value - other.value)
  let [belowA, belowB, distance] = [0, 0, 0]
  for (const [at, { value, of }] of values.entries()) {
    if (of === 'a') belowA++
    else belowB++
    // Equal values count together.
    if (values[at + 1]?.value !== value) distance = Math.max(distance, Math.abs(belowA / a.length - belowB / b.length))
  }
  return distance
}
