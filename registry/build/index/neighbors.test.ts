import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { PracticeLocation } from '#contract/providers'
import { openRegistry } from '#registry/search/open-registry'
import { listAt } from '#registry/search/posting-lists'
import { idOf } from '#registry/search/provider-id'
import type { Registry } from '#registry/search/query'
import {
  type Built,
  type BuiltIndividual,
  type BuiltOrganization,
  builtProviders,
} from '../../../test/support/registry/built.ts'
import { snapshotOf } from '../../../test/support/registry/snapshots.ts'
import { linkNeighbors } from './neighbors.ts'

const samples = builtProviders({ seed: 1, count: 200 })
let registry: Registry | undefined
let remove: (() => Promise<void>) | undefined

afterEach(async () => {
  registry?.close()
  await remove?.()
})

/** Opens a registry of these providers, whose NPIs must ascend. */
async function open(built: Built[]): Promise<Registry> {
  const snapshot = await snapshotOf(built)
  remove = snapshot.remove
  registry = await openRegistry(snapshot.dir)
  return registry
}

function person(npi: number, firstLine: string, phone: string | null): BuiltIndividual {
  const sample = samples.find((one) => one.kind === 'individual')
  if (sample === undefined) throw new Error('expected an individual')
  return { ...sample, npi, locations: [locationAt(firstLine, phone)] }
}

function organization(npi: number, firstLine: string, phone: string | null): BuiltOrganization {
  const sample = samples.find((one) => one.kind === 'organization')
  if (sample === undefined) throw new Error('expected an organization')
  return { ...sample, npi, locations: [locationAt(firstLine, phone)] }
}

function locationAt(firstLine: string, phone: string | null): PracticeLocation {
  const rest = { city: 'New York', state: 'NY', countryCode: 'US', postalCode: '10118', coords: null }
  return { phone, fax: null, address: { firstLine, ...rest } }
}

function shown(npi: number): string[] {
  const found = registry?.get(npi)
  if (found?.kind !== 'found') throw new Error(`NPI ${npi} is ${found?.kind}`)
  const json: unknown = JSON.parse(found.json('doctors').toString())
  return z.object({ organizationIds: z.array(z.string()) }).parse(json).organizationIds
}

const ids = (...npis: number[]) => npis.map((npi) => idOf('organization', npi))

