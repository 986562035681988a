/**
 * The device value that a sign-in has answered with, kept in local storage for the next one. It opens nothing: it has the server count
 * this browser's failed sign-ins and emails apart from those of strangers, so signing out leaves it.
 */
const storageKey = 'device'

/** The value to send, if there is one. */
export function deviceField(): { device?: string } {
  try {
    const device = localStorage.getItem(storageKey)
    return device === null ? {} : { device }
  } catch {
    return {}
  }
}

/** Keeps the value of a sign-in. Where storage is switched off, this browser is not known the next time. */
export function keepDevice(device: string): void {
  try {
    localStorage.setItem(storageKey, device)
  } catch {}
}
