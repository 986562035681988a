/**
 * Whoever has the focus within an element that bears these takes the Escape key for itself: what stands over the page stays open. A
 * handler on the element alone would come too late, since dialogs listen before anything within them.
 */
export const ownEscape = { 'data-escape': 'own' } as const

/** Keeps a dialog open when Escape was meant for something within it; give it as `onEscapeKeyDown`. */
export function leaveOwnEscape(event: Event): void {
  if (document.activeElement?.closest(`[data-escape="${ownEscape['data-escape']}"]`)) event.preventDefault()
}
