/** Lists that hold at least one item, so that one can always be picked from them. */

export type NonEmpty<T> = readonly [T, ...T[]]

/** What `make` makes of each. */
export function mapped<T, U>([first, ...others]: NonEmpty<T>, make: (item: T, index: number) => U): NonEmpty<U> {
  return [make(first, 0), ...others.map((item, index) => make(item, index + 1))]
}

/** The items of all lists in one. */
export function joined<T>([[first, ...others], ...lists]: NonEmpty<NonEmpty<T>>): NonEmpty<T> {
  return [first, ...others, ...lists.flat()]
}

/** What `make` makes of every whole number from one up to and with another. */
export function numbered<T>(from: number, through: number, make: (number: number) => T): NonEmpty<T> {
  return [make(from), ...Array.from({ length: through - from }, (_, index) => make(from + 1 + index))]
}
