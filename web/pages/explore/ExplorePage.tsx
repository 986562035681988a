import { SearchX } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { exploreHitsMax, explorePageSize } from '#contract/limits'
import { splitSearchText } from '#contract/search-text'
import { type CallError, errorText, type Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { PublicFooter, PublicHeader } from '../../frame/public-frame.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { dayText, numberText } from '../../ui/format.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { TextLink } from '../../ui/links.tsx'
import { EmptyMessage, LoadError } from '../../ui/placeholders.tsx'
import { useIsAlive } from '../../ui/use-is-alive.ts'
import { CopySearch } from './copy-search.tsx'
import { addressOf, type ExploreInput, filterNames, searchIn } from './explore-search.ts'
import { Filters } from './Filters.tsx'
import { ResultList, ResultsLoading } from './ResultList.tsx'
import { SearchBox } from './SearchBox.tsx'
import { ExampleSearches } from './SmallExplorer.tsx'
import { countedWord, searchProblem } from './words.ts'

const ProviderMap = lazy(async () => ({ default: (await import('./ProviderMap.tsx')).ProviderMap }))

/** One text finds providers: the list says who they are, the map where they are. */
export function ExplorePage() {
  const [address] = useSearchParams()
  const isAlive = useIsAlive()
  // The prerendered page knows no search.
  const search = isAlive ? searchIn(address) : {}
  const isSearch = Object.keys(search).length > 0
  const [pointed, setPointed] = useState<number>()
  const found = useAnswer('GET /explore/providers', { query: search }, { isEnabled: isSearch, keepsPrevious: true })
  const providers = isSearch ? (found.data?.providers ?? []) : []
  const shown = providers.find(({ npi }) => npi === pointed)
  return (
    <>
      <PublicHeader isWide />
      <main id="main">
        <h1 className="sr-only">Explore providers</h1>
        <search
          aria-label="Explore providers"
          className="mx-auto flex w-full max-w-docs flex-col gap-2 border-b border-border px-4 py-4"
        >
          <SearchBox search={search} hasLocation />
          <Filters search={search} />
        </search>
        <div className="mx-auto grid w-full max-w-docs lg:grid-cols-12">
          <section
            aria-label="Results"
            aria-busy={found.isFetching}
            className="flex min-w-0 flex-col gap-4 py-4 lg:col-span-5"
          >
            {!isSearch ? (
              <Start />
            ) : found.error !== null ? (
              <Failure error={found.error} onRetry={() => void found.refetch()} />
            ) : found.data === undefined ? (
              <ResultsLoading />
            ) : (
              <Results found={found.data} search={search} onPoint={setPointed} />
            )}
          </section>
          <section
            aria-label="Map"
            className="h-72 border-border max-lg:order-first max-lg:border-b sm:h-96 lg:sticky lg:top-14 lg:col-span-7 lg:h-160 lg:border-l"
          >
            {isAlive && (
              <LaterPart>
                <ProviderMap search={search} pointed={shown?.address.coords ?? undefined} />
              </LaterPart>
            )}
          </section>
        </div>
      </main>
      <PublicFooter />
    </>
  )
}

function Start() {
  const { data } = useAnswer('GET /registry', {})
  return (
    <div className="flex flex-col gap-3 px-4">
      <h2 className="text-lg font-semibold">Every registered provider in the United States</h2>
      <p className="text-muted">
        Search by specialty, name or NPI, with a city or ZIP code if you like. No account needed.
      </p>
      <ExampleSearches />
      <p className="min-h-4.5 text-sm text-subtle">{data?.isSampleData && 'Sample data (fictional).'}</p>
    </div>
  )
}

type Found = Output<'GET /explore/providers'>

interface ResultsProps {
  found: Found
  search: ExploreInput
  onPoint: (npi: number | undefined) => void
}

function Results({ found, search, onPoint }: ResultsProps) {
  const { kind, query, providers, total, page, location, nearest } = found
  const { data: registry } = useAnswer('GET /registry', {})
  const first = (page - 1) * explorePageSize + 1
  const isCorrected = query.some(({ name, value }) => name === 'specialty' && value === nearest)
  const order = location?.latitude === undefined ? '' : ', nearest first'
  const source =
    registry === undefined
      ? ''
      : ` · ${registry.isSampleData ? 'Sample data' : 'NPPES'} as of ${dayText(registry.asOf)}`
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4">
        <p role="status">
          <span className="font-semibold tabular-nums">{numberText(total)}</span> {countedWord(kind, total)}
          {order}
          <span className="text-sm text-muted">{source}</span>
        </p>
        <CopySearch search={{ kind, query }} />
      </div>
      {isCorrected && (
        <p className="px-4 text-muted">
          No one is named “{splitSearchText(search.q ?? '').what}”. Showing results for{' '}
          <span className="font-semibold text-text">{nearest}</span>.
        </p>
      )}
      {providers.length === 0 ? (
        <EmptyMessage icon={SearchX} title="No providers found" text={emptyText(search)}>
          {nearest !== undefined && !isCorrected && (
            <p>
              Did you mean <TextLink to={addressOf({ ...search, q: withWhat(search.q, nearest) })}>{nearest}</TextLink>?
            </p>
          )}
        </EmptyMessage>
      ) : (
        <>
          <ResultList providers={providers} first={first} onPoint={onPoint} />
          <Pages search={search} page={page} first={first} count={providers.length} total={total} />
        </>
      )}
    </>
  )
}

interface PagesProps {
  search: ExploreInput
  page: number
  first: number
  count: number
  total: number
}

function Pages({ search, page, first, count, total }: PagesProps) {
  const { page: _, ...rest } = search
  const last = first + count - 1
  const hasNext = last < Math.min(total, exploreHitsMax)
  const to = (other: number) => addressOf(other === 1 ? rest : { ...rest, page: String(other) })
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 px-4">
      <p className="text-sm text-muted">
        {numberText(first)}–{numberText(last)} of {numberText(total)}
        {total > exploreHitsMax && (
          <>
            . Only the first {exploreHitsMax} are shown here; <TextLink to="/signup">get an API key</TextLink> for all.
          </>
        )}
      </p>
      <div className="flex gap-2">
        {page > 1 && (
          <LinkButton look="plain" to={to(page - 1)}>
            Previous
          </LinkButton>
        )}
        {hasNext && (
          <LinkButton look="plain" to={to(page + 1)}>
            Next
          </LinkButton>
        )}
      </div>
    </nav>
  )
}

function emptyText(search: ExploreInput): string {
  const hasFilter = filterNames.some((name) => search[name] !== undefined)
  const isNear = search.latitude !== undefined || splitSearchText(search.q ?? '').where !== undefined
  const advice = [
    'Check the spelling',
    ...(isNear ? ['try a larger radius'] : []),
    ...(hasFilter ? ['remove a filter'] : []),
  ]
  return `${advice.join(', or ')}.`
}

/** The same place, with another thing to look for. */
function withWhat(q: string | undefined, what: string): string {
  const { where } = splitSearchText(q ?? '')
  return where === undefined || where === '' ? what : `${what} near ${where}`
}

function Failure({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const title =
    error.status === 429 ? 'Too many searches' : error.status === 400 ? 'Check your search' : 'Search failed'
  const text = searchProblem(errorText(error, 'Check your connection and try again.'))
  return (
    <div className="px-4">
      <LoadError title={title} text={text} onRetry={error.status === 400 ? undefined : onRetry} />
    </div>
  )
}
