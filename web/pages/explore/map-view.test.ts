import { describe, expect, test } from 'vitest'
import { boxOf, clustersOf, isClose, mapSize, moved, type Placed, viewOf, wholeMap, zoomed } from './map-view.ts'

const size = { width: 780, height: 640 }

function placed(x: number, y: number, count: number): Placed {
  return { code: `${x} ${y}`, name: 'Here', state: 'NY', count, coords: [0, 0], x, y }
}

describe('the view of the map', () => {
  test('at first has all of the map in it', () => {
    const [west, north, east, south] = boxOf(wholeMap(size), size)
    expect(west).toBeLessThanOrEqual(0)
    expect(north).toBeLessThanOrEqual(0)
    expect(east).toBeGreaterThanOrEqual(mapSize.width)
    expect(south).toBeGreaterThanOrEqual(mapSize.height)
  })

  test('of a box has all of it, is close to it, and never closer than a place can be told', () => {
    const view = viewOf(
      [
        [400, 200],
        [420, 210],
      ],
      size,
    )
    const [west, north, east, south] = boxOf(view, size)
    expect([west < 400, north < 200, east > 420, south > 210]).toEqual([true, true, true, true])
    expect(isClose(view, size)).toBe(true)
    expect(
      viewOf(
        [
          [400, 200],
          [400, 200],
        ],
        size,
      ).scale,
    ).toBeGreaterThan(0)
  })

  test('never leaves the map, however far it is moved or zoomed out', () => {
    const far = moved(zoomed(wholeMap(size), 4, size), -100_000, 100_000, size)
    expect([far.x, far.y]).toEqual([mapSize.width, 0])
    expect(zoomed(far, 1 / 1000, size).scale).toBe(wholeMap(size).scale)
  })
})

describe('counts on the map', () => {
  test('keep their sum where circles that would cover each other become one', () => {
    const areas = Array.from({ length: 200 }, (_, index) => placed((index * 37) % 300, (index * 53) % 200, index + 1))
    const clusters = clustersOf(areas, wholeMap(size))
    expect(clusters.length).toBeLessThan(areas.length)
    expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(areas.reduce((sum, { count }) => sum + count, 0))
  })

  test('stand at the largest of their areas, and part when the map comes closer', () => {
    const areas = [placed(100, 100, 5), placed(104, 100, 90)]
    expect(clustersOf(areas, wholeMap(size))).toMatchObject([
      { x: 104, count: 95, areas: [{ count: 90 }, { count: 5 }] },
    ])
    expect(clustersOf(areas, zoomed(wholeMap(size), 20, size))).toHaveLength(2)
  })
})
