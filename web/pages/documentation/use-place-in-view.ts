/** Which place of a page is being read, by how far the page is scrolled. */
import { useSyncExternalStore } from 'react'

/** A place is being read once its heading is in the upper third of the window. */
const readFrom = 1 / 3

/** The id of the place, of those given in their order; undefined above the first. */
export function usePlaceInView(ids: readonly string[]): string | undefined {
  return useSyncExternalStore(
    follow,
    () => placeInView(ids),
    () => undefined,
  )
}

function placeInView(ids: readonly string[]): string | undefined {
  const passed = ids.filter((id) => topOf(id) <= window.innerHeight * readFrom).at(-1)
  const { scrollHeight } = document.documentElement
  const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 1
  if (!isAtEnd) return passed
  // The last places of a page never get that far up: there, it is the one that was asked for, or the last.
  const asked = ids.find((id) => `#${id}` === window.location.hash)
  return asked !== undefined && topOf(asked) >= 0 ? asked : ids.at(-1)
}

/** Pixels from the top of the window. */
function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}

function follow(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  window.addEventListener('resize', listener)
  return () => {
    window.removeEventListener('scroll', listener)
    window.removeEventListener('resize', listener)
  }
}
