import { LinkButton } from '../../ui/buttons.tsx'
import { documentationPath } from './contents.ts'
import { SearchButton } from './search/SearchButton.tsx'

/** For an address below /documentation that has no page. */
export function DocsNotFound() {
  return (
    <div className="flex max-w-prose flex-col items-start gap-6">
      <h1 className="text-2xl font-semibold">No such page in the documentation</h1>
      <p className="text-md text-muted">
        There is no group or method at this address. It may have been mistyped, or the page has moved. Search for what
        you were after:
      </p>
      <SearchButton />
      <div className="flex flex-wrap gap-3">
        <LinkButton to={documentationPath} look="plain">
          Getting Started
        </LinkButton>
        <LinkButton to="/" look="plain">
          Go back home
        </LinkButton>
      </div>
    </div>
  )
}
