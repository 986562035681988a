import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { type Theme, themes, useTheme } from './theme.ts'

const looks = {
  light: { icon: Sun, name: 'light' },
  dark: { icon: Moon, name: 'dark' },
  system: { icon: Monitor, name: 'as the system' },
} as const satisfies Record<Theme, object>

/** Goes through the themes: light, dark, as the system. */
export function ThemeToggle() {
  const [theme, setTheme] = useTheme()
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  const { icon, name } = looks[theme]
  return (
    <IconButton icon={icon} label={`Theme: ${name}. Change to ${looks[next].name}`} onClick={() => setTheme(next)} />
  )
}
