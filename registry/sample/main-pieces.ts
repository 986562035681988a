/** Pieces of a row of the main file that individuals and organizations have alike. */
import { identifiersPerRow, taxonomiesPerRow } from '../columns.ts'
import { dayCount, dayFrom, dayText } from './dates.ts'
import type { Kind } from './kind.ts'
import type { NonEmpty } from './non-empty.ts'
import type { Random } from './random.ts'
import { ready, readyList } from './ready.ts'
import type { Rows } from './rows.ts'
import type { Site } from './sites.ts'
import type { World } from './world.ts'

/** Fields of one taxonomy, and of one other identifier. */
const groupFields = 4

const replacedShare = 0.0005
const reactivatedShare = 0.005

/** The replacement NPI, mostly none. */
export function addReplacement(row: Rows, { random, anyNpi }: World): void {
  if (random.chance(replacedShare)) row.number(anyNpi())
  else row.blank(1)
}

/** Enumeration, last update, deactivation reason and date, reactivation. */
export function addDates(row: Rows, random: Random): void {
  const enumerated = dayFrom(0, random)
  row.field(dayText(enumerated))
  row.field(dayText(dayFrom(enumerated, random)))
  row.blank(1)
  if (!random.chance(reactivatedShare)) {
    row.blank(2)
    return
  }
  const deactivated = dayFrom(enumerated, random)
  row.field(dayText(deactivated))
  row.field(dayText(Math.min(deactivated + random.below(90), dayCount - 1)))
}

/** The day the entries were certified; nobody was asked before 2020. */
export function addCertification(row: Rows, random: Random): void {
  if (random.chance(0.4)) row.field(dayText(dayFrom(5350, random)))
  else row.blank(1)
}

const noPrimaryShare = 0.02
const licensedShare = 0.85

const primary = ready('Y')
const notPrimary = ready('N')
const noPrimary = readyList('N', 'X')

/** All fifteen taxonomy groups: code, licence, its state, primary switch. A few rows have no primary one. */
export function addTaxonomies(row: Rows, kinds: NonEmpty<Kind>, { place }: Site, random: Random): void {
  let primarySwitch = random.chance(noPrimaryShare) ? random.pick(noPrimary) : primary
  for (const { code } of kinds) {
    row.field(code)
    if (place.index !== undefined && random.chance(licensedShare)) {
      addLicenseNumber(row, random)
      row.field(place.state)
    } else {
      row.blank(2)
    }
    row.field(primarySwitch)
    primarySwitch = notPrimary
  }
  row.blank((taxonomiesPerRow - kinds.length) * groupFields)
}

const licenseBeginnings = readyList('A', 'G', 'L', 'MD', 'PT', 'C-')

function addLicenseNumber(row: Rows, random: Random): void {
  const number = random.below(900_000) + 100_000
  if (random.chance(0.3)) row.part(random.pick(licenseBeginnings))
  row.number(number)
}

const identifiedShare = 0.2

const medicaid = ready('05')
const otherIssuer = ready('01')
const issuer = ready('EXAMPLE PLAN')

/** All fifty other identifiers; most providers have none. Type 05 is Medicaid, 01 is "other", with an issuer. */
export function addIdentifiers(row: Rows, { place }: Site, random: Random): void {
  const count = random.chance(identifiedShare) ? 1 + Math.floor(random.next() ** 4 * 12) : 0
  for (let left = count; left > 0; left--) {
    row.number(random.below(9_000_000) + 1_000_000)
    const isMedicaid = random.chance(0.6)
    row.field(isMedicaid ? medicaid : otherIssuer)
    row.field(place.state)
    if (isMedicaid) row.blank(1)
    else row.field(issuer)
  }
  row.blank((identifiersPerRow - count) * groupFields)
}

const deactivatedReplacedShare = 0.1

/** The row of a deactivated NPI: every field but the number, the date and what replaces it is empty. */
export function addDeactivated(row: Rows, npi: number, { random, anyNpi }: World): void {
  row.begin()
  row.number(npi)
  row.blank(1)
  if (random.chance(deactivatedReplacedShare)) row.number(anyNpi())
  else row.blank(1)
  row.blank(36)
  row.field(dayText(dayFrom(0, random)))
  row.blank(290)
  row.end()
}
