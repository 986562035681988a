import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { numberText } from './format.ts'
import { useSize } from './use-size.ts'

interface LineChartProps {
  name: string
  points: readonly { label: string; value: number; part?: number }[]
  /** Draws the part of each value too, as a dashed line of this name. */
  partName?: string
}

const height = 240
const margin = { top: 12, right: 12, bottom: 28 }
const characterWidth = 8

const tickLabel = { className: 'fill-muted text-xs tabular-nums', fill: '', fontFamily: '', fontSize: '' }

/** One series, and a part of it. Points show values on hover, touch and arrow keys; the page offers them as a table. */
export function LineChart({ name, points, partName }: LineChartProps) {
  const [{ width }, ref] = useSize()
  const [chosen, setChosen] = useState<number>()

  const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value)))
  const top = ticks.at(-1) ?? 1
  const left = 12 + characterWidth * numberText(top).length
  const last = points.length - 1
  const x = scaleLinear({ domain: [0, last], range: [left, Math.max(left, width - margin.right)] })
  const y = scaleLinear({ domain: [0, top], range: [height - margin.bottom, margin.top] })
  const places = points.map(({ label, value, part = 0 }, index) => {
    const partText = partName === undefined ? undefined : `${numberText(part)} ${partName.toLowerCase()}`
    return { label, value, partText, x: x(index), y: y(value), partY: y(part) }
  })

  const point = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const index = Math.round(x.invert(clientX - currentTarget.getBoundingClientRect().left))
    setChosen(Math.min(last, Math.max(0, index)))
  }
  const leave = ({ pointerType }: PointerEvent) => {
    // A lifted finger no longer covers the value.
    if (pointerType !== 'touch') setChosen(undefined)
  }
  const shown = chosen === undefined ? undefined : places[chosen]
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-6 flex-wrap justify-between gap-x-4 text-sm">
        <p className="flex items-center gap-2">
          <span aria-hidden="true" className="h-0.5 w-4 bg-brand" />
          {name}
        </p>
        {partName !== undefined && (
          <p className="flex grow items-center gap-2">
            <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-danger" />
            {partName}
          </p>
        )}
      </div>
      <div ref={ref} className="h-60">
        {width > 0 && (
          <svg
            width={width}
            height={height}
            onPointerDown={point}
            onPointerMove={point}
            onPointerLeave={leave}
            className="touch-pan-y"
          >
            <title>{name}</title>
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus. */}
            <g aria-hidden="true">
              {ticks.map((tick) => (
                <line
                  key={tick}
                  x1={left}
                  x2={width - margin.right}
                  y1={y(tick)}
                  y2={y(tick)}
                  className="stroke-border"
                />
              ))}
              <AxisLeft
                scale={y}
                left={left}
                tickValues={ticks}
                tickFormat={(value) => numberText(Number(value))}
                tickLabelProps={{ ...tickLabel, textAnchor: 'end', dx: -4, dy: '0.33em' }}
                hideAxisLine
                hideTicks
              />
              <AxisBottom
                scale={x}
                top={height - margin.bottom}
                tickValues={[0, last]}
                tickFormat={(value) => points[Number(value)]?.label ?? ''}
                tickLabelProps={(value) => ({ ...tickLabel, textAnchor: Number(value) === 0 ? 'start' : 'end' })}
                hideAxisLine
                hideTicks
              />
              <AreaClosed
                data={places}
                x={(place) => place.x}
                y={(place) => place.y}
                yScale={y}
                className="fill-brand/10"
              />
              <LinePath
                data={places}
                x={(place) => place.x}
                y={(place) => place.y}
                className="stroke-brand"
                strokeWidth={2}
              />
              {partName !== undefined && (
                <LinePath
                  data={places}
                  x={(place) => place.x}
                  y={(place) => place.partY}
                  className="stroke-danger"
                  strokeWidth={2}
                  strokeDasharray="4 3"
                />
              )}
              {shown !== undefined && (
                <>
                  <line
                    x1={shown.x}
                    x2={shown.x}
                    y1={margin.top}
                    y2={height - margin.bottom}
                    className="stroke-border-strong"
                  />
                  <text
                    x={shown.x > width / 2 ? shown.x - 8 : shown.x + 8}
                    y={margin.top + 12}
                    textAnchor={shown.x > width / 2 ? 'end' : 'start'}
                    paintOrder="stroke"
                    strokeWidth={6}
                    className="pointer-events-none fill-text stroke-surface text-sm font-semibold tabular-nums"
                  >
                    {`${shown.label}: ${valueText(shown)}`}
                  </text>
                </>
              )}
            </g>
            <ChartPoints name={name} places={places} chosen={chosen} onChoose={setChosen} />
          </svg>
        )}
      </div>
    </div>
  )
}

interface Place {
  label: string
  value: number
  partText: string | undefined
  x: number
  y: number
}

function valueText({ value, partText }: Place): string {
  return partText === undefined ? numberText(value) : `${numberText(value)}, ${partText}`
}

interface ChartPointsProps {
  name: string
  places: readonly Place[]
  chosen: number | undefined
  onChoose: (index: number | undefined) => void
}

/** The points of a chart, one stop of the Tab key: arrow keys, Home and End move between them. */
function ChartPoints({ name, places, chosen, onChoose }: ChartPointsProps) {
  const group = useRef<SVGGElement>(null)
  const last = places.length - 1
  const [stop, setStop] = useState(last)

  const move = (event: KeyboardEvent, from: number) => {
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const point = group.current?.children[to]
    if (point instanceof SVGElement) point.focus()
  }
  return (
    <g ref={group} role="listbox" aria-label={name} aria-orientation="horizontal" tabIndex={-1}>
      {places.map(({ label, value, partText, x, y }, index) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r={index === chosen ? 5 : 2.5}
          role="option"
          aria-selected={index === chosen}
          aria-label={`${label}: ${numberText(value)} ${name}${partText === undefined ? '' : `, ${partText}`}`}
          tabIndex={index === Math.min(stop, last) ? 0 : -1}
          onFocus={() => {
            setStop(index)
            onChoose(index)
          }}
          onBlur={() => onChoose(undefined)}
          onKeyDown={(event) => move(event, index)}
          className="fill-brand stroke-surface"
        />
      ))}
    </g>
  )
}

/** Specification, section 2. */
const ticksMax = 5

/** From 0 to the first tick at or above the largest value, in equal steps of 1, 2 or 5 times a power of ten. */
export function ticksUpTo(largest: number): number[] {
  const stepMin = Math.max(1, largest / (ticksMax - 1))
  const power = 10 ** Math.floor(Math.log10(stepMin))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= stepMin) ?? 10 * power
  const count = Math.max(1, Math.ceil(largest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
