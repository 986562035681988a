import { ProseAndCode } from '../../ui/docs-layout.tsx'
import { BlockView } from './BlockView.tsx'
import type { GuideDocs } from './documentation.ts'
import { OnThisPage } from './OnThisPage.tsx'
import { PageLinks } from './PageLinks.tsx'

/** A page of prose. */
export function GuidePage({ guide }: { guide: GuideDocs }) {
  const places = guide.blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []))
  return (
    <ProseAndCode
      head={
        <>
          <h1 className="text-2xl font-semibold">{guide.title}</h1>
          <PageLinks address={guide.address} />
        </>
      }
      aside={<OnThisPage places={places} />}
    >
      <div className="flex flex-col gap-4">
        {guide.blocks.map((block, index) => (
          <BlockView
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a guide never change places.
            key={index}
            block={block}
            label={headingBefore(guide, index)}
          />
        ))}
      </div>
    </ProseAndCode>
  )
}

function headingBefore({ blocks, title }: GuideDocs, index: number): string {
  const heading = blocks.slice(0, index).findLast((block) => block.kind === 'heading')
  return heading?.kind === 'heading' ? heading.text : title
}
