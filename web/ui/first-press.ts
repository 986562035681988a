/**
 * For a button that may appear under the pointer or take the focus while the last press goes on: the second click of a double
 * click, and Enter held down, must not answer a question that the user has not read.
 */
import type { KeyboardEvent, MouseEvent } from 'react'

/** Handlers of a button that acts on the first of such presses alone. */
export function onFirstPress(act: () => void) {
  return {
    onClick: ({ detail }: MouseEvent) => {
      if (detail <= 1) act()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Enter') event.preventDefault()
    },
  }
}
