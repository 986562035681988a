/**
 * For a button that acts at once and under which the next thing of its kind then comes to stand: the second click of a double click,
 * and Enter held down, would act on what nobody has seen yet.
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
