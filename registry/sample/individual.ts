/** Invented individuals, as rows of the main file. */
import { addAddress, addMailbox } from './addresses.ts'
import { addCredential } from './credentials.ts'
import type { Kind } from './kind.ts'
import { addCertification, addDates, addIdentifiers, addReplacement, addTaxonomies } from './main-pieces.ts'
import type { FirstName, Sex } from './names.ts'
import type { Random } from './random.ts'
import { type ReadyText, ready, readyList } from './ready.ts'
import type { Rows } from './rows.ts'
import type { Site } from './sites.ts'
import type { World } from './world.ts'

/** How often an individual works at the address of an organization. */
const hostedShare = 0.6
/** How often mail goes to a post office box instead of the place of practice. */
const mailboxShare = 0.25

const entityType = ready('1')

/** Adds the row of an individual and answers where they practise. */
export function addIndividual(row: Rows, npi: number, world: World): Site {
  const { random, names } = world
  const kinds = world.individualKinds(random)
  const [kind] = kinds
  const sex: Sex = random.chance(0.55) ? 'F' : 'M'
  const site = siteFor(kind, world)
  const first = names.first(sex, random)
  const last = names.last(random)
  row.begin()
  row.number(npi)
  row.field(entityType)
  addReplacement(row, world)
  row.blank(2)
  row.field(last)
  row.field(first.whole)
  addMiddleName(row, sex, world)
  addTitle(row, kind, sex, random)
  addSuffix(row, random)
  addCredential(row, kind.credentials, random)
  row.blank(2)
  addFormerName(row, first, sex, world)
  if (random.chance(mailboxShare)) addMailbox(row, site, random)
  else addAddress(row, site)
  addAddress(row, site)
  addDates(row, random)
  row.field(sexCode(sex, random))
  row.blank(5)
  addTaxonomies(row, kinds, site, random)
  addIdentifiers(row, site, random)
  row.field(random.pick(soleProprietor))
  // Only organizations tell whose parts they are, who signs for them, and which groups they are.
  row.blank(6)
  row.blank(15)
  addCertification(row, random)
  row.end()
  return site
}

function siteFor({ field }: Kind, { random, hosts, sites }: World): Site {
  const host = field !== undefined && random.chance(hostedShare) ? hosts.anyOf(field, random) : undefined
  return host ?? sites.anywhere(random)
}

function addMiddleName(row: Rows, sex: Sex, { random, names }: World): void {
  const kind = random.next()
  if (kind < 0.25) {
    row.blank(1)
    return
  }
  const name = names.first(sex, random)
  row.field(kind < 0.8 ? name.initial : name.whole)
}

const titles = { doctor: ready('DR.'), F: readyList('MS.', 'MRS.'), M: ready('MR.') }

function addTitle(row: Rows, { isDoctor }: Kind, sex: Sex, random: Random): void {
  if (!random.chance(0.35)) row.blank(1)
  else if (isDoctor) row.field(titles.doctor)
  else row.field(sex === 'F' ? random.pick(titles.F) : titles.M)
}

const suffixes = readyList('JR.', 'III', 'II', 'SR.')

function addSuffix(row: Rows, random: Random): void {
  if (random.chance(0.02)) row.field(random.pick(suffixes))
  else row.blank(1)
}

const formerTitles = readyList('', '', 'MISS', 'MS.')
const formerCredentials = readyList('', '', 'RN', 'M.D.')
const formerNameTypes = readyList('1', '1', '1', '2', '5')

/** Seven fields: a former (type 1), professional (2) or other (5) name of one woman in eight. */
function addFormerName(row: Rows, first: FirstName, sex: Sex, { random, names }: World): void {
  if (sex !== 'F' || !random.chance(0.125)) {
    row.blank(7)
    return
  }
  row.field(names.last(random))
  row.field(first.whole)
  row.blank(1)
  row.field(random.pick(formerTitles))
  row.blank(1)
  row.field(random.pick(formerCredentials))
  row.field(random.pick(formerNameTypes))
}

const sexCodes = { F: ready('F'), M: ready('M') }
const otherSexCodes = readyList('X', 'U', '')

/** A few have a letter that is neither, or none. */
function sexCode(sex: Sex, random: Random): ReadyText {
  return random.chance(0.004) ? random.pick(otherSexCodes) : sexCodes[sex]
}

const soleProprietor = readyList('N', 'N', 'N', 'N', 'Y', 'Y', 'X')
