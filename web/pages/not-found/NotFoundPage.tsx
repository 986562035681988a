import { MessagePage } from '../../frame/message-pages.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { SearchForm } from './SearchForm.tsx'

/** For any address that no page has. */
export function NotFoundPage() {
  return (
    <MessagePage
      title="Page not found"
      sentence="There is no page at this address. It may have been mistyped, or the page has moved."
    >
      <SearchForm label="Search the documentation" action="/documentation" />
      <LinkButton to="/">Go back home</LinkButton>
      <LinkButton to="/documentation" look="plain">
        Documentation
      </LinkButton>
    </MessagePage>
  )
}
