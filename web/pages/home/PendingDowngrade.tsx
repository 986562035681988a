import { CalendarClock } from 'lucide-react'
import { Notice } from '../../ui/alerts.tsx'
import { dayText } from '../../ui/format.ts'

/** Says that the plan ends, and when. */
export function PendingDowngrade({ expiryDate }: { expiryDate: string }) {
  return (
    <Notice icon={CalendarClock} title="Downgrade pending">
      <p>Your subscription will downgrade to the Free tier on {dayText(expiryDate)}.</p>
    </Notice>
  )
}
