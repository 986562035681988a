import { longDayText } from '../../ui/format.ts'
import { AnchorHeading } from '../documentation/pieces.tsx'
import { TextBlockView } from '../documentation/prose.tsx'
import { entries } from './contents/changelog.ts'

export function ChangelogEntries() {
  return entries.map(({ id, day, title, blocks }) => (
    <article key={id} aria-labelledby={id} className="flex flex-col gap-3 border-t border-border pt-6">
      <time dateTime={day} className="text-sm text-muted">
        {longDayText(day)}
      </time>
      <AnchorHeading id={id}>{title}</AnchorHeading>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of an entry never change places.
        <TextBlockView key={index} block={block} label={title} />
      ))}
    </article>
  ))
}
