import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { lastDayText } from '../../ui/format.ts'
import { daysLeft, expiryText, renewDays } from './days-left.ts'

interface ExpiryProps {
  expiresAt: string
  isExpired: boolean
  onRenew: () => void
}

/** Until when an approval lasts, how many days that is, and the way to a new one when it is time. */
export function Expiry({ expiresAt, isExpired, onRenew }: ExpiryProps) {
  const days = daysLeft(expiresAt, new Date())
  const isDue = isExpired || days <= renewDays
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p>Expires: {lastDayText(expiresAt)}</p>
      <Badge tone={isExpired ? 'danger' : isDue ? 'warning' : 'plain'}>{expiryText(days, isExpired)}</Badge>
      {isDue && (
        <Button look="plain" onClick={onRenew}>
          Renew
        </Button>
      )}
    </div>
  )
}
