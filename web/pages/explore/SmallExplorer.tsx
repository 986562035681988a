import { TextLink } from '../../ui/links.tsx'
import { addressOf } from './explore-search.ts'
import { SearchBox } from './SearchBox.tsx'

const examples = ['cardiologist near 10118', 'pediatrician in Boston, MA', 'pharmacy near Austin, TX']

/** The search of the explorer for another page: the box, and examples that lead to results. */
export function SmallExplorer() {
  return (
    <search aria-label="Explore providers" className="flex flex-col gap-3">
      <p className="font-semibold">Search now. No account needed.</p>
      <SearchBox search={{}} />
      <ExampleSearches />
    </search>
  )
}

export function ExampleSearches() {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-2 text-sm text-muted">
      Try
      {examples.map((q) => (
        <TextLink key={q} to={addressOf({ q })}>
          {q}
        </TextLink>
      ))}
    </p>
  )
}
