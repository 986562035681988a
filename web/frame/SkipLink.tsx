import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { focusPlace } from './focus-place.ts'

/** The first stop of the Tab key: past the navigation to the page itself. */
export function SkipLink() {
  return (
    <Link
      to="#main"
      onClick={skip}
      className="sr-only z-50 rounded-control bg-brand px-4 py-2 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </Link>
  )
}

/** The browser would begin another entry of the history, without the state of this one: the token of a link, or a note. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  const main = document.getElementById('main')
  if (main !== null) focusPlace(main)
}
