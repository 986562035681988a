import { useState } from 'react'
import { errorText, type Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { DowngradeDialog } from './DowngradeDialog.tsx'
import { failures } from './failures.ts'
import { PendingDowngrade } from './PendingDowngrade.tsx'
import { PlanOffer } from './PlanOffer.tsx'
import { useErrorToast } from './use-error-toast.ts'
import { usePaymentAwaited } from './use-payment-toast.ts'
import { usePlanChange } from './use-plan-change.ts'

/** Milliseconds between two looks whether a payment that was made counts. */
const confirmingMs = 2_000

/** The plans, which of them is the account's, and the way to another one. */
export function PaymentPanel() {
  const plans = useAnswer('GET /plans', {})
  const isAwaited = usePaymentAwaited()
  // The payment provider may tell the server of a payment after it has sent the browser back.
  const subscription = useAnswer(
    'GET /me/subscription',
    {},
    { repeatMs: (answer) => isAwaited && answer !== undefined && isUnpaid(answer) && confirmingMs },
  )
  useErrorToast(plans.error, failures.plans)
  useErrorToast(subscription.error, failures.subscription)
  const change = usePlanChange()
  const [isAsking, setAsking] = useState(false)

  const failed = [
    { answer: subscription, words: failures.subscription },
    { answer: plans, words: failures.plans },
  ].filter(({ answer }) => answer.data === undefined && answer.error !== null)
  if (failed.length > 0) {
    return (
      <section aria-label="Plans" className="flex flex-col gap-4">
        {failed.map(({ answer, words }) => (
          <LoadError key={words} title={errorText(answer.error, words)} onRetry={answer.refetch} />
        ))}
      </section>
    )
  }
  if (plans.data === undefined || subscription.data === undefined) {
    return (
      <div aria-busy="true" className="grid animate-late gap-6 lg:grid-cols-3">
        {['free', 'developer', 'enterprise'].map((name) => (
          <Skeleton key={name} size="h-96" />
        ))}
      </div>
    )
  }
  const { tier, pendingDowngrade, expiryDate } = subscription.data
  return (
    <>
      {pendingDowngrade && expiryDate !== null && <PendingDowngrade expiryDate={expiryDate} />}
      <ul aria-label="Plans" className="grid gap-6 lg:grid-cols-3">
        {plans.data.plans.map((plan) => (
          <li key={plan.id}>
            <PlanOffer
              plan={plan}
              current={tier}
              isEnding={pendingDowngrade}
              busyWith={change.busyWith}
              failure={change.failure?.id === plan.id ? change.failure.words : undefined}
              isAwaited={isAwaited && tier === 'free'}
              onChoose={() => {
                if (plan.id === 'free') setAsking(true)
                else change.choose(plan)
              }}
            />
          </li>
        ))}
      </ul>
      {isAsking && <DowngradeDialog expiryDate={expiryDate} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Whether a plan is as it was before a payment, for it or to keep it. */
function isUnpaid({ tier, pendingDowngrade }: Output<'GET /me/subscription'>): boolean {
  return tier === 'free' || pendingDowngrade
}
