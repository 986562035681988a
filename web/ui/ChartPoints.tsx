import { type KeyboardEvent, useRef, useState } from 'react'
import { numberText } from './numbers.ts'

interface ChartPointsProps {
  name: string
  places: readonly { label: string; value: number; x: number; y: number }[]
  chosen: number | undefined
  onChoose: (index: number | undefined) => void
}

/**
 * The points of a chart, one stop of the Tab key: the arrow keys, Home and End go from one to the other, and each says its label
 * and value.
 */
export function ChartPoints({ name, places, chosen, onChoose }: ChartPointsProps) {
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
      {places.map(({ label, value, x, y }, index) => (
        <circle
          key={label}
          cx={x}
          cy={y}
          r={index === chosen ? 5 : 2.5}
          role="option"
          aria-selected={index === chosen}
          aria-label={`${label}: ${numberText(value)} ${name}`}
          tabIndex={index === stop ? 0 : -1}
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
