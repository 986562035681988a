import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { createSessionMemory } from '../../api/session-memory.ts'
import { toast } from '../../ui/toasts.tsx'

const awaitedMs = 60_000

const awaited = createSessionMemory<boolean>(false)

/** Says how a payment ended, and removes that from the address, so that neither reload nor Back repeats it. */
export function usePaymentToast(): void {
  const [query, setQuery] = useSearchParams()
  const outcome = query.get('payment')
  // React may run an effect twice; each outcome is said once.
  const said = useRef<string | null>(null)
  useEffect(() => {
    if (outcome === said.current) return
    said.current = outcome
    if (outcome === null) return
    if (outcome === 'success') {
      toast.success('Your subscription is active.')
      awaited.write(true)
      setTimeout(() => awaited.write(false), awaitedMs)
    }
    if (outcome === 'cancelled') toast.error('The payment was canceled. Your plan hasn’t changed.')
    setQuery(
      (before) => {
        before.delete('payment')
        return before
      },
      { replace: true },
    )
  }, [outcome, setQuery])
}

export function usePaymentAwaited(): boolean {
  return awaited.use()
}
