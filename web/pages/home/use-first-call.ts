import { useEffect, useRef } from 'react'
import { useRefreshUsage } from '../../account/use-refresh-usage.ts'
import { announce } from '../../ui/announce.ts'

/** Says when the first call has arrived, and has everything that tells of calls read anew. `hasCalls` is undefined until it is known. */
export function useFirstCall(hasCalls: boolean | undefined): void {
  const refresh = useRefreshUsage()
  const before = useRef(hasCalls)
  useEffect(() => {
    if (before.current === false && hasCalls === true) {
      announce('Your first call has arrived')
      refresh()
    }
    before.current = hasCalls
  }, [hasCalls, refresh])
}
