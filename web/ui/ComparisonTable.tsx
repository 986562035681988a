import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from './Badge.tsx'

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
          <th scope="col" className="w-[34%] py-1.5 pr-2 font-normal">
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
