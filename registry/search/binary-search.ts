/** The first of `length` places at which `isBefore` is false, or `length`; it is true of all places before that. */
export function firstNotBefore(length: number, isBefore: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
