/**
 * Asks the lists of exclusions, and those of CMS, about a person. An NPI that is listed fails the check, as a license
 * number does with both names; a name alone is a possible match. Rows that ended do not count. Most rows have no NPI,
 * so without a name to compare nothing passes.
 */
import type { CheckResult } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { findExclusions, findMedicareFacts, type Listed, type ListSource, type Loaded } from '../sources/ask.ts'
import { cmsRevoked } from '../sources/lists/exclusions/cms-revoked.ts'
import { oigLeie } from '../sources/lists/exclusions/leie.ts'
import { samExclusions } from '../sources/lists/exclusions/sam.ts'
import { cmsOptOut } from '../sources/lists/medicare/opt-out.ts'
import { type License, type Match, matchExclusion, type Person } from '../sources/match/match.ts'
import type { ExclusionRow } from '../sources/source-list.ts'
import { exclusionSentences, optOutSentences, withAge } from './source-sentences.ts'

export interface ExclusionAsked {
  npi: string
  /** Undefined where the registry has no one: then only the NPI is looked up. */
  person: Person | undefined
  /** Two letters; of several possible matches, those of this state come first. */
  state: string | null
  licenses: readonly License[]
  /** yyyy-mm-dd */
  today: string
  /** Lists that count for the registry. */
  loaded: readonly Loaded[]
}

const federal = [oigLeie, samExclusions, cmsRevoked].map(({ name }) => name)

interface Group {
  code: Check['code']
  /** As in "No list of … is loaded". */
  what: string
  has: (list: Loaded) => boolean
}

const groups: readonly Group[] = [
  { code: 'exclusion.oig', what: 'the OIG’s exclusions', has: ({ name }) => name === oigLeie.name },
  { code: 'exclusion.sam', what: 'SAM.gov’s exclusions', has: ({ name }) => name === samExclusions.name },
  { code: 'exclusion.state', what: 'a state’s exclusions', has: ({ name }) => !federal.includes(name) },
]

const revoked: Group = {
  code: 'medicare.revoked',
  what: 'revoked Medicare enrollments',
  has: ({ name }) => name === cmsRevoked.name,
}

/** In the contract's order. */
export async function exclusionChecks(db: ListSource, asked: ExclusionAsked): Promise<Check[]> {
  const { npi, person, licenses, loaded } = asked
  const lists = loaded.filter(({ kind }) => kind === 'exclusion')
  const names = person === undefined ? [] : [person.name, ...person.otherNames]
  const [found, optOut] = await Promise.all([
    lists.length === 0 ? [] : findExclusions(db, { npi, names, numbers: licenses }),
    optOutCheck(db, asked),
  ])
  const hits = found
    .filter(({ list }) => lists.some(({ name }) => name === list.name))
    .flatMap((listed) => hitOf(asked, listed) ?? [])
    .sort(byWeight(asked.state))
  const check = (group: Group) =>
    groupCheck(
      group,
      lists.filter(group.has),
      hits.filter(({ list }) => group.has(list)),
      person !== undefined,
    )
  return [...groups.map(check), optOut, check(revoked)]
}

type Hit = Listed<ExclusionRow> & { by: 'npi' | 'license' | 'name'; basis: string }

/** Undefined for rows of others, and for those that ended. */
function hitOf({ npi, person, licenses, today }: ExclusionAsked, { list, row }: Listed<ExclusionRow>): Hit | undefined {
  if (row.until !== null && row.until <= today) return undefined
  if (row.npis.includes(npi)) return { list, row, by: 'npi', basis: '' }
  if (person === undefined) return undefined
  const { verdict, basis }: Match = matchExclusion({ ...person, licenses }, { ...row, listState: list.state })
  if (verdict === 'match') return { list, row, by: 'license', basis }
  return verdict === 'possible' ? { list, row, by: 'name', basis } : undefined
}

const ways: readonly Hit['by'][] = ['npi', 'license', 'name']

function byWeight(state: string | null) {
  return (one: Hit, other: Hit): number =>
    ways.indexOf(one.by) - ways.indexOf(other.by) ||
    Number(other.row.state === state) - Number(one.row.state === state) ||
    (other.row.since ?? '').localeCompare(one.row.since ?? '')
}

function groupCheck(
  { code, what }: Group,
  lists: readonly Loaded[],
  hits: readonly Hit[],
  isNameCompared: boolean,
): Check {
  const [hit] = hits
  if (hit !== undefined) {
    const { list, row, basis, by } = hit
    const sentence = {
      npi: () => exclusionSentences.byNpi(row),
      license: () => exclusionSentences.byLicense(row, basis),
      name: () => exclusionSentences.possible(row, basis, hits.length - 1),
    }[by]()
    return checkOf(code, by === 'name' ? 'warning' : 'failed', sentence, [list])
  }
  const [first] = lists
  if (first === undefined) return checkOf(code, 'unknown', exclusionSentences.noList(what), [])
  const states = [...new Set(lists.map(({ state }) => state).filter((state) => state !== null))].sort()
  return isNameCompared
    ? checkOf(code, 'passed', exclusionSentences.none(states), lists)
    : checkOf(code, 'unknown', exclusionSentences.npiAlone(states), lists)
}

/** Of several lists, the date is that of the oldest. */
function checkOf(code: Check['code'], result: CheckResult, sentence: string, lists: readonly Loaded[]): Check {
  const [first] = lists
  const name = lists.length > 1 ? `${lists.length} lists of states` : (first?.title ?? 'Lists of primary sources')
  const [oldest = null] = lists.map(({ date }) => date).sort()
  return { code, result, sentence: withAge(sentence, lists), source: { name, date: oldest } }
}

async function optOutCheck(
  db: ListSource,
  { npi, today, loaded }: Pick<ExclusionAsked, 'npi' | 'today' | 'loaded'>,
): Promise<Check> {
  const code = 'medicare.opt_out'
  const list = loaded.find(({ kind, name, isSample }) => kind === 'medicare' && (name === cmsOptOut.name || isSample))
  if (list === undefined) return checkOf(code, 'unknown', optOutSentences.noList(), [])
  for (const { row, list: from } of await findMedicareFacts(db, npi)) {
    if (row.fact !== 'opt_out' || from.name !== list.name) continue
    if (row.since > today || (row.until !== null && row.until < today)) continue
    return checkOf(code, 'warning', optOutSentences.optedOut(row.since, row.until), [list])
  }
  return checkOf(code, 'passed', optOutSentences.none(), [list])
}
