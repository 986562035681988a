/** The theme: light, dark, or what the system says. web/public/before-paint.js reads the same choice before the first paint. */
import { useSyncExternalStore } from 'react'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'theme'
/** What was chosen where it cannot be stored: it lasts until the site is loaded anew. */
let unstored: Theme = 'system'
const listeners = new Set<() => void>()

/** The visitor's choice, and how to change it. A prerendered page does not know it yet and answers `system`. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(follow, storedTheme, (): Theme => 'system')
  return [theme, storeTheme]
}

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : unstored
  } catch {
    return unstored
  }
}

function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme)
    unstored = 'system'
  } catch {
    unstored = theme
  }
  applyTheme(theme)
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    applyTheme(storedTheme())
    listener()
  }
  // It may have changed while nobody listened: before the program came, or between two screens.
  applyTheme(storedTheme())
  listeners.add(listener)
  system.addEventListener('change', apply)
  window.addEventListener('storage', apply)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', apply)
    window.removeEventListener('storage', apply)
  }
}

function applyTheme(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
