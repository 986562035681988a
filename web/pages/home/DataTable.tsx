import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'

interface Column<Row> {
  name: string
  isNumeric?: boolean
  isWide?: boolean
  cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  isStacked?: boolean
}

export function DataTable<Row>({ caption, columns, rows, keyOf, isStacked = false }: DataTableProps<Row>) {
  return (
    <table className={classes('w-full border-collapse text-left', isStacked && 'max-md:block')}>
      <caption className="sr-only">{caption}</caption>
      <thead className={isStacked ? 'max-md:sr-only' : undefined}>
        <tr className="border-b border-border text-sm text-muted">
          {columns.map(({ name, isNumeric }) => (
            <th key={name} scope="col" className={classes(cellClasses, 'font-normal', isNumeric && 'text-right')}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={isStacked ? 'max-md:block' : undefined}>
        {rows.map((row, index) => (
          <tr
            key={keyOf(row, index)}
            className={classes(
              'border-b border-border align-top last:border-b-0',
              isStacked &&
                'max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-4 max-md:gap-y-1 max-md:py-3',
            )}
          >
            {columns.map(({ name, isNumeric, isWide, cell }) => (
              <td
                key={name}
                className={classes(
                  cellClasses,
                  isNumeric && 'text-right whitespace-nowrap tabular-nums',
                  isStacked && 'max-md:block max-md:p-0',
                  isStacked && isWide && 'max-md:order-last max-md:basis-full',
                )}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cellClasses = 'py-2 pr-4 last:pr-0'
