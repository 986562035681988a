import type { ReactNode } from 'react'

/** Words beside a title that say the same at more length. */
export function AsideWords({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted">{children}</span>
}