describe('the organizations of a provider', () => {
  test('share address and phone, or the address, or the phone: in this order, and then by NPI', async () => {
    await open([
      organization(2_000_000_001, '9 Elsewhere Rd', '+1'),
      organization(2_000_000_002, '1 Main St', '+2'),
      organization(2_000_000_003, '1 Main Street', '+1'),
      organization(2_000_000_004, '1 MAIN ST.', '+1'),
      organization(2_000_000_005, '1 Main St', null),
      organization(2_000_000_006, '9 Elsewhere Rd', '+9'),
      person(2_000_000_007, '1 main street', '+1'),
      organization(2_000_000_008, '1 Main St', null),
    ])
    expect(shown(2_000_000_007)).toEqual(
      ids(2_000_000_003, 2_000_000_004, 2_000_000_002, 2_000_000_005, 2_000_000_008, 2_000_000_001),
    )
    expect(shown(2_000_000_003)).toEqual(ids(2_000_000_004, 2_000_000_002, 2_000_000_005, 2_000_000_008, 2_000_000_001))
    expect(shown(2_000_000_005)).toEqual(ids(2_000_000_002, 2_000_000_003, 2_000_000_004, 2_000_000_008))
    expect(shown(2_000_000_006)).toEqual(ids(2_000_000_001))
  })

  test('are none for want of an address and a phone, however many others want them, too', async () => {
    await open([
      organization(2_000_000_001, '', null),
      organization(2_000_000_002, '-', null),
      person(2_000_000_003, '', null),
    ])
    for (const npi of [2_000_000_001, 2_000_000_002, 2_000_000_003]) expect(shown(npi)).toEqual([])
  })

  test('are ten at most, where thousands share an address, and a search by each finds whoever shows it', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => {
      const phone = index % 3 === 0 ? '+1' : `+2${index}`
      return organization(2_000_000_000 + index, '1 Main St', phone)
    })
    const people = Array.from({ length: 50 }, (_, index) =>
      person(2_000_010_000 + index, '1 Main St', index % 2 === 0 ? '+1' : null),
    )
    const opened = await open([...many, ...people])
    const bothFirst = ids(
      ...many
        .filter((_, index) => index % 3 === 0)
        .slice(0, 10)
        .map(({ npi }) => npi),
    )
    expect(shown(2_000_010_000)).toEqual(bothFirst)
    expect(shown(2_000_010_001)).toEqual(ids(...many.slice(0, 10).map(({ npi }) => npi)))
    expect(shown(2_000_000_000)).toEqual(
      ids(
        ...many
          .filter((_, index) => index % 3 === 0)
          .slice(1, 11)
          .map(({ npi }) => npi),
      ),
    )

    const showers = new Map<string, number[]>()
    for (const { npi } of [...many, ...people]) {
      for (const id of shown(npi)) showers.set(id, [...(showers.get(id) ?? []), npi])
    }
    for (const [organizationId, npis] of showers) {
      const found = (['individuals', 'organizations'] as const).flatMap((resource) =>
        opened.find({ resource, organizationId, offset: 0, limit: 5000 }).hits.map(({ npi }) => npi),
      )
      expect(found.sort(), organizationId).toEqual(npis.sort())
    }
    expect(opened.count({ resource: 'individuals', organizationId: idOf('individual', 2_000_000_000) })).toBe(0)
  })
})

/** So few of each that many share them, more than anybody shows; 0 is none. */
const provider = fc.record({
  isOrganization: fc.boolean(),
  address: fc.integer({ min: 0, max: 6 }),
  phone: fc.integer({ min: 0, max: 4 }),
})
type Provider = typeof provider extends fc.Arbitrary<infer T> ? T : never

/** The links of one of them, by looking at everybody. */
function linksOf(self: number, all: readonly Provider[]): number[] {
  const { address, phone } = all[self]
  const ranked = all.flatMap((one, ordinal) => {
    if (!one.isOrganization || ordinal === self) return []
    const isAtAddress = address !== 0 && one.address === address
    const isAtPhone = phone !== 0 && one.phone === phone
    if (!isAtAddress && !isAtPhone) return []
    return [{ ordinal, rank: isAtAddress && isAtPhone ? 0 : isAtAddress ? 1 : 2 }]
  })
  ranked.sort((a, b) => a.rank - b.rank || a.ordinal - b.ordinal)
  return ranked.slice(0, 10).map(({ ordinal }) => ordinal)
}

test('everybody is linked with the ten organizations that a look at all of them finds first, and they with everybody', () => {
  fc.assert(
    fc.property(fc.array(provider, { maxLength: 90 }), (all) => {
      const { setOf, sets, named, starts, neighbors } = linkNeighbors({
        addresses: Float64Array.from(all, ({ address }) => address),
        phones: Float64Array.from(all, ({ phone }) => phone),
        organizations: Uint32Array.from(all.keys()).filter((ordinal) => all[ordinal].isOrganization),
      })
      const expected = all.map((_, ordinal) => linksOf(ordinal, all))
      expect(Array.from(setOf, (set) => [...listAt(sets, set)])).toEqual(expected)
      const turned = all.flatMap((_, ordinal) => {
        const by = expected.flatMap((links, shower) => (links.includes(ordinal) ? [shower] : []))
        return by.length === 0 ? [] : [[ordinal, by]]
      })
      expect(Array.from(named, (ordinal, at) => [ordinal, [...listAt({ starts, members: neighbors }, at)]])).toEqual(
        turned,
      )
    }),
    { numRuns: 300 },
  )
})
