import { focusPlace } from './focus-place.ts'

/** The first stop of the Tab key: past the navigation to the page itself. */
export function SkipLink() {
  return (
    <a
      ref={keepEntry}
      href="#main"
      className="sr-only z-50 rounded-control bg-brand px-4 py-2 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  )
}

/** The browser would begin another entry of the history, without the state of this one: the token of a link, or a note. */
function keepEntry(link: HTMLAnchorElement | null): void {
  link?.addEventListener('click', skip)
}

function skip(event: Event): void {
  const main = document.getElementById('main')
  if (main === null) return
  event.preventDefault()
  focusPlace(main)
}
