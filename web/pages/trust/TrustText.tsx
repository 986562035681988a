import type { TextBlock } from '../documentation/documentation.ts'
import { headingBefore, TextBlockView } from '../documentation/prose.tsx'
import { TrustPage, type TrustPageProps } from './trust-page.tsx'

interface TrustTextProps extends Omit<TrustPageProps, 'children'> {
  blocks: readonly TextBlock[]
}

export function TrustText({ blocks, ...page }: TrustTextProps) {
  return (
    <TrustPage {...page}>
      <div className="flex flex-col gap-4">
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change places.
          <TextBlockView key={index} block={block} label={headingBefore(blocks, index, page.title)} />
        ))}
      </div>
    </TrustPage>
  )
}
