import { useEffect } from 'react'
import { type ProviderPage as Page, providerTitle } from '#contract/provider-page'
import { MessagePage } from '../../frame/message-pages.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { longDayText } from '../../ui/format.ts'
import { NotFoundPage } from '../not-found/NotFoundPage.tsx'
import { FoundProvider } from './FoundProvider.tsx'
import { shownProvider } from './shown-provider.ts'

/** The server renders it: what one NPI is, as its document says. */
export function ProviderPage() {
  const page = shownProvider()
  return page === undefined ? <OtherDocument /> : <ShownPage page={page} />
}

/** Without the server's data the document is that of another page, or the server's answer that there is none. */
function OtherDocument() {
  const isMissing = document.getElementById('root')?.dataset.page === '*'
  useEffect(() => {
    if (!isMissing) window.location.reload()
  }, [isMissing])
  return isMissing ? <NotFoundPage /> : null
}

function ShownPage({ page }: { page: Page }) {
  switch (page.kind) {
    case 'found':
      return <FoundProvider page={page} />
    case 'deactivated':
      return (
        <MessagePage title={providerTitle(page)} sentence={deactivatedSentence(page)}>
          {page.replacementNpi !== undefined && (
            <LinkButton to={`/providers/${page.replacementNpi}`} reloadDocument>
              NPI {page.replacementNpi}
            </LinkButton>
          )}
          <LinkButton to="/explore" look="plain">
            Explore providers
          </LinkButton>
        </MessagePage>
      )
    case 'limited':
      return (
        <MessagePage
          title={providerTitle(page)}
          sentence={`You can view ${page.perMinute} provider pages a minute from one network. Wait a minute, then reload. API keys have higher limits.`}
        >
          <LinkButton to="/signup">Create an account</LinkButton>
        </MessagePage>
      )
  }
}

function deactivatedSentence({ deactivatedOn, replacementNpi }: Extract<Page, { kind: 'deactivated' }>): string {
  const replaced = replacementNpi === undefined ? '' : ' The provider now has a different NPI.'
  return `CMS deactivated this NPI on ${longDayText(deactivatedOn)} and removed its details.${replaced}`
}
