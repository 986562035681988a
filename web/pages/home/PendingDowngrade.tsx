import { CalendarClock } from 'lucide-react'
import { dayText } from '../../ui/dates.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Says that the plan ends, and when. */
export function PendingDowngrade({ expiryDate }: { expiryDate: string }) {
  return (
    <Notice icon={CalendarClock} title="Downgrade pending">
      <p>Your subscription will downgrade to the Free tier on {dayText(expiryDate)}.</p>
    </Notice>
  )
}
