import { InlineCode } from './InlineCode.tsx'

/** A sentence in which what stands between backticks is code. */
export function Words({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence never change places.
      <InlineCode key={index}>{part}</InlineCode>
    ),
  )
}
