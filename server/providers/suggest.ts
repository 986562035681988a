/** Suggestions while typing: specialties, cities, and providers by name. */
import type { Api } from '#contract/api'
import type { Suggestion } from '#contract/explore-endpoints'
import { suggestionsMax } from '#contract/limits'
import { splitSearchText } from '#contract/search-text'
import { suggestCities } from '#registry/places/city-names'
import { giveBack } from '#registry/search/answer-bytes'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { queryWords } from '#registry/search/words'
import { type AttemptParts, attemptRules, networkOf, takeAttempt } from '../accounts/attempts.ts'
import type { Fail, Verb } from '../http/verb.ts'
import type { LimitSettings } from '../settings.ts'

type SuggestParts = { registry: RegistrySource }

export function suggest(parts: SuggestParts): Verb<Api['suggest']> {
  return async ({ query, fail }) => suggestionsFor(query.q, parts, fail)
}

export function exploreSuggestions(
  parts: SuggestParts & AttemptParts & { settings: Pick<LimitSettings, 'attempts'> },
): Verb<Api['exploreSuggestions']> {
  const rule = attemptRules(parts.settings.attempts).exploreSuggestions
  return async ({ query, client, fail }) => {
    await takeAttempt(parts, rule, networkOf(client.ip), fail)
    return suggestionsFor(query.q, parts, fail)
  }
}

function suggestionsFor(q: string, { registry }: SuggestParts, fail: Fail<'not_ready'>) {
  const current = registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
  const { what, where } = splitSearchText(q)
  const suggestions = where === undefined ? suggestionsOf(what, current) : cities(where, suggestionsMax)
  return { output: { suggestions } }
}

/** Each kind gives way to the others: together they are at most `suggestionsMax`. */
const [specialtiesMax, citiesMax, peopleMax, organizationsMax] = [3, 2, 2, 2]

function suggestionsOf(text: string, registry: Registry): Suggestion[] {
  const specialties = registry
    .suggestSpecialties(text, specialtiesMax)
    .map((found): Suggestion => ({ kind: 'specialty', text: found }))
  return [...specialties, ...cities(text, citiesMax), ...providersNamed(text, registry)].slice(0, suggestionsMax)
}

function cities(text: string, limit: number): Suggestion[] {
  return suggestCities(text, limit).map((found) => ({ kind: 'city', text: found }))
}

/** Entries that are read to choose the best names of. */
const namedMax = 20

interface Entry {
  npi: number
  name: string
  gender?: string | null
  specialties: readonly string[]
  address: { city: string; state: string }
}

function providersNamed(text: string, registry: Registry): Suggestion[] {
  const words = queryWords(text)
  if (words.length === 0) return []
  const entries = entriesIn(registry.named(text, namedMax))
  const best = entries.map((entry) => ({ entry, fit: fitOf(entry.name, words) })).sort((a, b) => b.fit - a.fit)
  const isPerson = ({ entry }: { entry: Entry }) => 'gender' in entry
  const [people, organizations] = [best.filter(isPerson), best.filter((one) => !isPerson(one))]
  return [
    ...people.slice(0, peopleMax).map(({ entry }) => suggestionOf('person', entry)),
    ...organizations.slice(0, organizationsMax).map(({ entry }) => suggestionOf('organization', entry)),
  ]
}

function entriesIn(json: Buffer): readonly Entry[] {
  // The registry writes entries of individuals and organizations by the contract's schemas.
  const entries: readonly Entry[] = JSON.parse(json.toString('utf8'))
  giveBack(json)
  return entries
}

/** Whole words count before beginnings, and then short names. */
function fitOf(name: string, words: readonly string[]): number {
  const own = queryWords(name)
  return words.filter((word) => own.includes(word)).length - own.length / 100
}

function suggestionOf(kind: 'person' | 'organization', { npi, name, specialties, address }: Entry): Suggestion {
  const detail = [specialties[0], `${address.city}, ${address.state}`].filter((part) => part !== undefined).join(' · ')
  return { kind, text: name, npi, detail }
}
