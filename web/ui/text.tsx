import type { ReactNode } from 'react'

export function InlineCode({ children }: { children: ReactNode }) {
  return <code className="rounded-badge bg-sunken px-1 py-0.5 font-mono text-sm break-words">{children}</code>
}

export function InlineMarkdown({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence never change places.
      <InlineCode key={index}>{part}</InlineCode>
    ),
  )
}

/** Grouped for the eye alone: copied, searched and read aloud, it is one number. */
export function NpiDigits({ npi }: { npi: string }) {
  return (
    <span className="font-mono whitespace-nowrap">
      {npi.slice(0, 4)}
      <span className="ml-1.5">{npi.slice(4, 7)}</span>
      <span className="ml-1.5">{npi.slice(7)}</span>
    </span>
  )
}
