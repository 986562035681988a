/**
 * Toasts stand at the bottom of small screens, where sheets and pages that fill the screen have their buttons. Who has buttons there
 * says so, and toasts stand above them, so that both can be used.
 */
const bars = new Set<HTMLElement>()

/** The ref of a row of buttons at the bottom of the screen. */
export function keepToastsAbove(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  bars.add(bar)
  const observer = new ResizeObserver(makeRoom)
  observer.observe(bar)
  return () => {
    observer.disconnect()
    bars.delete(bar)
    makeRoom()
  }
}

/** ToastStack reads the property. */
function makeRoom(): void {
  const height = Math.max(0, ...[...bars].map((bar) => bar.offsetHeight))
  document.documentElement.style.setProperty('--toast-room', `${height}px`)
}
