/** Says something to screen readers, politely: after what is being read. */

/** Milliseconds for which the words stand: long enough to be noticed, short enough not to be come across later. */
const standingMs = 3_000

/** Announces a sentence; the same one twice in a row is said twice. */
export function announce(sentence: string): void {
  const region = document.createElement('div')
  region.className = 'sr-only'
  region.setAttribute('role', 'status')
  document.body.append(region)
  // A region is listened to only once it is there.
  setTimeout(() => {
    region.textContent = sentence
  }, 50)
  setTimeout(() => region.remove(), standingMs)
}
