/** What answers say of lists: those that were asked, those that are not loaded, and rows with their verdict. */
import { sourceRowsMax } from '#contract/limits'
import type { Registry } from '#registry/search/query'
import { type Listed, type Loaded, rowsMax } from './ask.ts'
import { lists } from './lists.ts'
import { basisOf, sentences } from './match/basis.ts'
import { type License, type Match, matchLicense, type Person } from './match/match.ts'
import type { AnyList, LicenseRow, SourceKind } from './source-list.ts'

/** What invented lists say counts for the sample registry alone. */
export function countsFor({ isSample }: Pick<Registry, 'isSample'>) {
  return (list: Loaded) => isSample || !list.isSample
}

/** Of a kind; of the states given, where some are, and those without a state. */
export function listsOf(
  loaded: readonly Loaded[],
  { kind, states }: { kind: SourceKind; states: readonly string[] | undefined },
) {
  const isAsked = (list: Pick<AnyList, 'kind' | 'state'>) =>
    list.kind === kind && (states === undefined || list.state === null || states.includes(list.state))
  const known = lists.filter(isAsked)
  return {
    listsAsked: loaded.filter(isAsked),
    listsNotLoaded: known
      .filter(({ name }) => !loaded.some((list) => list.name === name))
      .map(({ name, title, state }) => ({ name, title, state })),
  }
}

const ranks = ['match', 'possible', 'insufficient'] as const

export type Judged<Row> = Listed<Row> & { verdict: (typeof ranks)[number]; basis: string }

interface JudgedBy<Row> {
  judge: (one: Listed<Row>) => Match
  isAsked: (one: Listed<Row>) => boolean
  order?: (row: Row) => number
}

/** Without those of other people, the surest first, and those of one verdict as `order` has them. */
export function judged<Row>(
  found: readonly Listed<Row>[],
  { judge, isAsked, order = () => 0 }: JudgedBy<Row>,
): { rows: Judged<Row>[]; hasMore: boolean } {
  const rows = found
    .filter(isAsked)
    .flatMap((one) => {
      const { verdict, basis } = judge(one)
      return verdict === 'no_match' ? [] : [{ ...one, verdict, basis }]
    })
    .sort((a, b) => ranks.indexOf(a.verdict) - ranks.indexOf(b.verdict) || order(a.row) - order(b.row))
  return { rows: rows.slice(0, sourceRowsMax), hasMore: rows.length > sourceRowsMax || found.length === rowsMax }
}

const surest = ['match', 'possible', 'insufficient', 'no_match'] as const

/** The surest of some verdicts on one row. */
export function surestOf(matches: readonly Match[]): Match {
  const [first, ...others] = matches
  if (first === undefined) return { verdict: 'no_match', basis: '' }
  return others.reduce((best, one) => (surest.indexOf(one.verdict) < surest.indexOf(best.verdict) ? one : best), first)
}

/** On a row with the NPI of whom the registry has no name. */
export const byNpiAlone: Match = {
  verdict: 'possible',
  basis: basisOf({ number: 'missing', npi: 'same', names: undefined }, sentences.nameMissing),
}

export function matchListed(asked: Person & License, { list, row }: Listed<LicenseRow>): Match {
  return matchLicense(asked, { ...row, listState: list.state })
}
