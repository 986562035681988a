/** What part of the map is shown, and which counts share a circle there. */
import type { CountedArea } from '#contract/explore-endpoints'
import type { Size } from '../../ui/use-size.ts'

/** The whole map in its own units, as the projection fills it. */
export const mapSize: Size = { width: 975, height: 610 }

/** In units of the map. */
export interface View {
  x: number
  y: number
  /** Units of the map across a pixel. */
  scale: number
}

export interface Placed extends CountedArea {
  x: number
  y: number
}

export interface Cluster {
  /** The largest of its areas comes first. */
  areas: readonly Placed[]
  x: number
  y: number
  count: number
  /** In pixels. */
  radius: number
}

const zoomMax = 200

/** Shows a box, with room around it. */
export function viewOf([[west, north], [east, south]]: [[number, number], [number, number]], size: Size): View {
  const scale = 1.15 * Math.max((east - west) / size.width, (south - north) / size.height)
  return clamped({ x: (west + east) / 2, y: (north + south) / 2, scale }, size)
}

export function zoomed(view: View, factor: number, size: Size): View {
  return clamped({ ...view, scale: view.scale / factor }, size)
}

export function moved({ x, y, scale }: View, right: number, down: number, size: Size): View {
  return clamped({ x: x - right * scale, y: y - down * scale, scale }, size)
}

export function wholeMap(size: Size): View {
  return { x: mapSize.width / 2, y: mapSize.height / 2, scale: wholeScale(size) }
}

/** Whether counties are large enough to distinguish. */
export function isClose({ scale }: View, size: Size): boolean {
  return scale < wholeScale(size) / 2.5
}

function wholeScale({ width, height }: Size): number {
  return 1.05 * Math.max(mapSize.width / width, mapSize.height / height)
}

/** Never smaller than the whole map fits, and its middle stays on the map. */
function clamped({ x, y, scale }: View, size: Size): View {
  const whole = wholeScale(size)
  return {
    x: Math.min(Math.max(x, 0), mapSize.width),
    y: Math.min(Math.max(y, 0), mapSize.height),
    scale: Math.min(Math.max(scale, whole / zoomMax), whole),
  }
}

export function boxOf(
  { x, y, scale }: View,
  { width, height }: Size,
): [west: number, north: number, east: number, south: number] {
  const [across, down] = [(width * scale) / 2, (height * scale) / 2]
  return [x - across, y - down, x + across, y + down]
}

const radiusMin = 9
const radiusMax = 26

/** Areas whose circles would cover each other become one, around the largest. */
export function clustersOf(placed: readonly Placed[], { scale }: View): Cluster[] {
  const most = placed.reduce((found, { count }) => Math.max(found, count), 1)
  const radiusOf = (count: number) => radiusMin + (radiusMax - radiusMin) * Math.sqrt(Math.min(1, count / most))
  const clusters: { areas: Placed[]; x: number; y: number; count: number }[] = []
  for (const area of placed.toSorted((a, b) => b.count - a.count)) {
    const near = clusters.find(({ x, y, count }) => {
      return Math.hypot(x - area.x, y - area.y) < (radiusOf(count) + radiusOf(area.count)) * scale
    })
    if (near === undefined) clusters.push({ areas: [area], x: area.x, y: area.y, count: area.count })
    else {
      near.areas.push(area)
      near.count += area.count
    }
  }
  return clusters.map((cluster) => ({ ...cluster, radius: radiusOf(cluster.count) }))
}
