import { numberText } from '../../ui/format.ts'
import { DataTable } from './pieces.tsx'

interface Point {
  label: string
  value: number
}

/** The numbers of the chart, the latest day first. */
export function UsageTable({ points }: { points: readonly Point[] }) {
  return (
    <DataTable
      caption="API calls of each day"
      rows={points.toReversed()}
      keyOf={({ label }) => label}
      columns={[
        { name: 'Day', cell: ({ label }) => label },
        { name: 'API Calls', isNumeric: true, cell: ({ value }) => numberText(value) },
      ]}
    />
  )
}
