import { expect, test } from 'vitest'
import { alongCurve, curveLength, type Entry, nodeBytes, type Node as PackedNode, packTree } from './packed-tree.ts'

test('entries that fit into one node are its root, with every bound about its place', () => {
  const { nodes, leafOf } = packTree([{ latitude: 40.7128, longitude: -74.006, third: 2 }])
  expect(nodes).toHaveLength(1)
  const [root] = nodes
  expect(root).toMatchObject({ number: 1, parent: undefined })
  expect(root?.bytes).toHaveLength(nodeBytes)
  const [entry] = entriesIn(root)
  const [south, north, west, east, low, high] = entry?.bounds ?? []
  expect(entry?.id).toBe(1)
  expect(south).toBeLessThanOrEqual(40.7128)
  expect(north).toBeGreaterThanOrEqual(40.7128)
  expect(north - south).toBeLessThan(0.0001)
  expect(west).toBeLessThanOrEqual(-74.006)
  expect(east).toBeGreaterThanOrEqual(-74.006)
  expect([low, high]).toEqual([2, 2])
  expect(leafOf(0)).toBe(1)
})

test('nothing is a root without entries', () => {
  const { nodes } = packTree([])
  expect(nodes).toHaveLength(1)
  expect(entriesIn(nodes[0])).toEqual([])
})

test('from the root every entry is reached once, in its leaf, inside of the boxes on the way', () => {
  const entries = Array.from({ length: 6000 }, (_, index): Entry => {
    return { latitude: (index * 7919) % 90, longitude: ((index * 104729) % 360) - 180, third: index % 5 }
  })
  const { nodes, leafOf } = packTree(entries)
  const byNumber = new Map(nodes.map((node) => [node.number, node]))
  expect(byNumber.size).toBe(nodes.length)
  const root = byNumber.get(1)
  const depth = root?.bytes.readUInt16BE(0) ?? 0
  expect(depth).toBe(2)
  const reached: number[] = []
  const descend = (node: PackedNode | undefined, height: number, around: number[] | undefined) => {
    for (const { id, bounds } of entriesIn(node)) {
      if (around !== undefined) {
        for (let bound = 0; bound < bounds.length; bound += 2) {
          expect(bounds[bound]).toBeGreaterThanOrEqual(around[bound] ?? Number.NaN)
          expect(bounds[bound + 1]).toBeLessThanOrEqual(around[bound + 1] ?? Number.NaN)
        }
      }
      if (height === 0) {
        reached.push(id)
        expect(leafOf(id - 1)).toBe(node?.number)
        continue
      }
      const below = byNumber.get(id)
      expect(below?.parent).toBe(node?.number)
      descend(below, height - 1, bounds)
    }
  }
  descend(root, depth, undefined)
  expect(reached.sort((a, b) => a - b)).toEqual(entries.map((_, index) => index + 1))
})

test('the curve goes through the whole globe, and near numbers are near places', () => {
  const steps = 64
  const places = Array.from({ length: steps * steps }, (_, index) => {
    const latitude = ((Math.floor(index / steps) + 0.5) / steps) * 180 - 90
    const longitude = (((index % steps) + 0.5) / steps) * 360 - 180
    return { row: Math.floor(index / steps), column: index % steps, at: alongCurve(latitude, longitude) }
  }).sort((a, b) => a.at - b.at)
  expect(new Set(places.map(({ at }) => at)).size).toBe(places.length)
  expect(places.at(-1)?.at).toBeLessThan(curveLength)
  for (const [index, place] of places.entries()) {
    const next = places[index + 1] ?? place
    expect(Math.abs(next.row - place.row) + Math.abs(next.column - place.column)).toBeLessThanOrEqual(1)
  }
})

function entriesIn(node: PackedNode | undefined) {
  const { bytes } = node ?? { bytes: Buffer.alloc(nodeBytes) }
  return Array.from({ length: bytes.readUInt16BE(2) }, (_, entry) => {
    const at = 4 + entry * 32
    const bounds = Array.from({ length: 6 }, (_, bound) => bytes.readFloatBE(at + 8 + 4 * bound))
    return { id: Number(bytes.readBigInt64BE(at)), bounds }
  })
}
