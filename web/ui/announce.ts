const standingMs = 3_000

/** Announces a sentence to screen readers, politely. */
export function announce(sentence: string): void {
  const region = document.createElement('div')
  region.className = 'sr-only'
  region.setAttribute('role', 'status')
  document.body.append(region)
  // A live region is heard only once it is in the page.
  setTimeout(() => {
    region.textContent = sentence
  }, 50)
  setTimeout(() => region.remove(), standingMs)
}
