import { useQueryClient } from '@tanstack/react-query'
import { plans } from '#contract/plans'
import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { ErrorBox } from '../../ui/alerts.tsx'
import { dayText } from '../../ui/format.ts'
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures } from './failures.ts'

interface DowngradeDialogProps {
  /** The end of the period that is paid; null for a plan that is not paid for. */
  expiryDate: string | null
  onClose: () => void
}

/** Asks before a paid plan is given up. It stays open when that fails. */
export function DowngradeDialog({ expiryDate, onClose }: DowngradeDialogProps) {
  const checkout = useSend('POST /me/checkout')
  const client = useQueryClient()
  const end = expiryDate === null ? 'the end of the billing period' : dayText(expiryDate)
  const downgrade = async () => {
    try {
      await checkout.mutateAsync({ body: { action: 'downgrade', targetTier: 'free' } })
    } catch (error) {
      toast.error(errorText(error, failures.downgrade))
      return
    }
    toast.success(
      'Your subscription will be downgraded. You keep your current benefits until the end of the billing period.',
    )
    // Closed first: there is nothing to press a second time.
    onClose()
    await client.invalidateQueries({ queryKey: ['GET /me/subscription'] })
  }
  return (
    <LazyConfirmDialog
      title={`Downgrade to ${plans.free.name}?`}
      description={`You keep your current plan until ${end}. After that you have ${plans.free.callsPerMonth} calls per month.`}
      confirm="Downgrade"
      busy="Downgrading..."
      isBusy={checkout.isPending}
      onConfirm={downgrade}
      onCancel={onClose}
    >
      {checkout.error !== null && <ErrorBox>{errorText(checkout.error, failures.downgrade)}</ErrorBox>}
    </LazyConfirmDialog>
  )
}
