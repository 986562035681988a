import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseManifest } from '#registry/format'
import { openRegistry } from '#registry/search/open-registry'
import { type Built, type BuiltIndividual, builtProviders } from '../../../test/support/registry/built.ts'
import { snapshotOf, type TestSnapshot } from '../../../test/support/registry/snapshots.ts'

const built = builtProviders({ seed: 21, count: 1000 })
const individuals = built.filter((one): one is BuiltIndividual => one.kind === 'individual')
const [sample] = individuals
if (sample === undefined) throw new Error('expected an individual')
const individual = sample

describe('a snapshot', () => {
  let snapshot: TestSnapshot
  beforeAll(async () => {
    snapshot = await snapshotOf(built)
  })
  afterAll(() => snapshot.remove())

  test('is the same to the last byte when the same providers are written again', async () => {
    const again = await snapshotOf(builtProviders({ seed: 21, count: 1000 }))
    const files = await readdir(snapshot.dir)
    expect(await readdir(again.dir)).toEqual(files)
    for (const file of files) {
      const [one, other] = await Promise.all([snapshot, again].map(({ dir }) => readFile(join(dir, file))))
      expect(one?.equals(other ?? Buffer.alloc(0)), file).toBe(true)
    }
    await again.remove()
  })

  test('counts what was written', () => {
    const active = built.filter((one) => one.kind !== 'deactivated')
    const locations = active.flatMap((one) => one.locations)
    expect(snapshot.manifest.counts).toEqual({
      individuals: individuals.length,
      organizations: active.length - individuals.length,
      doctors: individuals.filter(({ isDoctor }) => isDoctor).length,
      deactivated: built.length - active.length,
      locations: locations.length,
      unplaced: locations.filter(({ address }) => address.coords === null).length,
    })
    const ofNewYork = individuals.filter(({ locations: [primary] }) => primary?.address.state === 'NY')
    expect(snapshot.manifest.countsByState.NY?.individuals).toBe(ofNewYork.length)
  })

  test('says in its manifest on disk what the writer answered', async () => {
    expect(parseManifest(await readFile(join(snapshot.dir, 'manifest.json'), 'utf8'))).toEqual(snapshot.manifest)
  })

  test('is a sample only when every NPI begins with 2', async () => {
    expect(snapshot.manifest.isSample).toBe(true)
    const issued: Built = { kind: 'deactivated', npi: 1_234_567_893, deactivatedOn: '2020-01-01' }
    const mixed = await snapshotOf([issued, ...built])
    expect(mixed.manifest.isSample).toBe(false)
    await mixed.remove()
  })

  test('counts providers abroad under no state', async () => {
    const address = { ...addressOf(individual), countryCode: 'DE', state: 'BY' }
    const one = await snapshotOf([{ ...individual, locations: [{ phone: null, fax: null, address }] }])
    expect(one.manifest.countsByState).toEqual({ other: { individuals: 1, organizations: 0 } })
    await one.remove()
  })
})

describe('names and addresses', () => {
  test('come back as they went in, whatever characters they hold', async () => {
    const name = 'Zoë "Bobby" O’Brien\n\\\u0001 山田 👩‍⚕️ </script>'
    const odd: BuiltIndividual = {
      ...individual,
      name,
      searchNames: [name],
      locations: [{ phone: null, fax: null, address: { ...addressOf(individual), firstLine: 'Line\none', city: 'Ñ' } }],
    }
    const snapshot = await snapshotOf([odd])
    const registry = await openRegistry(snapshot.dir)
    const { json } = registry.search({ resource: 'individuals', name: '山田 bobby', offset: 0, limit: 1 })
    expect(JSON.parse(json.toString())).toMatchObject([{ name, address: { firstLine: 'Line\none', city: 'Ñ' } }])
    registry.close()
    await snapshot.remove()
  })

  test('sort and are found by characters beyond the first plane, too', async () => {
    const names = ['Ada', '𠮷田', '\u{fa0e}', '\u{fa0f}', '\u{fa11}', '𠮷野', '\u{fa13}', '𡈽']
    const people = names.map((name, index) => ({
      ...individual,
      npi: 2_000_000_000 + index,
      name,
      searchNames: [name],
    }))
    const snapshot = await snapshotOf(people)
    const registry = await openRegistry(snapshot.dir)
    for (const [index, name] of names.entries()) {
      const { hits } = registry.find({ resource: 'individuals', name, offset: 0, limit: 5 })
      expect(
        hits.map(({ npi }) => npi),
        name,
      ).toContain(2_000_000_000 + index)
    }
    registry.close()
    await snapshot.remove()
  })
})

describe('writing stops, and leaves no manifest', () => {
  test.each([
    ['an NPI comes twice', [individual, individual], `NPI ${individual.npi}: expected one above ${individual.npi}`],
    ['NPIs descend', [...individuals.slice(0, 2)].reverse(), 'expected one above'],
    [
      'a provider has no location',
      [{ ...individual, locations: [] }],
      `NPI ${individual.npi}: expected a practice location, got none`,
    ],
  ])('when %s', async (_name, providers, message) => {
    const dir = await mkdtemp(join(tmpdir(), 'praxidex-snapshot-'))
    await expect(snapshotOf(providers, dir)).rejects.toThrow(message)
    expect(await readdir(dir)).not.toContain('manifest.json')
    await rm(dir, { recursive: true })
  })
})

function addressOf(provider: BuiltIndividual) {
  const [primary] = provider.locations
  if (primary === undefined) throw new Error('expected a location')
  return primary.address
}
