import type { Output } from '../../api/call.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { CodeText, DataTable, Timestamp } from './pieces.tsx'

type Request = Output<'GET /me/requests'>['requests'][number]

/** Requests with how they were answered, how fast and when. */
export function RequestTable({ requests }: { requests: readonly Request[] }) {
  return (
    <DataTable
      caption="Recent requests"
      isStacked
      rows={requests}
      keyOf={({ time }, index) => `${time} ${index}`}
      columns={[
        { name: 'Status', cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
        { name: 'Method', cell: ({ method }) => <CodeText>{method}</CodeText> },
        { name: 'Path', isWide: true, cell: ({ path }) => <CodeText>{path}</CodeText> },
        { name: 'Time taken', isNumeric: true, cell: ({ ms }) => `${ms.toFixed(2)} ms` },
        { name: 'Time', isWide: true, cell: ({ time }) => <Timestamp iso={time} /> },
      ]}
    />
  )
}

function toneOf(status: number): BadgeTone {
  if (status >= 500) return 'danger'
  if (status >= 400) return 'warning'
  return status >= 200 && status < 300 ? 'success' : 'plain'
}
