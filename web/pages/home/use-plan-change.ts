import { useEffect, useState } from 'react'
import { errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { toast } from '../../ui/toasts.tsx'
import { safeCheckoutAddress } from './checkout-address.ts'
import { failures } from './failures.ts'
import type { PlanCardData } from './PlanOffer.tsx'

interface PlanChange {
  /** Goes to the page to pay on or, for a plan without a price, tells the sales team. */
  choose: (plan: PlanCardData) => Promise<void>
  /** The plan that is being changed to; it stays while the browser goes to the page to pay on. */
  busyWith: PlanCardData['id'] | undefined
  /** Why the last try came to nothing, and to which plan it was. */
  failure: { id: PlanCardData['id']; words: string } | undefined
}

/** The ways to a larger plan. What fails is toasted, and stays as `failure` until the next try. */
export function usePlanChange(): PlanChange {
  const checkout = useSend('POST /me/checkout')
  const sales = useSend('POST /me/contact-sales')
  const [busyWith, setBusyWith] = useState<PlanCardData['id']>()
  const [failure, setFailure] = useState<PlanChange['failure']>()
  useEffect(() => {
    // Who comes back from the page to pay on may find this page as it was left, which is busy.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusyWith(undefined)
    }
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])

  const fail = (id: PlanCardData['id'], words: string) => {
    toast.error(words)
    setFailure({ id, words })
  }
  const upgrade = async ({ id, priceId }: PlanCardData) => {
    try {
      const { url } = await checkout.mutateAsync({ body: { priceId, action: 'upgrade', targetTier: id } })
      const address = safeCheckoutAddress(url, window.location.origin)
      if (address === undefined) throw new Error('The answer leads neither to a page to pay on nor back here')
      window.location.assign(address)
    } catch (error) {
      fail(id, errorText(error, failures.upgrade))
      setBusyWith(undefined)
    }
  }
  const contactSales = async ({ id }: PlanCardData) => {
    await sales.mutateAsync({ body: { tier: 'enterprise' } }).then(
      ({ message }) => toast.success(message),
      (error) => fail(id, errorText(error, failures.sales)),
    )
    setBusyWith(undefined)
  }
  return {
    busyWith,
    failure,
    choose: (plan) => {
      setBusyWith(plan.id)
      setFailure(undefined)
      return plan.priceId === undefined ? contactSales(plan) : upgrade(plan)
    },
  }
}
