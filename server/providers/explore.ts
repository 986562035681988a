/** The explorer's search: one text and filters, understood as a search of the API. It needs no key. */
import type { z } from 'zod'
import type { Api } from '#contract/api'
import type { ExploreCountQuery, ExploredProvider } from '#contract/explore-endpoints'
import { explorePageSize } from '#contract/limits'
import { npiText } from '#contract/parameters'
import type { ProviderKind, ProviderSearch } from '#contract/provider-search'
import { splitSearchText } from '#contract/search-text'
import { giveBack } from '#registry/search/answer-bytes'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { isOneEditFrom } from '#registry/vocabulary/nearest-word'
import { type AttemptParts, attemptRules, networkOf, takeAttempt } from '../accounts/attempts.ts'
import type { Verb } from '../http/verb.ts'
import type { Geocoder } from '../platform/geocoder/geocoder.ts'
import { shown } from '../platform/shown.ts'
import type { LimitSettings } from '../settings.ts'
import { countsOf, refuseOthers } from './area-counts.ts'
import { placeOf } from './place.ts'
import { type SearchFail, searchProviders, wantedBy } from './search.ts'

interface ExploreParts extends AttemptParts {
  registry: RegistrySource
  geocoder: Geocoder
  settings: Pick<LimitSettings, 'attempts'>
}

type Entry = Omit<ExploredProvider, 'kind'>
type Listed = Record<'doctors' | 'organizations' | 'providers', readonly Entry[] | undefined>
type Rest = Pick<z.output<Api['exploreProviders']['output']>, 'page' | 'total' | 'location'>

export function exploreProviders(parts: ExploreParts): Verb<Api['exploreProviders']> {
  const { exploreSearches } = attemptRules(parts.settings.attempts)
  return async ({ query, client, fail }) => {
    await takeAttempt(parts, exploreSearches, networkOf(client.ip), fail)
    const { page = 1, ...asked } = query
    const { kind, search, nearest } = await understood(asked, parts, fail)
    const { json, headers } = await searchProviders(
      kind,
      parts,
    )({
      query: { ...search, page, limit: explorePageSize },
      fail,
    })
    // The registry writes it by the contract's schemas; the output schema drops what the explorer does not show.
    const { doctors, organizations, providers, ...rest }: Listed & Rest = JSON.parse(json.toString('utf8'))
    giveBack(json)
    const entryKind = kind === 'organizations' ? 'organization' : 'individual'
    const found = (doctors ?? organizations ?? providers ?? []).map((entry) => ({ ...entry, kind: entryKind }) as const)
    const output = {
      ...rest,
      kind,
      query: parametersOf(search),
      providers: found,
      ...(nearest !== undefined && { nearest }),
    }
    const { 'X-Registry-Version': version, 'X-Registry-Source-Date': date } = headers
    return { output, headers: { 'X-Registry-Version': version, 'X-Registry-Source-Date': date } }
  }
}

export function exploreCounts(parts: ExploreParts): Verb<Api['exploreCounts']> {
  const { exploreCounts } = attemptRules(parts.settings.attempts)
  return async ({ query, client, fail }) => {
    await takeAttempt(parts, exploreCounts, networkOf(client.ip), fail)
    const { by, ...asked } = query
    const { kind, search } = await understood(asked, parts, fail)
    return countsOf({ kind, by, query: search }, parts, fail)
  }
}

interface Understood {
  kind: ProviderKind
  search: ProviderSearch
  /** A specialty with a name like the text, which no one has. */
  nearest?: string | undefined
}

type Asked = Omit<ExploreCountQuery, 'by'>

const hasLetter = /[\p{L}\p{N}]/u
/** Boston, MA. */
const stateAtEnd = /,\s*[a-z]{2}$/i

/**
 * What is no NPI and no specialty is a name. Where no one has it, or it ends in a state, it may be a place, or a
 * specialty and a place; where it is none, it may be a specialty with one wrong letter.
 */
