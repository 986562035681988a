/** Invented organizations, as rows of the main file and of the file of other names. */
import type { MadeProvider } from './individual.ts'
import { fieldOf } from './kinds.ts'
import { certification, dates, identifiers, replacement, taxonomies } from './main-pieces.ts'
import { organizationName, tradeName } from './names.ts'
import type { Random } from './random.ts'
import { blank, line, piece } from './row.ts'
import type { Site } from './sites.ts'
import type { World } from './world.ts'

/** What CMS writes in place of tax numbers, and since 2025 of the names that stand in the file of other names. */
const withheld = '<UNAVAIL>'
const withheldNameType = '6'

const otherNameShare = 0.18

export interface MadeOrganization extends MadeProvider {
  /** Lines of the file of other names. */
  otherNames: string
  name: string
  /** The primary taxonomy. */
  code: string
}

export function makeOrganization(npi: string, world: World): MadeOrganization {
  const { random } = world
  const codes = world.organizationKinds(random)
  const code = codes[0] ?? ''
  const site = world.sites.anywhere(random)
  const field = fieldOf(code)
  if (field !== undefined) world.hosts.open(field, site)
  const otherNames = random.chance(otherNameShare) ? otherNameLines(npi, code, random) : ''
  // In the order of the fields, so that the same numbers are drawn for the same field.
  const replaced = replacement(random, world.anyNpi)
  const name = organizationName(code, random)
  const made = line(
    npi,
    '2',
    replaced,
    withheld,
    name,
    blank(6),
    otherNames === '' ? blank(2) : piece(withheld, withheldNameType),
    blank(7),
    site.address,
    site.address,
    dates(random),
    '',
    official(site, world),
    taxonomies(codes, site, random),
    identifiers(site, random),
    '',
    ownership(code, random),
    officialTitles(random),
    taxonomyGroups(codes, random),
    certification(random),
  )
  return { line: made, site, otherNames, name, code }
}

/** One to three names: doing business as (3), former legal name (4), other (5). */
function otherNameLines(npi: string, code: string, random: Random): string {
  let lines = ''
  for (let left = 1 + Math.floor(random.next() ** 2 * 3); left > 0; left--) {
    lines += line(npi, tradeName(code, random), random.pick(['3', '3', '3', '4', '5']))
  }
  return lines
}

/** The five fields of who signs for the organization. */
function official(site: Site, { random, names }: World): string {
  const sex = random.chance(0.5) ? 'F' : 'M'
  const title = random.pick(['OWNER', 'PRESIDENT', 'CEO', 'ADMINISTRATOR', 'OFFICE MANAGER', 'MEMBER', 'CFO'])
  return piece(names.last(random), names.first(sex, random), '', title, site.phone)
}

const subpartShare = 0.15

/** Whether it is a part of another organization, and of which. */
function ownership(code: string, random: Random): string {
  return random.chance(subpartShare) ? piece('Y', organizationName(code, random), withheld) : piece('N', blank(2))
}

const officialTitles = (random: Random): string =>
  random.chance(0.2) ? piece(random.pick(['MR.', 'MS.', 'DR.']), '', random.pick(['MD', 'CPA', 'MBA', ''])) : blank(3)

/** The fifteen group fields: what kind of group those with a physician's or therapist's code are. */
function taxonomyGroups(codes: readonly string[], random: Random): string {
  const isGroup = /^[12]0/.test(codes[0] ?? '') && random.chance(0.7)
  if (!isGroup) return blank(15)
  return piece(random.pick(['193400000X SINGLE SPECIALTY GROUP', '193200000X MULTI-SPECIALTY GROUP']), blank(14))
}
