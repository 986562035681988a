import type { ReactNode } from 'react'

interface RuledTableProps {
  /** What the table lists, for those who do not see what is around it. */
  label: string
  head: readonly ReactNode[]
  /** Rows with keys of their own; the first cell of each names its row. */
  rows: readonly { key: string; id?: string; cells: readonly ReactNode[] }[]
}

/** A table in hairlines; one that is too wide scrolls within itself. */
export function RuledTable({ label, head, rows }: RuledTableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full border-collapse text-left align-top tabular-nums">
        <thead>
          <tr className="border-b border-border-strong">
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places.
              <th key={index} scope="col" className="py-2 pr-4 text-sm font-semibold text-muted">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border border-b border-border">
          {rows.map(({ key, id, cells: [first, ...others] }) => (
            <tr key={key} id={id}>
              <th scope="row" className="py-2 pr-4 align-top font-normal">
                {first}
              </th>
              {others.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places.
                <td key={index} className="min-w-24 py-2 pr-4 align-top">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
