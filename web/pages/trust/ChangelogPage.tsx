import { changelogFeed } from '#contract/product'
import { longDayText } from '../../ui/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { AnchorHeading } from '../documentation/pieces.tsx'
import { TextBlockView } from '../documentation/prose.tsx'
import { entries } from './contents/changelog.ts'
import { TrustPage } from './trust-page.tsx'

export function ChangelogPage() {
  return (
    <TrustPage title="Changelog" sentence="What’s new in the API, the portal and the data.">
      <p>
        <TextLink to={changelogFeed} reloadDocument>
          Subscribe with Atom
        </TextLink>
      </p>
      {entries.map(({ id, day, title, blocks }) => (
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
      ))}
    </TrustPage>
  )
}
