import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '../../ui/toast.ts'

/**
 * Says how a payment ended, which the way back from the payment page names in the address, and takes it out of the address, so that
 * neither a reload nor the Back button says it again.
 */
export function usePaymentToast(): void {
  const [query, setQuery] = useSearchParams()
  const outcome = query.get('payment')
  // React may run an effect twice; each outcome is said once.
  const said = useRef<string | null>(null)
  useEffect(() => {
    if (outcome === said.current) return
    said.current = outcome
    if (outcome === null) return
    if (outcome === 'success') toast.success('Your subscription is active.')
    if (outcome === 'cancelled') toast.error('The payment was cancelled. Your plan has not changed.')
    setQuery(
      (before) => {
        before.delete('payment')
        return before
      },
      { replace: true },
    )
  }, [outcome, setQuery])
}
