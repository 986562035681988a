/** Invented organizations, as rows of the main file and of the file of other names. */
import { addAddress, addPhone } from './addresses.ts'
import type { Kind } from './kind.ts'
import { addCertification, addDates, addIdentifiers, addReplacement, addTaxonomies } from './main-pieces.ts'
import { addOrganizationName, type OrganizationName } from './names.ts'
import type { Random } from './random.ts'
import { ready, readyList } from './ready.ts'
import type { Rows } from './rows.ts'
import type { Site } from './sites.ts'
import type { World } from './world.ts'

const entityType = ready('2')
/** What CMS writes in place of tax numbers, and since 2025 of the names that stand in the file of other names. */
const withheld = ready('<UNAVAIL>')
const withheldNameType = ready('6')

const otherNameShare = 0.18

export interface MadeOrganization {
  site: Site
  name: OrganizationName
  /** That of the primary taxonomy. */
  kind: Kind
}

/** Adds the row of an organization, and its other names to their file. */
export function addOrganization(row: Rows, otherNames: Rows, npi: number, world: World): MadeOrganization {
  const { random, names } = world
  const kinds = world.organizationKinds(random)
  const [kind] = kinds
  const site = world.sites.anywhere(random)
  if (kind.field !== undefined) world.hosts.open(kind.field, site)
  const hasOtherNames = random.chance(otherNameShare)
  if (hasOtherNames) addOtherNames(otherNames, npi, kind, world)
  row.begin()
  row.number(npi)
  row.field(entityType)
  addReplacement(row, world)
  row.field(withheld)
  const name = names.organization(kind, random)
  addOrganizationName(row, name)
  row.blank(6)
  if (hasOtherNames) {
    row.field(withheld)
    row.field(withheldNameType)
  } else {
    row.blank(2)
  }
  row.blank(7)
  addAddress(row, site)
  addAddress(row, site)
  addDates(row, random)
  row.blank(1)
  addOfficial(row, site, world)
  addTaxonomies(row, kinds, site, random)
  addIdentifiers(row, site, random)
  row.blank(1)
  addOwnership(row, kind, world)
  addOfficialTitles(row, random)
  addTaxonomyGroups(row, kind, random)
  addCertification(row, random)
  row.end()
  return { site, name, kind }
}

const otherNameTypes = readyList('3', '3', '3', '4', '5')

/** One to three names: doing business as (3), former legal name (4), other (5). */
function addOtherNames(row: Rows, npi: number, kind: Kind, { random, names }: World): void {
  for (let left = 1 + Math.floor(random.next() ** 2 * 3); left > 0; left--) {
    row.begin()
    row.number(npi)
    addOrganizationName(row, names.trade(kind, random))
    row.field(random.pick(otherNameTypes))
    row.end()
  }
}

const positions = readyList('OWNER', 'PRESIDENT', 'CEO', 'ADMINISTRATOR', 'OFFICE MANAGER', 'MEMBER', 'CFO')

/** The five fields of who signs for the organization. */
function addOfficial(row: Rows, site: Site, { random, names }: World): void {
  const sex = random.chance(0.5) ? 'F' : 'M'
  const position = random.pick(positions)
  row.field(names.last(random))
  row.field(names.first(sex, random).whole)
  row.blank(1)
  row.field(position)
  addPhone(row, site)
}

const subpartShare = 0.15

const subpart = ready('Y')
const noSubpart = ready('N')

/** Whether it is a part of another organization, and of which. */
function addOwnership(row: Rows, kind: Kind, { random, names }: World): void {
  if (!random.chance(subpartShare)) {
    row.field(noSubpart)
    row.blank(2)
    return
  }
  row.field(subpart)
  addOrganizationName(row, names.organization(kind, random))
  row.field(withheld)
}

const officialTitles = readyList('MR.', 'MS.', 'DR.')
const officialCredentials = readyList('MD', 'CPA', 'MBA', '')

function addOfficialTitles(row: Rows, random: Random): void {
  if (!random.chance(0.2)) {
    row.blank(3)
    return
  }
  row.field(random.pick(officialTitles))
  row.blank(1)
  row.field(random.pick(officialCredentials))
}

const groupTypes = readyList('193400000X SINGLE SPECIALTY GROUP', '193200000X MULTI-SPECIALTY GROUP')

/** The fifteen group fields: what kind of group those with a physician's or therapist's code are. */
function addTaxonomyGroups(row: Rows, { isGroup }: Kind, random: Random): void {
  if (isGroup && random.chance(0.7)) row.field(random.pick(groupTypes))
  else row.blank(1)
  row.blank(14)
}
