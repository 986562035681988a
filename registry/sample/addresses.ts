/** How the site of a provider is written: as an address of the main file, and its pieces. */
import { type Place, unitedStates } from './places.ts'
import type { Random } from './random.ts'
import { type ReadyText, ready } from './ready.ts'
import type { Rows } from './rows.ts'
import type { Site } from './sites.ts'

/** The eight fields of an address in the main file, from its first line to its fax number. */
export function addAddress(row: Rows, site: Site): void {
  const { place } = site
  addStreet(row, site)
  row.endField()
  addSuite(row, site.suite)
  row.field(place.upperCity)
  row.field(place.state)
  addPostalCode(row, site)
  row.field(place.country)
  addPhone(row, site)
  if (site.faxEnd === undefined) row.blank(1)
  else addNumber(row, place, site.faxEnd)
}

const mailbox = ready('PO BOX ')

/** A post office box in the same place, as the eight fields of a mailing address. Who has no ZIP code gets mail at the site. */
export function addMailbox(row: Rows, site: Site, random: Random): void {
  const { place } = site
  if (place.index === undefined) {
    addAddress(row, site)
    return
  }
  row.part(mailbox)
  row.number(random.below(9900) + 10)
  row.blank(1)
  row.field(place.upperCity)
  row.field(place.state)
  row.field(place.postalCode)
  row.field(unitedStates)
  addPhone(row, site)
  row.blank(1)
}

const buildingLine = ready('\nBUILDING ')

/** The first line of an address, as a part of a field. */
export function addStreet(row: Rows, { houseNumber, street, building }: Site): void {
  if (houseNumber !== undefined) row.digits(houseNumber)
  row.part(street)
  if (building === undefined) return
  row.part(buildingLine)
  row.digits(building)
}

/** The second line of an address. */
export function addSuite(row: Rows, suite: ReadyText | undefined): void {
  if (suite === undefined) row.blank(1)
  else row.field(suite)
}

export function addPostalCode(row: Rows, { place, postalEnd }: Site): void {
  row.part(place.postalCode)
  if (postalEnd !== undefined) row.digits(postalEnd)
  row.endField()
}

export const addPhone = (row: Rows, { place, phoneEnd }: Site): void => addNumber(row, place, phoneEnd)

/** A telephone or fax number. */
function addNumber(row: Rows, { phoneBeginning }: Place, end: number | undefined): void {
  row.part(phoneBeginning)
  if (end !== undefined) row.digits(end)
  row.endField()
}
