import { useSyncExternalStore } from 'react'
import { defaultOrigin } from '#contract/product'

/** Scheme, host and port of the API, which is where this page came from. */
export function useOrigin(): string {
  return useSyncExternalStore(never, () => window.location.origin, writtenOrigin)
}

/** What the page was written with, which its first render in the browser must agree with: the server put its address there. */
function writtenOrigin(): string {
  return typeof document === 'undefined' ? defaultOrigin : (document.documentElement.dataset.origin ?? defaultOrigin)
}

function never(): () => void {
  return () => {}
}
