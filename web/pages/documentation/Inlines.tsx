import { TextLink } from '../../ui/links.tsx'
import { InlineCode } from '../../ui/text.tsx'
import type { Inline } from './documentation.ts'

/** What stands within a line of prose. */
export function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one line never change places.
    <Piece key={index} inline={inline} />
  ))
}

function Piece({ inline }: { inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <InlineCode>{inline.text}</InlineCode>
    case 'strong':
      return <strong className="font-semibold">{inline.text}</strong>
    case 'link': {
      // What is no page of the web app is asked of the server.
      const isPage = inline.address.startsWith('/') && !inline.address.includes('.')
      return (
        <TextLink to={inline.address} reloadDocument={!isPage}>
          {inline.text}
        </TextLink>
      )
    }
  }
}
