import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { focusPlace } from '../../frame/PageFrame.tsx'

/** Brings the place that the address names after `#` into sight and the focus to it, and opens what it is within. */
export function useHashPlace(): void {
  const location = useLocation()
  // Whoever follows the same link again gets there again: its address is the same, but the location is another.
  useEffect(() => {
    const { hash } = location
    if (hash === '') return
    // After the page has moved the focus to its heading.
    const frame = requestAnimationFrame(() => {
      const place = document.getElementById(decoded(hash.slice(1)))
      if (place === null) return
      for (let around = place.parentElement; around; around = around.parentElement) {
        if (around instanceof HTMLDetailsElement) around.open = true
      }
      focusPlace(place)
    })
    return () => cancelAnimationFrame(frame)
  }, [location])
}

/** A hash may be typed by anyone, and need not be encoded. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
