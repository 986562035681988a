/** Brings a place of the page into sight and the focus to it, to be read on from there; it shows no ring (web/styles/main.css). */
export function focusPlace(place: HTMLElement): void {
  if (place.tabIndex < 0) place.tabIndex = -1
  place.dataset.place = ''
  place.focus({ preventScroll: true })
  place.scrollIntoView()
}
