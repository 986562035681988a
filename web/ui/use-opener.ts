import { useState } from 'react'

/**
 * For what opens over the page: remembers what had the focus when it opened, and gives the handler that returns the focus there
 * when it closes. Dialogs that are rendered only while they are open have no trigger that would do this.
 */
export function useOpener(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  }
}
