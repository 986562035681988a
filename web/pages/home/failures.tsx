import { useEffect } from 'react'
import { type CallError, errorText } from '../../api/call.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { toast } from '../../ui/toasts.tsx'

/** What the dashboard says when something fails without words of the server (specification, section 8). */
export const failures = {
  statistics: 'Failed to fetch API statistics',
  requests: 'Failed to fetch recent requests',
  usageFile: 'Failed to download usage',
  emails: 'Failed to change email settings',
  copy: 'Failed to copy API key',
  newKey: 'Failed to generate new API key',
  keys: 'Failed to fetch API keys',
  changeKey: 'Failed to change the API key',
  webhooks: 'Failed to fetch webhooks',
  deliveries: 'Failed to fetch deliveries',
  changeWebhook: 'Failed to change the webhook',
  rosters: 'Failed to fetch rosters',
  members: 'Failed to fetch the providers of this roster',
  events: 'Failed to fetch events',
  changeRoster: 'Nothing was changed. Please try again.',
  exports: 'Failed to fetch exports',
  createExport: 'Failed to start the export',
  cancelExport: 'Failed to cancel the export',
  checkList: 'Failed to check the rest of the list',
  noUser: 'No user data available',
  plans: 'Failed to fetch the plans',
  subscription: 'Failed to fetch subscription status',
  invoices: 'Failed to fetch invoices',
  downgrade: 'Failed to downgrade subscription',
  upgrade: 'Failed to initiate subscription',
  sales: 'Failed to contact sales team',
  support: 'Failed to submit support request. Please try again.',
  supportRequests: 'Failed to fetch your support requests',
} as const

/**
 * Toasts when a call that shows something begins to fail, until it succeeds, where the specification has a toast beside
 * the words in place. The end of the session leads to the login.
 */
export function useErrorToast(error: CallError | null, words: string): void {
  const sentence = error === null || error.status === 401 ? undefined : errorText(error, words)
  useEffect(() => {
    if (sentence !== undefined) toast.error(sentence)
  }, [sentence])
}

interface PendingPanelProps {
  title: string
  subtitle?: string
  /** Why it has nothing to show; null while it is loading. */
  failure: string | null
  onRetry: () => void
  size: string
}

export function PendingPanel({ failure, onRetry, size, ...panel }: PendingPanelProps) {
  return (
    <Panel {...panel} isBusy={failure === null}>
      {failure === null ? <Skeleton size={size} /> : <LoadError title={failure} onRetry={onRetry} />}
    </Panel>
  )
}
