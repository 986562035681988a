import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Brings the place that the address names after `#` into sight, and opens what it is within. */
export function useHashPlace(): void {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    if (hash === '' || pathname === '') return
    // After the page has moved the focus to its heading.
    const frame = requestAnimationFrame(() => {
      const place = document.getElementById(decoded(hash.slice(1)))
      for (let around = place?.parentElement; around; around = around.parentElement) {
        if (around instanceof HTMLDetailsElement) around.open = true
      }
      place?.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname, hash])
}

/** A hash may be typed by anyone, and need not be encoded. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
