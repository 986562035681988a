import { Badge } from './Badge.tsx'
import { type RecordStatus, recordStatuses } from './record-statuses.ts'

/** The state of a request, by icon, word and colour. */
export function StatusBadge({ status }: { status: RecordStatus }) {
  const { words, Icon, tone } = recordStatuses[status]
  return (
    <Badge tone={tone}>
      <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
      {words}
    </Badge>
  )
}
