import type { ReactNode } from 'react'

/** A word or line of code among other words; it breaks where there is no room for it. */
export function CodeText({ children }: { children: ReactNode }) {
  return <code className="font-mono text-sm break-all">{children}</code>
}
