import type { ReactNode } from 'react'

/** Code within a sentence. */
export function InlineCode({ children }: { children: ReactNode }) {
  return <code className="rounded-badge bg-sunken px-1 py-0.5 font-mono text-sm break-words">{children}</code>
}
