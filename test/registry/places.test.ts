/**
 * Where a registry places its rows, and how their cities are understood: rows made here, built, opened and searched as
 * a server does.
 */
import { expect, test } from 'vitest'
import { versionDir } from '#registry/build/announce'
import { openRegistry } from '#registry/search/open-registry'
import type { Filters, Registry } from '#registry/search/query'
import { openGeocoder } from '#server/platform/geocoder/geocoder'
import { buildIn } from '../support/registry/test-build.ts'
import {
  mainCsv,
  npiOf,
  person,
  type Row,
  secondaryCsv,
  secondaryLocation,
  testFolder,
  writeFiles,
} from '../support/registry/test-files.ts'

const geocoder = openGeocoder({ kind: 'offline' })

/** A row whose practice is in a city, a state and a ZIP code, and in a country. */
const at = (n: number, city: string, state: string, zip: string, country = 'US'): Row =>
  person(npiOf(n), {
    'Provider Business Practice Location Address City Name': city,
    'Provider Business Practice Location Address State Name': state,
    'Provider Business Practice Location Address Postal Code': zip,
    'Provider Business Practice Location Address Country Code (If outside U.S.)': country,
  })

async function opened(rows: readonly Row[], secondary: readonly Row[] = []): Promise<Registry> {
  const registryDir = testFolder()
  const files = {
    'npidata_pfile_20050523-20261108.csv': mainCsv(rows),
    'pl_pfile_20050523-20261108.csv': secondaryCsv(secondary),
  }
  const { manifest } = await buildIn(registryDir, writeFiles(testFolder(), files))
  return openRegistry(versionDir(registryDir, manifest.version))
}

/** Who is found by a place as the API takes it, with the distance of each. */
async function found(registry: Registry, query: Parameters<typeof geocoder.locate>[0], radiusMiles = 10) {
  const answer = await geocoder.locate(query, registry.cities)
  const filters = ((): Omit<Filters, 'resource'> => {
    switch (answer.kind) {
      case 'found': {
        const { latitude, longitude, state } = answer
        if (answer.precision !== 'state') return { place: { latitude, longitude, radiusMiles } }
        return { place: { latitude, longitude, ...(state !== undefined && { state }) } }
      }
      case 'unplaced':
        return { unplacedIn: { state: answer.state, ...(answer.city !== undefined && { city: answer.city }) } }
      default:
        throw new Error(JSON.stringify(answer))
    }
  })()
  const { total, hits } = registry.find({ resource: 'individuals', ...filters, offset: 0, limit: 100 })
  expect(total).toBe(hits.length)
  return hits.map(({ npi, distanceMiles }) => [
    npi,
    distanceMiles === undefined ? undefined : Math.round(distanceMiles),
  ])
}

const npi = (n: number) => Number(npiOf(n))

test('a row whose ZIP code has no place, or lies in another state, is placed by its city and state', async () => {
  const registry = await opened([
    at(1, 'BOSTON', 'MA', '00000'),
    at(2, 'LAS VEGAS', 'NV', '021340000'),
    at(3, 'DAVIE', 'FL', '00000'),
    at(4, 'BOSTON', 'MA', '02134'),
    at(5, 'RENO', 'NV', ''),
  ])
  expect((await found(registry, { city: 'Boston', state: 'MA' })).map(([one]) => one)).toEqual([npi(1), npi(4)])
  expect(await found(registry, { city: 'Las Vegas', state: 'NV' })).toEqual([[npi(2), 0]])
  expect(await found(registry, { postalCode: '02134' })).toHaveLength(2)
  expect(await found(registry, { address: 'Davie, FL' })).toEqual([[npi(3), 0]])
  expect(await found(registry, { city: 'Reno', state: 'NV' })).toEqual([[npi(5), 0]])
  registry.close()
})

test('whom nobody can place is found by state, behind all others, and by city and state as written, and by no radius', async () => {
  const registry = await opened(
    [
      at(1, 'QUUXVILLE', 'MA', '00000'),
      at(2, 'BOSTON', 'MA', '02134'),
      at(3, 'QUUX VILLE', 'MA', ''),
      at(4, 'QUUXVILLE', 'NH', '00000'),
      at(5, 'BOSTON', 'MA', '02134'),
    ],
    [secondaryLocation(npiOf(5), 'QUUXVILLE', '00000', 'MA')],
  )
  expect(await found(registry, { city: 'Quuxville', state: 'MA' })).toEqual([1, 3, 5].map((n) => [npi(n), undefined]))
  expect(await found(registry, { address: 'quuxville, ma' })).toHaveLength(3)
  const inState = await found(registry, { state: 'MA' })
  expect(inState.map(([one]) => one)).toEqual([2, 5, 1, 3].map(npi))
  expect(inState.map(([, miles]) => miles === undefined)).toEqual([false, false, true, true])
  const everywhere = { latitude: 42, longitude: -71, radiusMiles: 12_500 }
  expect(registry.count({ resource: 'individuals', place: everywhere })).toBe(2)
  expect(registry.count({ resource: 'individuals', place: { ...everywhere, radiusMiles: 100, state: 'MA' } })).toBe(2)
  // Filters hold, and a page may begin among those without a place.
  const boston = { ...everywhere, state: 'MA' }
  const { radiusMiles: _, ...wholeState } = boston
  const second = registry.find({ resource: 'individuals', place: wholeState, offset: 1, limit: 2 })
  expect(second).toMatchObject({ total: 4, hits: [{ npi: npi(5) }, { npi: npi(1) }] })
  expect(registry.count({ resource: 'individuals', place: wholeState, npis: [npi(1), npi(4)] })).toBe(1)
  expect(registry.count({ resource: 'individuals', place: wholeState, gender: 'M' })).toBe(0)
  registry.close()
})

