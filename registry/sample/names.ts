/** Invented names of people and of organizations, in upper case as CMS has them. */
import {
  femaleNames,
  lastNameBeginnings,
  lastNameEndings,
  lastNames,
  maleNames,
  placeBeginnings,
  placeEndings,
} from './name-lists.ts'
import { endingsFor } from './organization-taxonomies.ts'
import { type NonEmpty, type Random, weighted } from './random.ts'
import { quoted } from './row.ts'

export type Sex = 'F' | 'M'

export interface NameMaker {
  first(sex: Sex, random: Random): string
  last(random: Random): string
}

/** Half of all people bear one of the common last names. */
const commonShare = 0.5
const hyphenatedShare = 0.02

export function makeNames(): NameMaker {
  const pickCommon = fallingOff(lastNames)
  const pickFemale = fallingOff(femaleNames)
  const pickMale = fallingOff(maleNames)
  const single = (random: Random) =>
    random.chance(commonShare) ? pickCommon(random) : random.pick(lastNameBeginnings) + random.pick(lastNameEndings)
  return {
    first: (sex, random) => (sex === 'F' ? pickFemale(random) : pickMale(random)),
    last: (random) => (random.chance(hyphenatedShare) ? `${single(random)}-${single(random)}` : single(random)),
  }
}

/** Picks the first of a list the most often, as names fall off in a country: by one over the rank. */
function fallingOff(list: NonEmpty<string>): (random: Random) => string {
  const headStart = 6
  return weighted(list.map((name, rank): [string, number] => [name, 1 / (rank + headStart)]))
}

const places = placeBeginnings.flatMap((beginning) =>
  placeEndings.map((ending) => `${beginning} ${ending}`.toUpperCase()),
)
const legalForms: NonEmpty<string> = ['LLC', 'INC', 'INC.', 'PC', 'PLLC', 'P.A.', 'LLP', 'CORP', 'L.L.C.']

/** One in so many organizations has a word in double quotes in its name. */
const quotedShare = 0.001

/** A name for an organization with this taxonomy code, ready to stand in a row. */
export function organizationName(code: string, random: Random): string {
  const name = tradeName(code, random)
  return random.chance(0.8) ? `${name}, ${random.pick(legalForms)}` : name
}

/** The same without a legal form, as organizations do business. */
export function tradeName(code: string, random: Random): string {
  const place = places[random.below(places.length)] ?? ''
  const named = random.chance(quotedShare) ? quoted(`"THE ${place}"`) : place
  return `${named} ${random.pick(endingsFor(code))}`
}
