/** Pieces of a row of the main file that individuals and organizations have alike. */
import { identifiersPerRow, taxonomiesPerRow } from '../nppes-columns.ts'
import { dayCount, dayFrom, dayText } from './dates.ts'
import type { Random } from './random.ts'
import { blank, line, piece } from './row.ts'
import type { Site } from './sites.ts'

/** Fields of one taxonomy, and of one other identifier. */
const groupFields = 4

const replacedShare = 0.0005
const reactivatedShare = 0.005

/** The replacement NPI, mostly none. `other` gives another provider's. */
export const replacement = (random: Random, other: () => string): string =>
  random.chance(replacedShare) ? other() : ''

/** Enumeration, last update, deactivation reason and date, reactivation. */
export function dates(random: Random): string {
  const enumerated = dayFrom(0, random)
  const updated = dayFrom(enumerated, random)
  if (!random.chance(reactivatedShare)) return piece(dayText(enumerated), dayText(updated), blank(3))
  const deactivated = dayFrom(enumerated, random)
  const reactivated = Math.min(deactivated + random.below(90), dayCount - 1)
  return piece(dayText(enumerated), dayText(updated), '', dayText(deactivated), dayText(reactivated))
}

/** The day the entries were certified; nobody was asked before 2020. */
export const certification = (random: Random): string => (random.chance(0.4) ? dayText(dayFrom(5350, random)) : '')

const noPrimaryShare = 0.02
const licensedShare = 0.85

/** All fifteen taxonomy groups: code, licence, its state, primary switch. A few rows have no primary one. */
export function taxonomies(codes: readonly string[], site: Site, random: Random): string {
  const first = random.chance(noPrimaryShare) ? random.pick(['N', 'X']) : 'Y'
  const groups = codes.map((code, index) => {
    const isLicensed = site.zip !== undefined && random.chance(licensedShare)
    const number = isLicensed ? licenseNumber(random) : ''
    return piece(code, number, isLicensed ? site.state : '', index === 0 ? first : 'N')
  })
  return filledUp(groups, taxonomiesPerRow)
}

function licenseNumber(random: Random): string {
  const digits = String(random.below(900_000) + 100_000)
  return random.chance(0.3) ? random.pick(['A', 'G', 'L', 'MD', 'PT', 'C-']) + digits : digits
}

const identifiedShare = 0.2

/** All fifty other identifiers; most providers have none. Type 05 is Medicaid, 01 is "other", with an issuer. */
export function identifiers(site: Site, random: Random): string {
  if (!random.chance(identifiedShare)) return noIdentifiers
  const groups: string[] = []
  for (let left = 1 + Math.floor(random.next() ** 4 * 12); left > 0; left--) {
    const value = String(random.below(9_000_000) + 1_000_000)
    groups.push(
      random.chance(0.6) ? piece(value, '05', site.state, '') : piece(value, '01', site.state, 'EXAMPLE PLAN'),
    )
  }
  return filledUp(groups, identifiersPerRow)
}

const noIdentifiers = blank(identifiersPerRow * groupFields)

function filledUp(groups: string[], groupsMax: number): string {
  const missing = groupsMax - groups.length
  if (missing > 0) groups.push(blank(missing * groupFields))
  return piece(...groups)
}

/** The row of a deactivated NPI: every field but the number and the date is empty. */
export function deactivatedLine(npi: string, random: Random): string {
  return line(npi, deactivatedBefore, dayText(dayFrom(0, random)), deactivatedAfter)
}

const deactivatedBefore = blank(38)
const deactivatedAfter = blank(290)
