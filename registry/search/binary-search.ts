/** Binary search: the first of `length` sorted places for which `isBefore` is false; `length` where it is true of all. */
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
