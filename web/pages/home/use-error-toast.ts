import { useEffect } from 'react'
import type { CallError } from '../../api/call.ts'
import { wordsOf } from '../../api/words.ts'
import { toast } from '../../ui/toast.ts'

/** Toasts each failure of a call that was made to show something; the end of the session leads to the login, which says enough. */
export function useErrorToast(error: CallError | null, words: string): void {
  useEffect(() => {
    if (error !== null && error.status !== 401) toast.error(wordsOf(error, words))
  }, [error, words])
}
