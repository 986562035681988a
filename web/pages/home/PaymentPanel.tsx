import { useState } from 'react'
import { useAnswer } from '../../api/queries.ts'
import { wordsOf } from '../../api/words.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DowngradeDialog } from './DowngradeDialog.tsx'
import { failures } from './failures.ts'
import { PendingDowngrade } from './PendingDowngrade.tsx'
import { PlanOffer } from './PlanOffer.tsx'
import { useErrorToast } from './use-error-toast.ts'
import { usePlanChange } from './use-plan-change.ts'

/** The plans, which of them is the account's, and the way to another one. */
export function PaymentPanel() {
  const plans = useAnswer('GET /plans', {})
  const subscription = useAnswer('GET /me/subscription', {})
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
          <LoadError key={words} title={wordsOf(answer.error, words)} onRetry={answer.refetch} />
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
