import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { keepToastsAbove } from '../../ui/toasts.tsx'

/** What can be done with what is above it, at the bottom of the page. */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      ref={keepToastsAbove}
      aria-label={label}
      className="flex flex-col gap-2 border-t border-border bg-surface px-4 py-3"
    >
      {children}
    </section>
  )
}

interface ChoiceButtonsProps<V extends string> {
  /** What is chosen. */
  label: string
  options: readonly { value: V; words: string }[]
  value: V
  onChoose: (value: V) => void
}

/** A choice of one among a few, all of them in sight. */
export function ChoiceButtons<V extends string>({ label, options, value, onChoose }: ChoiceButtonsProps<V>) {
  return (
    <fieldset className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-control border border-border-strong">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          className="min-h-10 border-border-strong bg-surface px-1.5 text-sm font-semibold text-muted -outline-offset-2! [&:not(:first-of-type)]:border-l hover:bg-sunken aria-pressed:bg-brand-soft aria-pressed:text-on-brand-soft md:min-h-9"
        >
          {option.words}
        </button>
      ))}
    </fieldset>
  )
}

interface ComparisonTableProps {
  /** What is compared, for those who come upon the table without seeing what is around it. */
  label: string
  /** The two sides. */
  columns: readonly [string, string]
  rows: readonly {
    name: string
    values: readonly [ReactNode, ReactNode]
    verdict: { words: string; tone: BadgeTone }
  }[]
}

/** Two sources side by side, with what comes of it in words. */
export function ComparisonTable({ label, columns, rows }: ComparisonTableProps) {
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse text-left text-sm">
      <thead className="text-muted">
        <tr className="border-b border-border">
          <th scope="col" className="w-1/3 py-1.5 pr-2 font-normal">
            <span className="sr-only">What</span>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-1.5 pr-2 font-normal">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values: [left, right], verdict }) => (
          <tr key={name} className="border-b border-border align-top">
            <th scope="row" className="py-2 pr-2 font-semibold">
              <span className="flex flex-col items-start gap-1">
                {name}
                <Badge tone={verdict.tone}>{verdict.words}</Badge>
              </span>
            </th>
            <td className="py-2 pr-2 break-words">{left}</td>
            <td className="py-2 pr-2 break-words">{right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a question is about, set apart from what is asked. */
export function DetailsBox({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-2 rounded-control border border-border bg-sunken px-4 py-3"
    >
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** A key of the keyboard. */
export function KeyCap({ name }: { name: string }) {
  return (
    <kbd className="inline-flex min-w-6 justify-center rounded-badge border border-border-strong bg-sunken px-1.5 font-mono text-sm text-text">
      {name}
    </kbd>
  )
}

/** A part of a pane, with a small title of its own and a rule below it. */
export function SubPanel({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 border-b border-border px-4 py-5">
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}

/**
 * Calls back as soon as less than 100 px of what it closes are below what can be seen, whatever scrolls it (specification, section 9).
 * Its parent has to be positioned. Render it while there is more.
 */
export function LoadMoreSentinel({ onNear }: { onNear: () => void }) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (strip.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onNear()
    })
    observer.observe(strip.current)
    return () => observer.disconnect()
  }, [onNear])
  return <div ref={strip} aria-hidden="true" className="pointer-events-none absolute bottom-0 h-25 w-px" />
}
