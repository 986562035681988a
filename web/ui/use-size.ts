import { useCallback, useState } from 'react'

export interface Size {
  width: number
  height: number
}

/** The size of an element in pixels, known before its first paint, and the ref to give it. */
export function useSize(): [size: Size, ref: (element: HTMLElement | null) => (() => void) | undefined] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [size, ref]
}
