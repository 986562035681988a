import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock, Check } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { plans as planWords, tiers } from '#contract/plans'
import { errorText, type Output } from '../../api/call.ts'
import { useAnswer, useSend } from '../../api/queries.ts'
import { readAddress } from '../../frame/next-address.ts'
import { ErrorBox, InlineAlert, Notice } from '../../ui/alerts.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { classes } from '../../ui/classes.ts'
import { dayText } from '../../ui/format.ts'
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures, useErrorToast } from './failures.tsx'
import { Invoices, PastDueNotice } from './Invoices.tsx'
import { usePaymentAwaited } from './payment-return.ts'

type Plan = Output<'GET /plans'>['plans'][number]
type Subscription = Output<'GET /me/subscription'>

const confirmingPollMs = 2_000

export function PaymentPanel() {
  const plans = useAnswer('GET /plans', {})
  const isAwaited = usePaymentAwaited()
  // The payment provider may report a payment to the server after it has sent the browser back.
  const repeatMs = (answer: Subscription | undefined) =>
    isAwaited && answer !== undefined && (answer.tier === 'free' || answer.pendingDowngrade) && confirmingPollMs
  const subscription = useAnswer('GET /me/subscription', {}, { repeatMs })
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
        {tiers.map((name) => (
          <Skeleton key={name} size="h-96" />
        ))}
      </div>
    )
  }
  const { pendingDowngrade, expiryDate } = subscription.data
  return (
    <>
      <PastDueNotice />
      {pendingDowngrade && expiryDate !== null && (
        <Notice icon={CalendarClock} title="Downgrade pending">
          <p>Your subscription will downgrade to the Free tier on {dayText(expiryDate)}.</p>
        </Notice>
      )}
      <ul aria-label="Plans" className="grid gap-6 lg:grid-cols-3">
        {plans.data.plans.map((plan) => (
          <li key={plan.id}>
            <PlanOffer
              plan={plan}
              subscription={subscription.data}
              change={change}
              isAwaited={isAwaited}
              onChoose={() => (plan.id === 'free' ? setAsking(true) : change.choose(plan))}
            />
          </li>
        ))}
      </ul>
      <Invoices repeatMs={isAwaited && confirmingPollMs} />
      {isAsking && <DowngradeDialog expiryDate={expiryDate} onClose={() => setAsking(false)} />}
    </>
  )
}

interface PlanOfferProps {
  plan: Plan
  subscription: Subscription
  change: PlanChange
  /** Whether a payment was made that the subscription may not show yet. */
  isAwaited: boolean
  onChoose: () => void
}

function PlanOffer({ plan, subscription, change, isAwaited, onChoose }: PlanOfferProps) {
  const { id, name, price, description, features, mostPopular } = plan
  const nameId = useId()
  const isCurrent = id === subscription.tier
  const words = actionWords(plan, subscription)
  return (
    <article
      aria-labelledby={nameId}
      className={classes(
        'flex h-full flex-col gap-4 rounded-panel border bg-surface p-4 md:p-6',
        isCurrent ? 'border-brand outline-1 outline-brand' : 'border-border',
      )}
    >
      {/* A row of their own, also where there are none: names and prices stay in line. */}
      <div className="flex min-h-6 flex-wrap gap-2 max-lg:empty:hidden">
        {isCurrent && <Badge tone="info">Current plan</Badge>}
        {mostPopular && <Badge tone="accent">Most popular</Badge>}
      </div>
      <h2 id={nameId} className="text-lg font-semibold">
        {name}
      </h2>
      <p className="text-xl font-semibold tabular-nums">{price}</p>
      <p className="text-muted lg:min-h-12">{description}</p>
      <ul className="flex grow flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0 text-success" />
            {feature}
          </li>
        ))}
      </ul>
      {isCurrent && isAwaited && id === 'free' && (
        <p role="status" className="text-sm text-muted">
          We’re confirming your payment.
        </p>
      )}
      {change.failure?.id === id && <InlineAlert>{change.failure.words}</InlineAlert>}
      {words !== undefined && (
        <Button look={mostPopular ? 'primary' : 'plain'} disabled={change.busyWith !== undefined} onClick={onChoose}>
          {change.busyWith === id ? 'One moment...' : words}
        </Button>
      )}
    </article>
  )
}

function actionWords({ id, name, cta }: Plan, { tier, pendingDowngrade }: Subscription): string | undefined {
  if (id === tier) return pendingDowngrade ? `Keep ${name}` : undefined
  if (id === 'free') return pendingDowngrade ? undefined : `Downgrade to ${name}`
  return tiers.indexOf(id) > tiers.indexOf(tier) ? cta : undefined
}

interface DowngradeDialogProps {
  /** The end of the paid period; null for an unpaid plan. */
  expiryDate: string | null
  onClose: () => void
}

function DowngradeDialog({ expiryDate, onClose }: DowngradeDialogProps) {
  const checkout = useSend('POST /me/checkout')
  const client = useQueryClient()
  const { name, callsPerMonth } = planWords.free
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
    client.invalidateQueries({ queryKey: ['GET /me/invoices'] })
    await client.invalidateQueries({ queryKey: ['GET /me/subscription'] })
  }
  return (
    <LazyConfirmDialog
      title={`Downgrade to ${name}?`}
      description={`You keep your current plan until ${end}. After that, you get ${callsPerMonth} calls per month.`}
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

type PlanChange = ReturnType<typeof usePlanChange>

/**
 * The ways to a larger plan. `choose` opens the payment page, or contacts sales for a plan without a price; `busyWith`
 * is the plan being changed to. What fails is toasted, and stays as `failure` until the next try.
 */
function usePlanChange() {
  const checkout = useSend('POST /me/checkout')
  const sales = useSend('POST /me/contact-sales')
  const [busyWith, setBusyWith] = useState<Plan['id']>()
  const [failure, setFailure] = useState<{ id: Plan['id']; words: string }>()
  useEffect(() => {
    // Back from the payment page, the browser may show this page as it was left, which is busy.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusyWith(undefined)
    }
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])

  const upgrade = async ({ id, priceId }: Plan) => {
    const { url } = await checkout.mutateAsync({ body: { priceId, action: 'upgrade', targetTier: id } })
    const address = safeCheckoutAddress(url, window.location.origin)
    if (address === undefined) throw new Error('The server returned neither a checkout page nor a link back here')
    window.location.assign(address)
  }
  const contactSales = async () => {
    const { message } = await sales.mutateAsync({ body: { tier: 'enterprise' } })
    toast.success(message)
    setBusyWith(undefined)
  }
  const choose = async (plan: Plan) => {
    setBusyWith(plan.id)
    setFailure(undefined)
    const isForSale = plan.priceId !== undefined
    try {
      await (isForSale ? upgrade(plan) : contactSales())
    } catch (error) {
      const words = errorText(error, isForSale ? failures.upgrade : failures.sales)
      toast.error(words)
      setFailure({ id: plan.id, words })
      setBusyWith(undefined)
    }
  }
  return { busyWith, failure, choose }
}

const paymentHosts = ['checkout.stripe.com', 'billing.stripe.com']

/** A checkout address that may be followed (E1): the payment provider's or this server's, else undefined. */
export function safeCheckoutAddress(address: string | undefined, ownOrigin: string): string | undefined {
  const url = readAddress(address ?? '')
  if (url === undefined) return undefined
  const isPaymentPage = url.protocol === 'https:' && paymentHosts.includes(url.host) && url.username === ''
  return isPaymentPage || url.origin === ownOrigin ? url.href : undefined
}
