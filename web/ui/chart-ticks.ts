/** Which values stand beside the lines of a chart. */

/** More would be a fence (specification, section 2). */
const ticksMax = 5

/**
 * Whole numbers from 0 to the first one that is not below the largest value, at equal steps of 1, 2 or 5 times a power of ten; at
 * least two and at most five of them.
 */
export function ticksUpTo(largest: number): number[] {
  const stepMin = Math.max(1, largest / (ticksMax - 1))
  const power = 10 ** Math.floor(Math.log10(stepMin))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= stepMin) ?? 10 * power
  const count = Math.max(1, Math.ceil(largest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
