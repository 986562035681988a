/**
 * Batches of providers that tests tell as objects: the same pieces as the build renders, by the plainest way to JSON.
 */

import type { PracticeLocation } from '#contract/providers'
import { cityKey } from '#registry/places/geography'
import { writtenName } from '#registry/places/written-cities'
import { placeOfPostalCode } from '#registry/search/filed-places'
import { microdegrees, stateNumber } from '#registry/search/geometry'
import { idOf } from '#registry/search/provider-id'
import { isDoctorFlag, isFemaleFlag, isMaleFlag, isOrganizationFlag } from '#registry/search/providers'
import { credentialForm } from '#registry/search/words'
import { facilityTypeOf } from '#registry/vocabulary/facility-types'
import { labelOf } from '#registry/vocabulary/specialties'
import { addressKey, hashOf } from '../../../registry/build/join/addresses.ts'
import { type Batch, BatchWriter } from '../../../registry/build/join/batch.ts'
import { Bytes, bytesOf, jsonTextOf } from '../../../registry/build/memory/bytes.ts'
import type { Built, BuiltIndividual, BuiltOrganization } from './built.ts'

/** So that some batches end within a block of details, as ranges of NPIs do, and two makers take turns. */
const batchLength = 37

export async function* batchesOf(built: readonly Built[], labels: ReadonlyMap<string, string>): AsyncGenerator<Batch> {
  const writers = [new BatchWriter(0), new BatchWriter(1)]
  for (let from = 0; from < built.length; from += batchLength) {
    const writer = writers[(from / batchLength) % 2]
    if (writer === undefined) throw new Error('expected a writer')
    for (const provider of built.slice(from, from + batchLength)) add(provider, labels, writer)
    yield writer.take()
  }
}

function add(provider: Built, labels: ReadonlyMap<string, string>, writer: BatchWriter): void {
  if (provider.kind === 'deactivated') {
    writer.addDeactivated(provider.npi, Number(provider.deactivatedOn.replaceAll('-', '')), 0)
    return
  }
  const { kind, npi, name, taxonomyCodes, locations, details } = provider
  const isOrganization = kind === 'organization'
  writer.begin(npi, flagsOf(provider), locations.length)
  const gender = isOrganization ? '' : `"gender":${JSON.stringify(provider.gender)},`
  write(writer.record, `{"id":"${idOf(kind, npi)}","npi":${npi},"name":${JSON.stringify(name)},${gender}`)
  writer.endHead()
  for (const [index, location] of locations.entries()) {
    addLocation(location, writer)
    if (index > 0) continue
    const specialties = [...new Set(taxonomyCodes.map((code) => labelOf(code, labels)))]
    const credentials = isOrganization ? '' : `,"credentials":${JSON.stringify(provider.credentials)}`
    const facilityType = isOrganization ? `,"facilityType":"${facilityTypeOf(taxonomyCodes[0])}"` : ''
    write(writer.record, `${credentials},"specialties":${JSON.stringify(specialties)}${facilityType}`)
    writer.endTail()
  }
  const [primary, ...further] = locations
  writer.addFiledPlace(placeLine(undefined))
  writer.addFiledPlace(placeLine(primary))
  for (const one of further) writer.addFurtherPlace(placeLine(one))
  write(writer.details, `,${JSON.stringify(details).slice(1, -1)}`)
  for (const one of provider.searchNames) {
    const bytes = jsonTextOf(one)
    writer.addName([{ bytes, start: 0, end: bytes.length }])
  }
  const forms = isOrganization ? [] : provider.credentials.map(credentialForm)
  const isFit = writer.end({
    taxonomySet: writer.taxonomySetOf(taxonomyCodes),
    licenseSet: writer.licenseSetOfLine(licenseStates(details.taxonomies)),
    credentialSet: writer.credentialSetOf([...new Set(forms)].filter((form) => form !== '')),
    ...comparedBy(locations[0]),
  })
  if (!isFit) throw new Error(`NPI ${npi}: expected a provider that fits a record`)
}

function addLocation({ phone, fax, address }: PracticeLocation, writer: BatchWriter): void {
  const { firstLine, secondLine, city, state, countryCode, postalCode, coords } = address
  const inOrder = { firstLine, secondLine, city, state, countryCode, postalCode, coords }
  write(writer.record, JSON.stringify({ phone, fax, address: inOrder }).slice(1, -1))
  const [longitude, latitude] = (coords ?? []).map((degrees) => Math.round(degrees * microdegrees))
  const isPlaced = latitude !== undefined && longitude !== undefined
  const isUnplaced = !isPlaced && countryCode === 'US' && stateNumber(state) !== 0
  const name = isUnplaced ? writtenName(cityKey(city), state) : undefined
  writer.endLocation(isPlaced ? { latitude, longitude } : undefined, stateNumber(state), name)
}

function placeLine(location: PracticeLocation | undefined): Bytes {
  const line = new Bytes()
  if (location === undefined) return line
  const { countryCode, state, city, postalCode } = location.address
  write(line, [countryCode, state, city.toUpperCase(), placeOfPostalCode(postalCode)].join('\t'))
  return line
}

function comparedBy(primary: PracticeLocation | undefined) {
  const key = primary && addressKey(primary.address)
  const isInUs = primary?.address.countryCode === 'US'
  return {
    addressHash: key === undefined ? 0 : hashOf(bytesOf(key)),
    phoneHash: primary?.phone == null ? 0 : hashOf(bytesOf(primary.phone)),
    state: isInUs ? stateNumber(primary.address.state) : 0,
  }
}

function flagsOf(provider: BuiltIndividual | BuiltOrganization): number {
  if (provider.kind === 'organization') return isOrganizationFlag
  const sex = provider.gender === 'M' ? isMaleFlag : provider.gender === 'F' ? isFemaleFlag : 0
  return sex | (provider.isDoctor ? isDoctorFlag : 0)
}

function licenseStates(taxonomies: (BuiltIndividual | BuiltOrganization)['details']['taxonomies']): Bytes {
  const states = taxonomies.flatMap(({ licenseNumber, licenseState }) =>
    licenseNumber === undefined || licenseState === undefined ? [] : [licenseState],
  )
  const line = new Bytes()
  write(line, [...new Set(states)].join(' '))
  return line
}

function write(bytes: Bytes, text: string): void {
  bytes.put(bytesOf(text))
}
