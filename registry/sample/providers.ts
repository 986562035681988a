/**
 * The rows of all files of the sample, as one stream. Each provider's rows come together, the row of the main file
 * first. Numbers pass the check digit but begin with 2, as no NPI that was given out does.
 */
import { identifiersPerRow, taxonomiesPerRow } from '../columns.ts'
import { inventedNpiMin, withCheckDigit } from '../npi.ts'
import { firstName, lastName, organizationName, type Sex, tradeName } from './names.ts'
import { endpointRow, hospitalRow, locationRows, reviewedShare, reviewRows } from './other-files.ts'
import { Random } from './random.ts'
import { blanks, dayCount, dayFrom, dayText, fields, rowOf } from './rows.ts'
import { Hosts, mailboxAddress, makeSites, type Site, type SiteMaker } from './sites.ts'
import {
  credentialText,
  individualTaxonomies,
  type Kind,
  type KindPicker,
  kindPicker,
  organizationTaxonomies,
} from './taxonomies.ts'

/** CMS's four files, then reviews and hospitals. */
type SampleFile = 'main' | 'locations' | 'otherNames' | 'endpoints' | 'reviews' | 'hospitals'

const numberCount = 100_000_000
/** Shares no divisor with the count, so every index has its own number; near the golden section, so they spread. */
const stride = 61_803_399

/** In no visible order. Indexes below a hundred million have different ones. */
export const npiOf = (index: number, seed: number): string =>
  String(withCheckDigit(inventedNpiMin / 10 + ((index * stride + Math.abs(seed)) % numberCount)))

/** Reviews and ratings draw other numbers, so that providers do not depend on them. */
const opinionsSeed = 0x0b19_2e55

const deactivatedShare = 0.04
const individualShare = 0.75

interface World {
  random: Random
  sites: SiteMaker
  hosts: Hosts
  individualKinds: KindPicker
  organizationKinds: KindPicker
  anyNpi(): string
}

export function* sampleRows(providers: number, seed: number): Generator<[file: SampleFile, row: string]> {
  const random = new Random(seed)
  const sites = makeSites()
  const world: World = {
    random,
    sites,
    hosts: new Hosts(),
    individualKinds: kindPicker(individualTaxonomies()),
    organizationKinds: kindPicker(organizationTaxonomies()),
    anyNpi: () => npiOf(random.below(providers), seed),
  }
  const opinions = new Random(seed ^ opinionsSeed)
  const reviewed = reviewedShare(providers)
  let hospitals = 0
  for (let index = 0; index < providers; index++) {
    const npi = npiOf(index, seed)
    if (random.chance(deactivatedShare)) {
      yield ['main', deactivatedRow(npi, world)]
      continue
    }
    const isIndividual = random.chance(individualShare)
    const provider = isIndividual ? individual(npi, world) : organization(npi, world)
    yield ['main', provider.row]
    for (const row of provider.otherNames) yield ['otherNames', row]
    for (const row of locationRows(npi, provider.site, sites, random)) yield ['locations', row]
    const endpoint = endpointRow(npi, provider.site, random)
    if (endpoint !== undefined) yield ['endpoints', endpoint]
    for (const row of reviewRows(npi, reviewed, opinions)) yield ['reviews', row]
    const hospital = isIndividual ? undefined : hospitalRow(hospitals, provider, opinions)
    if (hospital === undefined) continue
    hospitals++
    yield ['hospitals', hospital]
  }
}

const deactivatedReplacedShare = 0.1

/** The row of a deactivated NPI has only the number, the date and the NPI that replaces it. */
function deactivatedRow(npi: string, { random, anyNpi }: World): string {
  const replacement = random.chance(deactivatedReplacedShare) ? anyNpi() : ''
  return rowOf(fields(npi, '', replacement) + blanks(36) + fields(dayText(dayFrom(0, random))) + blanks(290))
}

const hostedShare = 0.6
const mailboxShare = 0.25

function individual(npi: string, world: World) {
  const { random, sites, hosts } = world
  const kinds = world.individualKinds(random)
  const [kind] = kinds
  const sex = random.chance(0.55) ? 'F' : 'M'
  const host = kind.field !== undefined && random.chance(hostedShare) ? hosts.anyOf(kind.field, random) : undefined
  const site = host ?? sites.anywhere(random)
  const first = firstName(sex, random)
  const last = lastName(random)
  const row =
    fields(npi, '1', replacementNpi(world), '', '', last, first) +
    fields(middleName(sex, random), title(kind, sex, random), suffix(random), credentialText(kind, random), '', '') +
    formerName(first, sex, random) +
    (random.chance(mailboxShare) ? mailboxAddress(site, random) : site.address) +
    site.address +
    dates(random) +
    fields(sexCode(sex, random)) +
    blanks(5) +
    taxonomies(kinds, site, random) +
    otherIdentifiers(site, random) +
    fields(random.pick(soleProprietor)) +
    // Only organizations have a parent, an official and groups.
    blanks(21) +
    fields(certificationDate(random))
  return { row: rowOf(row), otherNames: [], site, name: '', kind }
}

function middleName(sex: Sex, random: Random): string {
  const form = random.next()
  if (form < 0.25) return ''
  const name = firstName(sex, random)
  return form < 0.8 ? name.slice(0, 1) : name
}

function title({ isDoctor }: Kind, sex: Sex, random: Random): string {
  if (!random.chance(0.35)) return ''
  if (isDoctor) return 'DR.'
  return sex === 'F' ? random.pick(['MS.', 'MRS.']) : 'MR.'
}

const suffix = (random: Random) => (random.chance(0.02) ? random.pick(['JR.', 'III', 'II', 'SR.']) : '')

