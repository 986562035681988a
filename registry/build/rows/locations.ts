import type { Address, PracticeLocation } from '#contract/providers'
import { locateZip } from '#registry/read/places'
import type { PackedFields } from '../staging/packed-fields.ts'
import type { AddressColumns } from './columns.ts'
import { inCase } from './letter-case.ts'
import { phoneNumber } from './phone.ts'

/** A practice location with its place: the middle of its ZIP code, null where nobody could place it. */
export function practiceLocation(fields: PackedFields, columns: AddressColumns): PracticeLocation {
  const address = addressOf(fields, columns)
  return {
    phone: phoneNumber(fields.text(columns.phone)),
    fax: phoneNumber(fields.text(columns.fax)),
    address: { ...address, coords: address.countryCode === 'US' ? coordsOf(address.postalCode) : null },
  }
}

/** The mailing address; null where the row has none. */
export function mailingAddress(fields: PackedFields, columns: AddressColumns): Address | null {
  const address = addressOf(fields, columns)
  return address.firstLine === '' && address.city === '' && address.postalCode === '' ? null : address
}

function addressOf(fields: PackedFields, columns: AddressColumns): Address {
  const firstLine = inCase(fields.text(columns.firstLine), 'address')
  const secondLine = inCase(fields.text(columns.secondLine), 'address')
  const countryCode = fields.text(columns.country) || 'US'
  const postalCode = fields.text(columns.postalCode)
  return {
    firstLine,
    ...(secondLine === '' ? {} : { secondLine }),
    city: inCase(fields.text(columns.city), 'address'),
    state: fields.text(columns.state),
    countryCode,
    postalCode: countryCode === 'US' && postalCode.length === 9 ? zipPlus4(postalCode) : postalCode,
  }
}

function zipPlus4(digits: string): string {
  return `${digits.slice(0, 5)}-${digits.slice(5)}`
}

function coordsOf(postalCode: string): [number, number] | null {
  const place = locateZip(postalCode.slice(0, 5))
  return place === undefined ? null : [place.longitude, place.latitude]
}
