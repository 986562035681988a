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

test('whoever moves, comes, goes or becomes an organization: all show what they show when everybody is linked anew', () => {
  const providers = fc.array(provider, { minLength: 100, maxLength: 160 })
  const changes = fc.array(fc.record({ at: fc.nat(199), now: fc.option(provider) }), { maxLength: 8 })
  fc.assert(
    fc.property(providers, changes, (before, changed) => {
      const [last, now] = [new Map<number, Provider>(), new Map<number, Provider>()]
      // Every third number is nobody's, so that some can come between others.
      for (const [at, one] of before.entries()) {
        if (at % 3 !== 0) last.set(at, one)
      }
      for (const [npi, one] of last) now.set(npi, one)
      for (const { at, now: one } of changed) {
        if (one === null) now.delete(at)
        else now.set(at, one)
      }
      const inOrder = (all: Map<number, Provider>) => [...all].sort(([a], [b]) => a - b)
      const npisOf = (all: readonly [number, unknown][]) => Uint32Array.from(all, ([npi]) => npi)
      const named = Uint32Array.from(new Set(changed.map(({ at }) => at))).sort()
      const isNamed = (npi: number) => named.includes(npi)
      const ordinals = ordinalsOf(
        npisOf(inOrder(last)),
        named,
        npisOf(inOrder(now)).filter((npi) => isNamed(npi)),
      )
      const earlier = linked(inOrder(last).map(([, one]) => one))
      const later = linked(inOrder(now).map(([, one]) => one))
      const links = linkNeighbours(earlier.compared)
      const shown = { keys: links.named, starts: links.starts, members: windowOf(links.neighbours) }
      const neighbours: number[] = []
      const merged = mergedNeighbours({ ...earlier.now, ...links }, shown, later.now, ordinals, (some) => {
        neighbours.push(...some)
      })
      expect({ ...merged, neighbours: Uint32Array.from(neighbours) }).toEqual(linkNeighbours(later.compared))
    }),
    { numRuns: 300 },
  )
})
