import type { KeyboardEvent } from 'react'

/**
 * An element with this takes Escape for itself while it has the focus: dialogs stay open. Its own handler would come
 * too late, since dialogs listen first.
 */
export const ownEscape = { 'data-escape': 'own' } as const

const own = `[data-escape="${ownEscape['data-escape']}"]`

/** For `onEscapeKeyDown` of dialogs. */
export function leaveOwnEscape(event: Event): void {
  if (document.activeElement?.closest(own)) event.preventDefault()
}

const dialogs = '[role="dialog"], [role="alertdialog"]'

/** Escape events that a toast left to the focused dialog. */
const leftToDialogs = new WeakSet<Event>()

/**
 * Radix gives Escape to what appeared last, which may be a toast over a dialog: then the dialog gets it, unless the
 * focus is in the toast. For `onEscapeKeyDown` of toasts.
 */
export function leaveEscapeToDialog(event: Event): void {
  const { target } = event
  if (!(target instanceof Element)) return
  if (target.closest(dialogs) !== null) {
    event.preventDefault()
    leftToDialogs.add(event)
    return
  }
  // A button that was disabled while focused has lost the focus to the body.
  const dialog = target === document.body ? [...document.querySelectorAll(dialogs)].at(-1) : undefined
  if (dialog === undefined) return
  event.preventDefault()
  dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
}

/** Closes a dialog by an Escape that a toast left to it; for `onKeyDown` of its content. */
export function closeByLeftEscape(close: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return ({ nativeEvent, currentTarget, target }) => {
    // React also passes events of dialogs above this one.
    if (!leftToDialogs.has(nativeEvent) || !(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest(own) === null) close()
  }
}
