import { Badge } from '../../ui/Badge.tsx'
import { lastDayText } from '../../ui/format.ts'

/** Until when an approval lasts, and that this is over. */
export function ExpiryLine({ expiresAt, isExpired }: { expiresAt: string; isExpired: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p>Expires: {lastDayText(expiresAt)}</p>
      {isExpired && <Badge tone="danger">expired</Badge>}
    </div>
  )
}
