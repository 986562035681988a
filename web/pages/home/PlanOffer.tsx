import { tiers } from '#contract/plans'
import type { Output } from '../../api/call.ts'
import { InlineAlert } from '../../ui/alerts.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { PlanCard } from './pieces.tsx'

export type PlanCardData = Output<'GET /plans'>['plans'][number]

interface PlanOfferProps {
  plan: PlanCardData
  /** The plan of the account, and whether it ends with the period that is paid. */
  current: PlanCardData['id']
  isEnding: boolean
  /** The plan that is being changed to. */
  busyWith: PlanCardData['id'] | undefined
  /** Why the last try to change to this plan came to nothing. */
  failure: string | undefined
  /** Whether a payment was made that the plan of the account does not show yet. */
  isAwaited: boolean
  onChoose: () => void
}

/** A plan as this account can have it. */
export function PlanOffer(props: PlanOfferProps) {
  const { plan, current, isEnding, busyWith, failure, isAwaited, onChoose } = props
  const { id, name, price, description, features, mostPopular } = plan
  const isCurrent = id === current
  const words = actionWords(plan, current, isEnding)
  const badges = (
    <span className="flex flex-wrap gap-2">
      {isCurrent && <Badge tone="info">Current plan</Badge>}
      {mostPopular && <Badge tone="accent">Most popular</Badge>}
    </span>
  )
  return (
    <PlanCard
      {...{ name, price, description, features, isCurrent, badges }}
      action={
        <>
          {isCurrent && isAwaited && (
            <p role="status" className="text-sm text-muted">
              Your payment is being confirmed.
            </p>
          )}
          {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
          {words !== undefined && (
            <Button look={mostPopular ? 'primary' : 'plain'} disabled={busyWith !== undefined} onClick={onChoose}>
              {busyWith === id ? 'One moment...' : words}
            </Button>
          )}
        </>
      }
    />
  )
}

/** The words of the way to a plan; undefined where there is none. */
function actionWords(plan: PlanCardData, current: PlanCardData['id'], isEnding: boolean): string | undefined {
  if (plan.id === current) return isEnding ? `Keep ${plan.name}` : undefined
  if (plan.id === 'free') return isEnding ? undefined : `Downgrade to ${plan.name}`
  return tiers.indexOf(plan.id) > tiers.indexOf(current) ? plan.cta : undefined
}
