/** Calls back when the browser has nothing left to do, or after a second. */
export function whenIdle(callback: () => void): void {
  // Not every browser tells when it is idle.
  if ('requestIdleCallback' in window) window.requestIdleCallback(callback, { timeout: 1000 })
  else setTimeout(callback, 200)
}