const formerTitles = ['', '', 'MISS', 'MS.']
const formerCredentials = ['', '', 'RN', 'M.D.']
const formerNameTypes = ['1', '1', '1', '2', '5']

/** Seven fields: a former (type 1), professional (2) or other (5) name of one woman in eight. */
function formerName(first: string, sex: Sex, random: Random): string {
  if (sex !== 'F' || !random.chance(0.125)) return blanks(7)
  return (
    fields(lastName(random), first, '', random.pick(formerTitles)) +
    fields('', random.pick(formerCredentials), random.pick(formerNameTypes))
  )
}

const sexCode = (sex: Sex, random: Random) => (random.chance(0.004) ? random.pick(['X', 'U', '']) : sex)

const soleProprietor = ['N', 'N', 'N', 'N', 'Y', 'Y', 'X']

/** What CMS writes in place of tax numbers, and since 2025 of the names that are in the file of other names. */
const withheld = '<UNAVAIL>'
const otherNameShare = 0.18
const positions = ['OWNER', 'PRESIDENT', 'CEO', 'ADMINISTRATOR', 'OFFICE MANAGER', 'MEMBER', 'CFO']

function organization(npi: string, world: World) {
  const { random, sites, hosts } = world
  const kinds = world.organizationKinds(random)
  const [kind] = kinds
  const site = sites.anywhere(random)
  if (kind.field !== undefined) hosts.open(kind.field, site)
  const otherNames = random.chance(otherNameShare) ? otherNameRows(npi, kind, random) : []
  const replacement = replacementNpi(world)
  const name = organizationName(kind, random)
  const row =
    fields(npi, '2', replacement, withheld, name) +
    blanks(6) +
    (otherNames.length > 0 ? fields(withheld, '6') : blanks(2)) +
    blanks(7) +
    site.address +
    site.address +
    dates(random) +
    fields('') +
    official(site, random) +
    taxonomies(kinds, site, random) +
    otherIdentifiers(site, random) +
    fields('') +
    ownership(kind, random) +
    officialTitles(random) +
    fields(taxonomyGroup(kind, random)) +
    blanks(14) +
    fields(certificationDate(random))
  return { row: rowOf(row), otherNames, site, name, kind }
}

const otherNameTypes = ['3', '3', '3', '4', '5']

/** One to three names: doing business as (3), former legal name (4), other (5). */
function otherNameRows(npi: string, kind: Kind, random: Random): string[] {
  const row = () => rowOf(fields(npi, tradeName(kind, random), random.pick(otherNameTypes)))
  return Array.from({ length: 1 + Math.floor(random.next() ** 2 * 3) }, row)
}

function official({ phone }: Site, random: Random): string {
  const sex = random.chance(0.5) ? 'F' : 'M'
  const position = random.pick(positions)
  return fields(lastName(random), firstName(sex, random), '', position, phone)
}

const ownership = (kind: Kind, random: Random) =>
  random.chance(0.15) ? fields('Y', organizationName(kind, random), withheld) : fields('N', '', '')

const officialTitles = (random: Random) =>
  random.chance(0.2) ? fields(random.pick(['MR.', 'MS.', 'DR.']), '', random.pick(['MD', 'CPA', 'MBA', ''])) : blanks(3)

const groupTypes = ['193400000X SINGLE SPECIALTY GROUP', '193200000X MULTI-SPECIALTY GROUP']

const taxonomyGroup = ({ isGroup }: Kind, random: Random) =>
  isGroup && random.chance(0.7) ? random.pick(groupTypes) : ''

const replacementNpi = ({ random, anyNpi }: World) => (random.chance(0.0005) ? anyNpi() : '')

function dates(random: Random): string {
  const enumerated = dayFrom(0, random)
  const text = fields(dayText(enumerated), dayText(dayFrom(enumerated, random)), '')
  if (!random.chance(0.005)) return text + blanks(2)
  const deactivated = dayFrom(enumerated, random)
  return text + fields(dayText(deactivated), dayText(Math.min(deactivated + random.below(90), dayCount - 1)))
}

/** Certification began in 2020. */
const certificationDate = (random: Random) => (random.chance(0.4) ? dayText(dayFrom(5350, random)) : '')

/** All fifteen taxonomy groups: code, license, its state, primary switch. A few rows have no primary one. */
function taxonomies(kinds: readonly Kind[], { place }: Site, random: Random): string {
  let primarySwitch = random.chance(0.02) ? random.pick(['N', 'X']) : 'Y'
  let text = ''
  for (const { code } of kinds) {
    const isLicensed = place.index !== undefined && random.chance(0.85)
    text += isLicensed
      ? fields(code, licenseNumber(random), place.state, primarySwitch)
      : fields(code, '', '', primarySwitch)
    primarySwitch = 'N'
  }
  return text + blanks((taxonomiesPerRow - kinds.length) * 4)
}

const licenseBeginnings = ['A', 'G', 'L', 'MD', 'PT', 'C-']

function licenseNumber(random: Random): string {
  const number = random.below(900_000) + 100_000
  return random.chance(0.3) ? random.pick(licenseBeginnings) + number : String(number)
}

/** All fifty other identifiers; most providers have none. Type 05 is Medicaid, 01 is "other", with an issuer. */
function otherIdentifiers({ place }: Site, random: Random): string {
  const count = random.chance(0.2) ? 1 + Math.floor(random.next() ** 4 * 12) : 0
  let text = ''
  for (let left = count; left > 0; left--) {
    const number = random.below(9_000_000) + 1_000_000
    text += random.chance(0.6)
      ? fields(number, '05', place.state, '')
      : fields(number, '01', place.state, 'EXAMPLE PLAN')
  }
  return text + blanks((identifiersPerRow - count) * 4)
}
