import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the element with the ref that it answers, each time that `wanted` is another object. */
export function useFocusWhen<E extends HTMLElement>(wanted: object | undefined): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    if (wanted === undefined) return
    // A dialog gives the focus back a moment after it has closed; this comes after that.
    const timer = setTimeout(() => element.current?.focus(), 0)
    return () => clearTimeout(timer)
  }, [wanted])
  return element
}
