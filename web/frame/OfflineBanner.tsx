import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

/** Says that the browser is offline, as long as it is. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-sm text-warning">
          <WifiOff size={18} strokeWidth={1.75} aria-hidden="true" />
          You are offline. What you see may be out of date; nothing can be saved until the connection is back.
        </p>
      )}
    </div>
  )
}

function follow(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
