import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOrganizationFlag } from '#registry/read/providers'
import { linkNeighbours } from '../snapshot/neighbour-links.ts'
import { ListWindow } from './last-lists.ts'
import { mergedNeighbours } from './merged-neighbours.ts'
import { ordinalsOf } from './ordinals.ts'

/** So few of each that dozens of organizations share them, more than anybody shows. */
const provider = fc.record({
  isOrganization: fc.boolean(),
  address: fc.integer({ min: 0, max: 3 }),
  phone: fc.integer({ min: 0, max: 4 }),
})
type Provider = typeof provider extends fc.Arbitrary<infer T> ? T : never

function linked(providers: readonly Provider[]) {
  const compared = {
    addresses: Float64Array.from(providers, ({ address }) => address),
    phones: Float64Array.from(providers, ({ phone }) => phone),
    organizations: Uint32Array.from(providers.keys()).filter((at) => providers[at]?.isOrganization),
  }
  const flags = Uint8Array.from(providers, ({ isOrganization }) => (isOrganization ? isOrganizationFlag : 0))
  return { compared, now: { flags, ...compared } }
}

/** As if they stood on disk. */
function windowOf(members: Uint32Array): ListWindow {
  const bytes = new Uint8Array(members.buffer, members.byteOffset, members.byteLength)
  return new ListWindow(
    { readInto: (target, position, length) => target.set(bytes.subarray(position, position + length)) },
    members.length,
  )
}

/** What everybody shows after some changes, merged and linked anew; `null` stands for whoever is gone. */
function mergedAndAnew(last: ReadonlyMap<number, Provider>, changes: ReadonlyMap<number, Provider | null>) {
  const now = new Map(last)
  for (const [npi, one] of changes) {
    if (one === null) now.delete(npi)
    else now.set(npi, one)
  }
  const inOrder = (all: ReadonlyMap<number, Provider>) => [...all].sort(([a], [b]) => a - b)
  const npisOf = (all: readonly [number, unknown][]) => Uint32Array.from(all, ([npi]) => npi)
  const changed = npisOf(inOrder(now)).filter((npi) => changes.has(npi))
  const ordinals = ordinalsOf(npisOf(inOrder(last)), Uint32Array.from(changes.keys()).sort(), changed)
  const earlier = linked(inOrder(last).map(([, one]) => one))
  const later = linked(inOrder(now).map(([, one]) => one))
  const links = linkNeighbours(earlier.compared)
  const shown = { keys: links.named, starts: links.starts, members: windowOf(links.neighbours) }
  const neighbours: number[] = []
  const merged = mergedNeighbours({ ...earlier.now, ...links }, shown, later.now, ordinals, (some) => {
    neighbours.push(...some)
  })
  return { merged: { ...merged, neighbours: Uint32Array.from(neighbours) }, anew: linkNeighbours(later.compared) }
}

test('whoever moves, comes, goes or becomes an organization: all show what they show when everybody is linked anew', () => {
  const providers = fc.array(provider, { minLength: 100, maxLength: 160 })
  const changes = fc.array(fc.record({ at: fc.nat(199), now: fc.option(provider) }), { maxLength: 8 })
  fc.assert(
    fc.property(providers, changes, (before, changed) => {
      // Every third number is nobody's, so that some can come between others.
      const last = new Map([...before.entries()].filter(([at]) => at % 3 !== 0))
      const { merged, anew } = mergedAndAnew(last, new Map(changed.map(({ at, now }) => [at, now])))
      expect(merged).toEqual(anew)
    }),
    { numRuns: 300 },
  )
})

test.each(['address', 'phone'] as const)(
  'an organization that goes makes room for the next one at its %s, if it was the eleventh there',
  (shared) => {
    const nowhere = { isOrganization: true, address: 0, phone: 0 }
    for (let before = 8; before <= 13; before++) {
      // Thirteen organizations and more, of which the one behind so many goes.
      const last = new Map(Array.from({ length: before + 5 }, (_, npi) => [npi, { ...nowhere, [shared]: 1 }]))
      const { merged, anew } = mergedAndAnew(last, new Map([[before, null]]))
      expect(merged).toEqual(anew)
    }
  },
)
