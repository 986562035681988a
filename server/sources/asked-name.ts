/** A person's name as callers write it: "Ada N Example" or "Example, Ada N". */
import { partyOf } from './cells.ts'
import { nameKey } from './keys.ts'
import type { Person } from './match/match.ts'
import type { PersonName } from './source-list.ts'

/**
 * The names it may mean, the likeliest first: the second of three words is a middle name, or belongs to the first or
 * the last name. None without a first and a last name in Latin letters.
 */
export function namesIn(text: string): PersonName[] {
  const name = partyOf(text, 'first last', false)?.name ?? null
  if (name === null || nameKey(name) === undefined) return []
  const { last, first, middle } = name
  if (middle === '') return [name]
  return [
    name,
    { ...name, first: `${first} ${middle}`, middle: '' },
    { ...name, last: `${middle} ${last}`, middle: '' },
  ]
}

/** As published, in the order in which people say it. */
export function fullNameOf({ first, middle, last, suffix }: PersonName): string {
  return [first, middle, last, suffix].filter((part) => part !== '').join(' ')
}

export function personNamed(name: PersonName): Person {
  return { name, otherNames: [], npi: null }
}
