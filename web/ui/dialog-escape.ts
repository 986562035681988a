import type { KeyboardEvent } from 'react'

/** An element that takes Escape while focused: dialogs stay open. Its own handler would run after the dialog's. */
export const ownEscape = { 'data-escape': 'own' } as const

const own = `[data-escape="${ownEscape['data-escape']}"]`

/** For `onEscapeKeyDown` of dialogs. */
export function leaveOwnEscape(event: Event): void {
  if (document.activeElement?.closest(own)) event.preventDefault()
}

const dialogs = '[role="dialog"], [role="alertdialog"]'

const leftToDialogs = new WeakSet<Event>()

/** Radix gives Escape to the newest layer, maybe a toast: then the dialog gets it, unless the toast has the focus. */
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
