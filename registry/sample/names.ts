import lists from './name-lists.json' with { type: 'json' }
import { type Random, weighted } from './random.ts'
import type { Kind } from './taxonomies.ts'

export type Sex = 'F' | 'M'

const words = (lines: readonly string[]): string[] => lines.join(' ').split(' ')

/** Half of all people have one of the common last names. The others have a name of two parts. */
const commonShare = 0.5
const hyphenatedShare = 0.02
const legalForms = [', LLC', ', INC', ', INC.', ', PC', ', PLLC', ', P.A.', ', LLP', ', CORP', ', L.L.C.']
/** The share of organizations with a word in double quotes in their name. */
const quotedShare = 0.001

const lastNameBeginnings = words(lists.lastNameBeginnings)
const lastNameEndings = words(lists.lastNameEndings)
const placeEndings = words(lists.placeEndings)
const streetEndings = words(lists.streetEndings)

/** Cedar Hollow, Amber Ridge: what streets and organizations are named after. */
const places = words(lists.placeBeginnings).flatMap((beginning) =>
  placeEndings.map((ending, index) => ({
    name: `${beginning} ${ending}`.toUpperCase(),
    street: `${beginning} ${ending} ${streetEndings[index % streetEndings.length] ?? 'St'}`,
  })),
)
const placeNames = places.map(({ name }) => name)

export const streets = places.map(({ street }) => street)

const pickFirst = { F: fallingOff(words(lists.femaleNames)), M: fallingOff(words(lists.maleNames)) }
const pickCommonLast = fallingOff(words(lists.lastNames))

export const firstName = (sex: Sex, random: Random): string => pickFirst[sex](random)

export const lastName = (random: Random): string =>
  random.chance(hyphenatedShare) ? `${singleName(random)}-${singleName(random)}` : singleName(random)

const singleName = (random: Random): string =>
  random.chance(commonShare) ? pickCommonLast(random) : random.pick(lastNameBeginnings) + random.pick(lastNameEndings)

/** A name for an organization of this kind, as a field of a row: double quotes are doubled. */
export function organizationName(kind: Kind, random: Random): string {
  const name = tradeName(kind, random)
  return random.chance(0.8) ? name + random.pick(legalForms) : name
}

/** The same without a legal form, as organizations do business. */
export function tradeName({ nameEndings }: Kind, random: Random): string {
  const place = random.pick(placeNames)
  const quoted = random.chance(quotedShare) ? `""THE ${place}""` : place
  return `${quoted} ${random.pick(nameEndings)}`
}

/** Picks the first of a list most often: names fall off in a country by one over the rank. */
function fallingOff(list: readonly string[]): (random: Random) => string {
  const headStart = 6
  return weighted(list.map((name, rank) => [name, 1 / (rank + headStart)] as const))
}
