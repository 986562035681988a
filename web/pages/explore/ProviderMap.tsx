/** Where all providers of a search are: counts by area on outlines of the country, without a foreign request. */
import { Minus, Plus } from 'lucide-react'
import { type PointerEvent, useMemo, useRef, useState } from 'react'
import type { AreaKind } from '#contract/explore-endpoints'
import { errorText, type Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { IconButton } from '../../ui/buttons.tsx'
import { numberText } from '../../ui/format.ts'
import { type Size, useSize } from '../../ui/use-size.ts'
import { type Atlas, boundsOf, circleAround, onMap, pathOf, useAtlas } from './atlas.ts'
import { addressOf, type ExploreInput } from './explore-search.ts'
import {
  boxOf,
  type Cluster,
  clustersOf,
  isClose,
  moved,
  type Placed,
  type View,
  viewOf,
  wholeMap,
  zoomed,
} from './map-view.ts'

type Counts = Output<'GET /explore/counts'>
type Coords = readonly [longitude: number, latitude: number]

interface ProviderMapProps {
  search: ExploreInput
  /** Where the provider is that is pointed at in the list. */
  pointed: Coords | undefined
}

export function ProviderMap({ search, pointed }: ProviderMapProps) {
  const { page: _, ...counted } = search
  const of = addressOf(counted)
  const [finer, setFiner] = useState<{ of: string; by: AreaKind }>()
  const by = finer?.of === of ? { by: finer.by } : {}
  const counts = useAnswer('GET /explore/counts', { query: { ...counted, ...by } }, { keepsPrevious: true })
  const atlas = useAtlas()
  const [size, ref] = useSize()
  // The list says what is wrong with a search.
  const failure = counts.error?.status === 400 ? null : counts.error
  const problem =
    atlas.error !== null ? 'The map didn’t load.' : failure && errorText(failure, 'The counts didn’t load.')
  return (
    <div ref={ref} className="relative size-full overflow-hidden bg-sunken">
      {atlas.data !== undefined && size.width > 0 && (
        <CountsMap
          key={of}
          atlas={atlas.data}
          counts={counts.error === null ? counts.data : undefined}
          size={size}
          pointed={pointed}
          onClose={() => setFiner({ of, by: 'county' })}
        />
      )}
      {problem && (
        <p
          role="status"
          className="absolute inset-x-3 bottom-3 rounded-control border border-border bg-surface px-3 py-2 text-sm"
        >
          {problem}
        </p>
      )}
    </div>
  )
}

interface CountsMapProps {
  atlas: Atlas
  counts: Counts | undefined
  size: Size
  pointed: Coords | undefined
  /** Zoomed in so far that states are too coarse. */
  onClose: () => void
}

function CountsMap({ atlas, counts, size, pointed, onClose }: CountsMapProps) {
  const [own, setOwn] = useState<View>()
  const placed = useMemo(() => placedOf(counts), [counts])
  const view = own ?? fitting(counts, placed, size)
  const [west, north, east, south] = boxOf(view, size)
  const shown = placed.filter(({ x, y }) => x > west && x < east && y > north && y < south)
  const clusters = clustersOf(shown, view)
  const counties = useMemo(
    () => (isClose(view, size) ? atlas.countiesIn([west, north, east, south]) : ''),
    [atlas, view, size, west, north, east, south],
  )
  const change = (next: View) => {
    setOwn(next)
    if (counts?.by === 'state' && isClose(next, size)) onClose()
  }
  const drag = useDrag((right, down) => change(moved(view, right, down, size)))
  const target = pointed === undefined ? undefined : onMap(pointed)
  const { location } = counts ?? {}
  return (
    <>
      <svg
        role="img"
        aria-label={nameOf(counts)}
        viewBox={`${west} ${north} ${east - west} ${south - north}`}
        className="size-full cursor-grab touch-pan-y active:cursor-grabbing"
        {...drag}
      >
        <path d={atlas.nation} className="fill-surface stroke-border-strong" vectorEffect="non-scaling-stroke" />
        <path d={counties} className="fill-none stroke-border" vectorEffect="non-scaling-stroke" />
        <path d={atlas.states} className="fill-none stroke-border-strong" vectorEffect="non-scaling-stroke" />
        {location?.latitude !== undefined && location.longitude !== undefined && location.radiusMiles !== undefined && (
          <path
            d={pathOf(circleAround(location.latitude, location.longitude, location.radiusMiles))}
            className="fill-brand/5 stroke-brand"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
        {clusters.map((cluster) => (
          <ClusterMark
            key={`${cluster.areas[0].code} ${cluster.areas[0].state}`}
            cluster={cluster}
            scale={view.scale}
            onZoom={() => change(zoomed({ ...view, x: cluster.x, y: cluster.y }, 3, size))}
          />
        ))}
        {target !== undefined && (
          <circle
            cx={target[0]}
            cy={target[1]}
            r={16 * view.scale}
            className="pointer-events-none fill-none stroke-accent"
            strokeWidth={3}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <div className="absolute top-3 right-3 flex flex-col rounded-control border border-border-strong bg-surface">
        <IconButton icon={Plus} label="Zoom in" onClick={() => change(zoomed(view, 2, size))} />
        <IconButton icon={Minus} label="Zoom out" onClick={() => change(zoomed(view, 0.5, size))} />
      </div>
      <MissingNote counts={counts} placed={placed} />
    </>
  )
}

interface ClusterMarkProps {
  cluster: Cluster
  scale: number
  onZoom: () => void
}

/** For pointers alone: the list and the buttons say and do the same for the keyboard. */
function ClusterMark({ cluster: { areas, x, y, count, radius }, scale, onZoom }: ClusterMarkProps) {
  const names = areas.slice(0, 3).map(({ name, state }) => (name === state ? name : `${name}, ${state}`))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the map zoom by key.
    <g onClick={onZoom} className="cursor-zoom-in">
      <title>{`${numberText(count)}: ${names.join('; ')}${areas.length > names.length ? ' and more' : ''}`}</title>
      <circle cx={x} cy={y} r={(radius + 3) * scale} className="fill-brand/20" />
      <circle cx={x} cy={y} r={radius * scale} className="fill-brand" />
      <text
        x={x}
        y={y}
        dy="0.35em"
        textAnchor="middle"
        fontSize={labelSize(count, radius) * scale}
        className="pointer-events-none fill-on-brand font-semibold tabular-nums"
      >
        {shortNumber(count)}
      </text>
    </g>
  )
}

/** What of the total is nowhere on the map. */
function MissingNote({ counts, placed }: { counts: Counts | undefined; placed: readonly Placed[] }) {
  if (counts === undefined) return null
  const missing = counts.total - placed.reduce((sum, { count }) => sum + count, 0)
  if (missing === 0) return null
  return (
    <p className="absolute bottom-3 left-3 rounded-control bg-surface px-2 py-1 text-sm text-muted">
      {numberText(missing)} can’t be placed on the map
    </p>
  )
}

function placedOf(counts: Counts | undefined): Placed[] {
  return (counts?.areas ?? []).flatMap((area) => {
    const point = onMap(area.coords)
    return point === undefined ? [] : [{ ...area, x: point[0], y: point[1] }]
  })
}

/** The circle that was searched, or all areas of a state, or the whole map. */
function fitting(counts: Counts | undefined, placed: readonly Placed[], size: Size): View {
  const { latitude, longitude, radiusMiles } = counts?.location ?? {}
  if (latitude !== undefined && longitude !== undefined && radiusMiles !== undefined) {
    const bounds = boundsOf(circleAround(latitude, longitude, radiusMiles))
    if (bounds.flat().every(Number.isFinite)) return viewOf(bounds, size)
  }
  if (counts?.by === 'county' && placed.length > 0 && counts.location !== undefined) {
    const [xs, ys] = [placed.map(({ x }) => x), placed.map(({ y }) => y)]
    return viewOf(
      [
        [Math.min(...xs), Math.min(...ys)],
        [Math.max(...xs), Math.max(...ys)],
      ],
      size,
    )
  }
  return wholeMap(size)
}

const namedAreasMax = 3

function nameOf(counts: Counts | undefined): string {
  if (counts === undefined) return 'Map of the United States'
  const most = counts.areas.slice(0, namedAreasMax).map(({ name, state, count }) => {
    return `${name === state || counts.by === 'state' ? name : `${name}, ${state}`} (${numberText(count)})`
  })
  const where = most.length === 0 ? '' : ` Most are in ${most.join(', ')}.`
  return `Map of ${numberText(counts.total)} providers.${where}`
}

/** 1,234 is 1.2k, so that it fits its circle. */
function shortNumber(count: number): string {
  if (count < 1000) return String(count)
  if (count < 10_000) return `${Math.floor(count / 100) / 10}k`
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 100_000) / 10}M`
}

/** In pixels. */
function labelSize(count: number, radius: number): number {
  return Math.min(12, (3 * radius) / shortNumber(count).length)
}

/** Moves by mouse or pen; a finger scrolls the page. */
function useDrag(onMove: (right: number, down: number) => void) {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onPointerDown({ pointerType, clientX, clientY }: PointerEvent) {
      if (pointerType !== 'touch') from.current = { x: clientX, y: clientY }
    },
    onPointerMove({ buttons, clientX, clientY }: PointerEvent) {
      if (from.current === undefined || buttons === 0) return
      onMove(clientX - from.current.x, clientY - from.current.y)
      from.current = { x: clientX, y: clientY }
    },
    onPointerUp() {
      from.current = undefined
    },
  }
}
