/** The theme: light, dark, or the system's. web/public/before-paint.js reads the same choice before the first paint. */
import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from './buttons.tsx'

export type Theme = 'light' | 'dark' | 'system'

const storageKey = 'theme'
const darkSystem = '(prefers-color-scheme: dark)'
const listeners = new Set<() => void>()
/** Used where storage is switched off. */
let chosen: Theme = 'system'

/** The user's choice, and how to change it. A prerendered page answers `system`. */
function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(listen, storedTheme, (): Theme => 'system')
  return [theme, storeTheme]
}

/** Keeps the page in its theme: the system and other tabs may change it, and may have done so already. */
export function followTheme(): void {
  const follow = () => show(storedTheme())
  matchMedia(darkSystem).addEventListener('change', follow)
  window.addEventListener('storage', follow)
  follow()
}

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return chosen
  }
}

function storeTheme(theme: Theme): void {
  chosen = theme
  try {
    localStorage.setItem(storageKey, theme)
  } catch {}
  show(theme)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function show(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia(darkSystem).matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

const looks = {
  light: { icon: Sun, name: 'light' },
  dark: { icon: Moon, name: 'dark' },
  system: { icon: Monitor, name: 'as the system' },
} as const satisfies Record<Theme, object>

export function ThemeToggle() {
  const [theme, setTheme] = useTheme()
  const isSystemDark = useSyncExternalStore(
    listen,
    () => matchMedia(darkSystem).matches,
    () => true,
  )
  const next = nextOf(theme, isSystemDark)
  const { icon, name } = looks[theme]
  return (
    <IconButton icon={icon} label={`Theme: ${name}. Change to ${looks[next].name}`} onClick={() => setTheme(next)} />
  )
}

/** From the system's theme to the other one, so that the first press can be seen, and to the system's again last. */
function nextOf(theme: Theme, isSystemDark: boolean): Theme {
  const order = isSystemDark ? (['system', 'light', 'dark'] as const) : (['system', 'dark', 'light'] as const)
  return order[(order.indexOf(theme) + 1) % order.length] ?? 'system'
}
