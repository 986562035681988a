/** Invented names of people and of organizations, in upper case as CMS has them. */
import type { Kind } from './kind.ts'
import {
  femaleNames,
  lastNameBeginnings,
  lastNameEndings,
  lastNames,
  maleNames,
  placeBeginnings,
  placeEndings,
} from './name-lists.ts'
import { joined, mapped, type NonEmpty } from './non-empty.ts'
import { type Random, weighted } from './random.ts'
import { type ReadyText, ready, readyList, type Text } from './ready.ts'
import type { Rows } from './rows.ts'

export type Sex = 'F' | 'M'

export interface FirstName {
  whole: ReadyText
  initial: ReadyText
}

/** The parts of an organization's name: Amber Ridge, Dental, LLC. Those after the first bring what stands before them. */
export interface OrganizationName {
  place: Text
  ending: ReadyText
  legalForm: ReadyText
}

export interface NameMaker {
  first(sex: Sex, random: Random): FirstName
  last(random: Random): Text
  /** A name for an organization of this kind. */
  organization(kind: Kind, random: Random): OrganizationName
  /** The same without a legal form, as organizations do business. */
  trade(kind: Kind, random: Random): OrganizationName
}

/** Half of all people bear one of the common last names. */
const commonShare = 0.5
const hyphenatedShare = 0.02

const legalForms = readyList(', LLC', ', INC', ', INC.', ', PC', ', PLLC', ', P.A.', ', LLP', ', CORP', ', L.L.C.')
const noLegalForm = ready('')

/** One in so many organizations has a word in double quotes in its name. */
const quotedShare = 0.001

export function makeNames(): NameMaker {
  const pickFemale = fallingOff(mapped(femaleNames, firstName))
  const pickMale = fallingOff(mapped(maleNames, firstName))
  const pickCommon = fallingOff(mapped(lastNames, lastName))
  const rare = mapped(lastNameBeginnings, (beginning) =>
    mapped(lastNameEndings, (ending) => lastName(beginning + ending)),
  )
  const single = (random: Random) => (random.chance(commonShare) ? pickCommon(random) : random.pick(random.pick(rare)))
  const places = placeNames()
  const trade = (kind: Kind, random: Random) => {
    const { name, whole } = random.pick(places)
    const place = random.chance(quotedShare) ? `"THE ${name}"` : whole
    return { place, ending: random.pick(kind.nameEndings), legalForm: noLegalForm }
  }
  return {
    first: (sex, random) => (sex === 'F' ? pickFemale(random) : pickMale(random)),
    last: (random) =>
      random.chance(hyphenatedShare) ? `${single(random).name}-${single(random).name}` : single(random).whole,
    organization(kind, random) {
      const { place, ending } = trade(kind, random)
      return { place, ending, legalForm: random.chance(0.8) ? random.pick(legalForms) : noLegalForm }
    },
    trade,
  }
}

export function addOrganizationName(row: Rows, { place, ending, legalForm }: OrganizationName): void {
  row.part(place)
  row.part(ending)
  row.field(legalForm)
}

const firstName = (name: string): FirstName => ({ whole: ready(name), initial: ready(name.slice(0, 1)) })
const lastName = (name: string) => ({ name, whole: ready(name) })

/** Picks the first of a list the most often, as names fall off in a country: by one over the rank. */
function fallingOff<T>(list: NonEmpty<T>): (random: Random) => T {
  const headStart = 6
  return weighted(list.map((name, rank): [T, number] => [name, 1 / (rank + headStart)]))
}

const placeNames = () =>
  joined(
    mapped(placeBeginnings, (beginning) =>
      mapped(placeEndings, (ending) => {
        const name = `${beginning} ${ending}`.toUpperCase()
        return { name, whole: ready(name) }
      }),
    ),
  )
