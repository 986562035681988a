import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { type PointerEvent, useState } from 'react'
import { ChartPoints } from './ChartPoints.tsx'
import { ticksUpTo } from './chart-ticks.ts'
import { numberText } from './numbers.ts'
import { useWidth } from './use-width.ts'

interface LineChartProps {
  /** The name of the series. */
  name: string
  points: readonly { label: string; value: number }[]
}

/** Pixels; what is beside the plot has to hold the labels of the axes. */
const height = 240
const margin = { top: 12, right: 12, bottom: 28 }
const characterWidth = 8

const tickLabel = { className: 'fill-muted text-xs tabular-nums', fill: '', fontFamily: '', fontSize: '' }

/**
 * One series as a line. Pointing at a day, touching it or going to it by the arrow keys tells its value; the same stands in a table
 * that the page offers. Only the first and the last point are named below the line.
 */
export function LineChart({ name, points }: LineChartProps) {
  const [width, ref] = useWidth()
  const [chosen, setChosen] = useState<number>()

  const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value)))
  const top = ticks.at(-1) ?? 1
  const left = 12 + characterWidth * numberText(top).length
  const last = points.length - 1
  const x = scaleLinear({ domain: [0, last], range: [left, Math.max(left, width - margin.right)] })
  const y = scaleLinear({ domain: [0, top], range: [height - margin.bottom, margin.top] })
  const places = points.map(({ label, value }, index) => ({ label, value, x: x(index), y: y(value) }))

  const point = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const index = Math.round(x.invert(clientX - currentTarget.getBoundingClientRect().left))
    setChosen(Math.min(last, Math.max(0, index)))
  }
  const leave = ({ pointerType }: PointerEvent) => {
    // A finger leaves as it is lifted, and only then what it covered is in sight.
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
        <p aria-hidden="true" className="font-semibold tabular-nums">
          {shown !== undefined && `${shown.label}: ${numberText(shown.value)}`}
        </p>
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
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus; the points beside it do. */}
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
              {shown !== undefined && (
                <line
                  x1={shown.x}
                  x2={shown.x}
                  y1={margin.top}
                  y2={height - margin.bottom}
                  className="stroke-border-strong"
                />
              )}
            </g>
            <ChartPoints name={name} places={places} chosen={chosen} onChoose={setChosen} />
          </svg>
        )}
      </div>
    </div>
  )
}
