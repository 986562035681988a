/** How the states of a request look wherever they are shown: a word, an icon, a badge and a rail. */
import { Check, Clock, type LucideIcon, X } from 'lucide-react'
import type { BadgeTone } from './Badge.tsx'

export type RecordStatus = 'pending' | 'approved' | 'rejected'

interface StatusLook {
  words: string
  Icon: LucideIcon
  tone: BadgeTone
  rail: string
}

export const recordStatuses: Readonly<Record<RecordStatus, StatusLook>> = {
  pending: { words: 'Pending', Icon: Clock, tone: 'warning', rail: 'rail-pending text-warning' },
  approved: { words: 'Approved', Icon: Check, tone: 'success', rail: 'rail-approved text-success' },
  rejected: { words: 'Rejected', Icon: X, tone: 'danger', rail: 'rail-rejected text-danger' },
}
