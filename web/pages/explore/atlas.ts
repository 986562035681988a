/** Outlines of the country, its states and counties (US Census, by us-atlas), as paths of the map's projection. */
import { useQuery } from '@tanstack/react-query'
import { type GeoPermissibleObjects, geoAlbersUsa, geoCircle, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import countiesAddress from 'us-atlas/counties-albers-10m.json?url'
import { mapSize } from './map-view.ts'

type Outlines = Topology<Record<'nation' | 'states' | 'counties', GeometryCollection>>
type Box = readonly [west: number, north: number, east: number, south: number]

export interface Atlas {
  nation: string
  states: string
  /** The counties of which some may lie in a box of the map. */
  countiesIn(box: Box): string
}

/** That of the outlines. Alaska and Hawaii stand below the southwest, as usual; the territories are not on it. */
const projection = geoAlbersUsa()
  .scale(1300)
  .translate([mapSize.width / 2, mapSize.height / 2])
const path = geoPath(projection).digits(2)
/** For outlines, which come projected: doing it here takes ten times as long. */
const outline = geoPath().digits(2)

/** Undefined for what is not on the map. */
export function onMap(coords: readonly [longitude: number, latitude: number]): [x: number, y: number] | undefined {
  return projection([coords[0], coords[1]]) ?? undefined
}

const milesPerDegree = 69.1

export function circleAround(latitude: number, longitude: number, miles: number): GeoPermissibleObjects {
  return geoCircle()
    .center([longitude, latitude])
    .radius(miles / milesPerDegree)()
}

export function pathOf(shape: GeoPermissibleObjects): string {
  return path(shape) ?? ''
}

export function boundsOf(shape: GeoPermissibleObjects): [[number, number], [number, number]] {
  return path.bounds(shape)
}

export function useAtlas() {
  return useQuery({ queryKey: ['atlas'], queryFn: loadAtlas, staleTime: Number.POSITIVE_INFINITY })
}

async function loadAtlas({ signal }: { signal: AbortSignal }): Promise<Atlas> {
  const answer = await fetch(countiesAddress, { signal })
  if (!answer.ok) throw new Error(`The outlines of the map could not be loaded: status ${answer.status}`)
  return atlasOf(await answer.json())
}

function atlasOf(outlines: Outlines): Atlas {
  const { nation, states, counties } = outlines.objects
  let placed:
    | { geometry: (typeof counties.geometries)[number]; bounds: [[number, number], [number, number]] }[]
    | undefined
  const place = () => {
    const shapes = feature(outlines, counties).features
    return counties.geometries.map((geometry, index) => ({ geometry, bounds: outline.bounds(shapes[index]) }))
  }
  return {
    nation: outline(feature(outlines, nation)) ?? '',
    states: outline(mesh(outlines, states, (one, other) => one !== other)) ?? '',
    countiesIn([west, north, east, south]) {
      placed ??= place()
      const geometries = placed
        .filter(
          ({ bounds: [[left, top], [right, bottom]] }) => left < east && right > west && top < south && bottom > north,
        )
        .map(({ geometry }) => geometry)
      return outline(mesh(outlines, { type: 'GeometryCollection', geometries })) ?? ''
    },
  }
}
