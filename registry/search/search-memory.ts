/**
 * Memory for what a search makes on its way and nobody needs after it: lists and bits of providers. Each search of a process writes over what the one
 * before it made, as they come one after the other. Of fresh memory the system makes every page when it is first touched, which takes
 * several times as long as to fill it.
 */

/** So many numbers are kept between searches at most: few ask for a quarter of them. */
const keptMax = 4 * 1024 * 1024

let kept = new Uint32Array(0)
let taken = 0

/** Ends what was taken before: whoever still holds it sees other numbers. */
export function beginSearch(): void {
  // What did not fit will, the next time.
  if (taken > kept.length && kept.length < keptMax) kept = new Uint32Array(Math.min(taken, keptMax))
  taken = 0
}

/** So many numbers, whatever they are, until the next search begins. */
export function takeNumbers(length: number): Uint32Array {
  const from = taken
  taken += length
  return taken <= kept.length ? kept.subarray(from, taken) : new Uint32Array(length)
}
