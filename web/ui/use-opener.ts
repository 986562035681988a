import { useState } from 'react'

/**
 * For what opens over the page: remembers what had the focus when it opened, and gives the handler that returns the focus there
 * when it closes, or to the heading of the page where that is gone by then. Dialogs that are rendered only while they are open
 * have no trigger that would do this.
 */
export function useOpener(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    // A link that closed the dialog may have led the focus on already.
    if (document.activeElement !== document.body) return
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    else document.querySelector('h1')?.focus({ preventScroll: true })
  }
}