async function understood(
  { q = '', kind, ...filters }: Asked,
  parts: ExploreParts,
  fail: SearchFail,
): Promise<Understood> {
  if (kind !== undefined) refuseOthers(kind, filters, fail)
  const understoodAs = async (search: ProviderSearch) => ({
    kind: kind ?? (await likelyKind(search, parts, fail)),
    search,
  })
  const { what, where } = splitSearchText(q)
  const around: ProviderSearch = { ...filters, ...(where !== undefined && where !== '' && { address: where }) }
  if (what === '') return understoodAs(around)
  if (!hasLetter.test(what)) {
    const expected = 'a specialty, a name or an NPI, and a place after "near"'
    return fail('invalid_input', { parameter: 'q', expected, got: shown(what) })
  }
  if (npiText.test(what)) return understoodAs({ ...around, npi: [Number(what)] })
  const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
  const specialty = registry.specialty(what)
  if ('codes' in specialty) return understoodAs({ ...around, specialty: what })
  const named: ProviderSearch = { ...around, name: what }
  const isUnknown = (await totalOf(named, kind, parts, fail)) === 0
  if (around.address === undefined && around.latitude === undefined && (isUnknown || stateAtEnd.test(what))) {
    const there = await withPlace(what, registry, parts)
    if (there !== undefined) return understoodAs({ ...around, ...there })
  }
  const nearest = isUnknown ? specialty.nearest : undefined
  const isMisspelled = nearest !== undefined && what.length >= misspelledLengthMin && isOneEditFrom(nearest, what)
  return { ...(await understoodAs(isMisspelled ? { ...around, specialty: nearest } : named)), nearest }
}

/** A shorter word is too near to a name. */
const misspelledLengthMin = 6

/** A place in words is no longer: 350 Fifth Avenue, New York, NY 10118. */
const placeWordsMax = 7

/** "dentist Boston" is a specialty and a place, "Boston, MA" only a place; undefined when neither ends the text. */
async function withPlace(
  text: string,
  registry: Registry,
  { geocoder }: ExploreParts,
): Promise<ProviderSearch | undefined> {
  const words = text.split(/\s+/)
  for (let count = words.length - 1; count >= Math.max(0, words.length - placeWordsMax); count--) {
    const specialty = words.slice(0, count).join(' ')
    if (count > 0 && !('codes' in registry.specialty(specialty))) continue
    const address = words.slice(count).join(' ')
    const place = await geocoder.locate({ address }, registry.cities)
    if (place.kind === 'found') return count === 0 ? { address } : { specialty, address }
  }
  return undefined
}

async function totalOf(
  search: ProviderSearch,
  kind: ProviderKind | undefined,
  parts: ExploreParts,
  fail: SearchFail,
): Promise<number> {
  const totals = await totalsOf(search, parts, fail)
  return kind === undefined ? totals.individuals + totals.organizations : totals[kind]
}

/** The kind with most matches; doctors where half of the people are. */
async function likelyKind(search: ProviderSearch, parts: ExploreParts, fail: SearchFail): Promise<ProviderKind> {
  const { doctors, individuals, organizations } = await totalsOf(search, parts, fail)
  if (organizations > individuals) return 'organizations'
  return 2 * doctors >= individuals ? 'doctors' : 'individuals'
}

async function totalsOf(
  search: ProviderSearch,
  parts: ExploreParts,
  fail: SearchFail,
): Promise<Record<ProviderKind, number>> {
  const place = await placeOf(search, parts, fail)
  const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
  const of = (resource: ProviderKind) => {
    const { offset: _, limit: __, ...filters } = wantedBy(search, registry, { resource, offset: 0, limit: 0 }, fail)
    return registry.count({ ...filters, ...place?.filters })
  }
  return { doctors: of('doctors'), individuals: of('individuals'), organizations: of('organizations') }
}

function parametersOf(search: ProviderSearch): { name: string; value: string }[] {
  return Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: String(value) }],
  )
}
