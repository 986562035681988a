import { Search } from 'lucide-react'
import { Button } from '../../ui/buttons.tsx'
import { controlClasses, Field } from '../../ui/fields.tsx'

/** Characters of a search: longer than anybody means. */
const wordsLengthMax = 100

/** Leads to the page at `action` with the words in its parameter q. It is the browser's own form, so it needs no script. */
export function SearchForm({ label, action }: { label: string; action: string }) {
  return (
    <search className="w-full">
      <form action={action} method="get">
        <Field label={label}>
          {(control) => (
            <div className="flex gap-2">
              <input
                type="search"
                name="q"
                required
                maxLength={wordsLengthMax}
                className={controlClasses}
                {...control}
              />
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