test('military addresses are found by state and by APO, FPO or DPO, without distances', async () => {
  const registry = await opened([
    at(1, 'APO', 'AE', '090120001'),
    at(2, 'FPO', 'AP', '96350'),
    at(3, 'DPO', 'AA', '34002', ''),
    at(4, 'APO', 'AE', '09012', 'DE'),
  ])
  const both = [1, 4].map((n) => [npi(n), undefined])
  for (const query of [
    { state: 'AE' },
    { city: 'APO', state: 'AE' },
    { address: 'APO AE' },
    { address: 'PSC 1 Box 2, APO, AE 09012' },
  ]) {
    expect(await found(registry, query)).toEqual(both)
  }
  expect(await found(registry, { address: 'FPO, AP' })).toEqual([[npi(2), undefined]])
  expect(await found(registry, { city: 'dpo', state: 'AA' })).toEqual([[npi(3), undefined]])
  registry.close()
})

test('territories filed as countries are placed as with country US', async () => {
  const rows = (country: (state: string) => string) => [
    at(1, 'MAYAGUEZ', 'PR', '00680', country('PR')),
    at(2, 'TAMUNING', 'GU', '96913', country('GU')),
    at(3, 'ST THOMAS', 'VI', '00802', country('VI')),
    at(4, 'PAGO PAGO', 'AS', '96799', country('AS')),
    at(5, 'SAIPAN', 'MP', '96950', country('MP')),
  ]
  const asCountries = await opened(rows((state) => state))
  const inUs = await opened(rows(() => 'US'))
  for (const [n, state] of ['PR', 'GU', 'VI', 'AS', 'MP'].entries()) {
    expect(await found(asCountries, { state })).toEqual(await found(inUs, { state }))
    expect((await found(asCountries, { state })).map(([one]) => one)).toEqual([npi(n + 1)])
  }
  expect(await found(asCountries, { city: 'Mayaguez', state: 'PR' })).toEqual(
    await found(inUs, { city: 'Mayaguez', state: 'PR' }),
  )
  asCountries.close()
  inUs.close()
})

test('every city is understood as rows write it, and so are rows without a ZIP code by it', async () => {
  const registry = await opened([
    at(1, 'HGHLNDS RANCH', 'CO', '80129'),
    at(2, 'HGHLNDS RANCH', 'CO', '80129'),
    at(3, 'Hghlnds  Ranch', 'CO', '00000'),
    at(4, 'MOON TWP', 'PA', '15108'),
  ])
  for (const query of [{ city: 'Hghlnds Ranch', state: 'CO' }, { address: '1 Main St, Hghlnds Ranch, CO' }]) {
    expect((await found(registry, query)).map(([one]) => one)).toEqual([1, 2, 3].map(npi))
  }
  expect(await found(registry, { address: 'Moon Township, PA' })).toHaveLength(1)
  expect(await geocoder.locate({ address: 'Moon Township, PA' })).toMatchObject({ kind: 'notFound' })
  registry.close()
})

test('one row with a wrong ZIP code moves no city that a list knows, and many rows of a town of the same name do', async () => {
  const registry = await opened([
    at(1, 'ELY', 'NV', '89101'),
    at(2, 'LAKEWOOD', 'CO', '81401'),
    ...[3, 4, 5].map((n) => at(n, 'SETAUKET', 'NY', '11733')),
  ])
  expect(await geocoder.locate({ city: 'Ely', state: 'NV' }, registry.cities)).toMatchObject({
    latitude: expect.closeTo(39.2, 0),
  })
  expect(await geocoder.locate({ city: 'Lakewood', state: 'CO' }, registry.cities)).toMatchObject({
    longitude: expect.closeTo(-105.1, 1),
  })
  expect(await geocoder.locate({ city: 'Setauket', state: 'NY' }, registry.cities)).toMatchObject({
    longitude: expect.closeTo(-73.1, 1),
  })
  registry.close()
})
