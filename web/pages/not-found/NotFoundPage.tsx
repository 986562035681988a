import { Search } from 'lucide-react'
import { MessagePage } from '../../frame/message-pages.tsx'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { controlClasses } from '../../ui/classes.ts'
import { Field } from '../../ui/fields.tsx'

export function NotFoundPage() {
  return (
    <MessagePage
      title="Page not found"
      sentence="There’s no page at this address. Check it for typos, or search for what you need."
    >
      <SearchForm />
      <LinkButton to="/">Go back home</LinkButton>
      <LinkButton to="/documentation" look="plain">
        Documentation
      </LinkButton>
    </MessagePage>
  )
}

/** The browser's own form, so it works without the page's scripts. */
function SearchForm() {
  return (
    <search className="w-full">
      <form action="/documentation" method="get">
        <Field label="Search the documentation">
          {(control) => (
            <div className="flex gap-2">
              <input type="search" name="q" required maxLength={100} className={controlClasses} {...control} />
              <Button type="submit" look="plain">
                <Search size={18} strokeWidth={1.75} aria-hidden="true" />
                Search
              </Button>
            </div>
          )}
        </Field>
      </form>
    </search>
  )
}
