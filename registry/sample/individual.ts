/** Invented individuals, as rows of the main file. */
import { credentialText } from './credentials.ts'
import { fieldOf } from './kinds.ts'
import { certification, dates, identifiers, replacement, taxonomies } from './main-pieces.ts'
import type { Sex } from './names.ts'
import type { Random } from './random.ts'
import { blank, line, piece } from './row.ts'
import { mailboxOf, type Site } from './sites.ts'
import type { World } from './world.ts'

/** How often an individual works at the address of an organization. */
const hostedShare = 0.6
/** How often mail goes to a post office box instead of the place of practice. */
const mailboxShare = 0.25

export interface MadeProvider {
  line: string
  site: Site
}

export function makeIndividual(npi: string, world: World): MadeProvider {
  const { random, names } = world
  const codes = world.individualKinds(random)
  const code = codes[0] ?? ''
  const sex: Sex = random.chance(0.55) ? 'F' : 'M'
  const site = siteFor(code, world)
  const [first, last] = [names.first(sex, random), names.last(random)]
  const made = line(
    npi,
    '1',
    replacement(random, world.anyNpi),
    blank(2),
    piece(
      last,
      first,
      middleName(sex, world),
      titleOf(code, sex, random),
      suffixOf(random),
      credentialText(code, random),
    ),
    blank(2),
    formerName(first, sex, world),
    random.chance(mailboxShare) ? mailboxOf(site, random) : site.address,
    site.address,
    dates(random),
    sexCode(sex, random),
    blank(5),
    taxonomies(codes, site, random),
    identifiers(site, random),
    soleProprietor(random),
    blank(6),
    blank(15),
    certification(random),
  )
  return { line: made, site }
}

function siteFor(code: string, { random, hosts, sites }: World): Site {
  const field = fieldOf(code)
  const host = field !== undefined && random.chance(hostedShare) ? hosts.anyOf(field, random) : undefined
  return host ?? sites.anywhere(random)
}

function middleName(sex: Sex, { random, names }: World): string {
  const kind = random.next()
  if (kind < 0.25) return ''
  const name = names.first(sex, random)
  return kind < 0.8 ? name.slice(0, 1) : name
}

function titleOf(code: string, sex: Sex, random: Random): string {
  if (!random.chance(0.35)) return ''
  if (code.startsWith('20') || code.startsWith('12')) return 'DR.'
  return sex === 'F' ? random.pick(['MS.', 'MRS.']) : 'MR.'
}

const suffixOf = (random: Random): string => (random.chance(0.02) ? random.pick(['JR.', 'III', 'II', 'SR.']) : '')

/** Seven fields: a former (type 1), professional (2) or other (5) name of one woman in eight. */
function formerName(first: string, sex: Sex, { random, names }: World): string {
  if (sex !== 'F' || !random.chance(0.125)) return blank(7)
  return piece(names.last(random), first, blank(4), random.pick(['1', '1', '1', '2', '5']))
}

/** A few have a letter that is neither, or none. */
function sexCode(sex: Sex, random: Random): string {
  return random.chance(0.004) ? random.pick(['X', 'U', '']) : sex
}

const soleProprietor = (random: Random): string => random.pick(['N', 'N', 'N', 'N', 'Y', 'Y', 'X'])
