/** Throws an Error with one sentence when the two differ. */
export function expectSame(expected: string | undefined, found: string, what: string): void {
  if (expected !== found) throw new Error(`The backup does not fit: expected ${what} as ${expected}; got ${found}.`)
}
