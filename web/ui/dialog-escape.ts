import type { KeyboardEvent } from 'react'

/**
 * Whoever has the focus within an element that bears these takes the Escape key for itself: what stands over the page stays open. A
 * handler on the element alone would come too late, since dialogs listen before anything within them.
 */
export const ownEscape = { 'data-escape': 'own' } as const

const own = `[data-escape="${ownEscape['data-escape']}"]`

/** Keeps a dialog open when Escape was meant for something within it; give it as `onEscapeKeyDown`. */
export function leaveOwnEscape(event: Event): void {
  if (document.activeElement?.closest(own)) event.preventDefault()
}

const dialogs = '[role="dialog"], [role="alertdialog"]'

/** Keys that a toast left to the dialog that has the focus. */
const leftToDialogs = new WeakSet<Event>()

/**
 * Radix gives Escape to what appeared last, and a toast may have appeared over a dialog: then the key is the dialog's all the same,
 * unless the focus is in the toast. Give it to toasts as `onEscapeKeyDown`.
 */
export function leaveEscapeToDialog(event: Event): void {
  const { target } = event
  if (!(target instanceof Element)) return
  if (target.closest(dialogs) !== null) {
    event.preventDefault()
    leftToDialogs.add(event)
    return
  }
  // A button that had the focus and is disabled since has lost it to nobody.
  const dialog = target === document.body ? [...document.querySelectorAll(dialogs)].at(-1) : undefined
  if (dialog === undefined) return
  event.preventDefault()
  dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
}

/** Closes a dialog by an Escape that a toast left to it; give what this makes to its content as `onKeyDown`. */
export function closeByLeftEscape(close: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return ({ nativeEvent, currentTarget, target }) => {
    // React tells of keys in a dialog over this one as well.
    if (!leftToDialogs.has(nativeEvent) || !(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest(own) === null) close()
  }
}
