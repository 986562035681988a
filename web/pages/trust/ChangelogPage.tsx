import { useState } from 'react'
import { changelogFeed } from '#contract/product'
import { laterComponent } from '../../frame/page.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { TextLink } from '../../ui/links.tsx'
import { TrustPage } from './trust-page.tsx'

// It grows with every release, and the page must not grow with it.
const entries = laterComponent(async () => (await import('./ChangelogEntries.tsx')).ChangelogEntries)

export function ChangelogPage() {
  const [Entries] = useState(entries)
  return (
    <TrustPage title="Changelog" sentence="What’s new in the API, the portal and the data.">
      <p>
        <TextLink to={changelogFeed} reloadDocument>
          Subscribe with Atom
        </TextLink>
      </p>
      <LaterPart>
        <Entries />
      </LaterPart>
    </TrustPage>
  )
}
