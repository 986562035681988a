import { useEffect } from 'react'
import { type CallError, errorText } from '../../api/call.ts'
import { toast } from '../../ui/toasts.tsx'
/**
 * Toasts when a call that was made to show something begins to fail, once until it succeeds again. The end of the session leads to
 * the login, which says enough.
 */
export function useErrorToast(error: CallError | null, words: string): void {
  const sentence = error === null || error.status === 401 ? undefined : errorText(error, words)
  useEffect(() => {
    if (sentence !== undefined) toast.error(sentence)
  }, [sentence])
}
