/**
 * Asks the boards' lists about licenses. The number finds rows, and the matcher says whether one is the person's. Of
 * several licenses that NPPES has, the one that says most counts.
 */
import type { CheckResult, CredentialType, LicenseOrigin } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { findLicenses, type Listed, type ListSource, type Loaded } from '../sources/ask.ts'
import { compareNumbers, professionKeys } from '../sources/match/license-number.ts'
import { type Match, matchLicense, type Person } from '../sources/match/match.ts'
import { compareNames, firstAgrees, lastAgrees } from '../sources/match/person-name.ts'
import type { LicenseRow, LicenseStatus } from '../sources/source-list.ts'
import { disciplineSentences, licenseSentences, withAge } from './source-sentences.ts'

export interface LicenseAsked {
  number: string
  /** Two letters. */
  state: string
  from: LicenseOrigin
}

export interface LicensesAsked {
  licenses: readonly LicenseAsked[]
  /** Undefined where the registry has no person. */
  person: Person | undefined
  credential: CredentialType
  /** The earliest day that is not over everywhere in the United States, yyyy-mm-dd. */
  dayRunning: string
  /** Lists of licenses that count for the registry. */
  loaded: readonly Loaded[]
}

/** A row that means the person, perhaps or surely, or has someone else's number. */
export interface BoardRow {
  license: LicenseAsked
  list: Loaded
  row: LicenseRow
  verdict: 'match' | 'possible' | 'no_match'
  basis: string
}

interface Reading {
  active: Said
  discipline: Said
  best: BoardRow | undefined
  /** The lower, the more it says. */
  rank: number
}

interface Said {
  result: CheckResult
  sentence: string
  lists: readonly Loaded[]
}

export interface LicenseFindings {
  checks: Check[]
  board: BoardRow | undefined
}

export async function licenseChecks(db: ListSource, asked: LicensesAsked): Promise<LicenseFindings> {
  const { person, licenses } = asked
  if (person === undefined || licenses.length === 0) {
    const sentence = person === undefined ? licenseSentences.noPerson() : licenseSentences.noLicense()
    const said: Said = { result: 'unknown', sentence, lists: [] }
    return { checks: [checkOf('license.active', said), checkOf('license.discipline', said)], board: undefined }
  }
  const readings = await Promise.all(licenses.map((license) => read(db, license, { ...asked, person })))
  const said = (of: (reading: Reading) => Said, order: (reading: Reading) => number): Said =>
    of(readings.reduce((best, next) => (order(next) < order(best) ? next : best)))
  return {
    checks: [
      checkOf(
        'license.active',
        said(
          ({ active }) => active,
          ({ rank }) => rank,
        ),
      ),
      checkOf(
        'license.discipline',
        said(({ discipline }) => discipline, disciplineRank),
      ),
    ],
    board: readings.toSorted((a, b) => a.rank - b.rank).find(({ best }) => best !== undefined)?.best,
  }
}

function checkOf(code: Check['code'], { result, sentence, lists }: Said): Check {
  const [list] = lists
  const source = { name: list?.title ?? 'Lists of state boards', date: list?.date ?? null }
  return { code, result, sentence: withAge(sentence, lists), source }
}

const disciplineOrder: readonly CheckResult[] = ['failed', 'warning', 'passed', 'unknown']

function disciplineRank({ discipline: { result } }: Reading): number {
  return disciplineOrder.indexOf(result)
}

async function read(
  db: ListSource,
  license: LicenseAsked,
  asked: LicensesAsked & { person: Person },
): Promise<Reading> {
  const { state } = license
  const lists = asked.loaded.filter((list) => list.state === state || list.state === null)
  const found = lists.length === 0 ? [] : await findLicenses(db, { state, numbers: [license] })
  const rows = found
    .filter(({ list }) => lists.some(({ name }) => name === list.name))
    .flatMap((listed) => boardRow(license, asked, listed) ?? [])
    .sort(byWeight)
  const active = activeOf(license, asked, { rows, lists })
  return { active, discipline: disciplineOf(state, { rows, lists }), best: rows[0], rank: rankOf(active, rows) }
}

/**
 * Undefined for rows of other professions or numbers. A number without its prefix may be another one, unless the list
 * has all that it can be.
 */
function boardRow(
  license: LicenseAsked,
  { person, credential }: { person: Person; credential: CredentialType },
  { list, row }: Listed<LicenseRow>,
): BoardRow | undefined {
  const { number, state } = license
  const listed = { ...row, listState: state }
  const { verdict, basis }: Match = matchLicense({ ...person, state, profession: credential, number }, listed)
  if (verdict === 'match' || verdict === 'possible') return { license, list, row, verdict, basis }
  const professions = professionKeys(row.profession).filter((one) => professionKeys(credential).includes(one))
  const names = compareNames([person.name, ...person.otherNames], [row.name, ...row.otherNames])
  const agreement = professions.length === 0 ? 'differs' : compareNumbers(state, professions, number, row.number)
  const isWhole = list.wholeRollOf.includes(credential)
  const isNumber = agreement === 'same' || (agreement === 'but_for_prefix' && isWhole)
  if (!isNumber || names === undefined) return undefined
  const isAnothers = !lastAgrees(names) && !firstAgrees(names)
  return { license, list, row, verdict: isAnothers ? 'no_match' : 'possible', basis }
}

const endings: readonly (LicenseStatus | null)[] = ['suspended', 'revoked', 'surrendered', 'deceased']
const verdicts: readonly BoardRow['verdict'][] = ['match', 'possible', 'no_match']

/** Matches first; of these rows with a status, those of the newest list, the end of a license, the latest expiry. */
function byWeight(one: BoardRow, other: BoardRow): number {
  const weight = ({ verdict, row }: BoardRow) => verdicts.indexOf(verdict) * 2 + Number(row.status === null)
  const isEnded = ({ row }: BoardRow) => endings.includes(row.status)
  const isActive = ({ row }: BoardRow) => row.status === 'active'
  return (
    weight(one) - weight(other) ||
    other.list.date.localeCompare(one.list.date) ||
    Number(isEnded(other)) - Number(isEnded(one)) ||
    Number(isActive(other)) - Number(isActive(one)) ||
    (other.row.expiresOn ?? '').localeCompare(one.row.expiresOn ?? '')
  )
}

interface Found {
  rows: readonly BoardRow[]
  lists: readonly Loaded[]
}

function activeOf(
  { state }: LicenseAsked,
  { credential, dayRunning }: Pick<LicensesAsked, 'credential' | 'dayRunning'>,
  { rows, lists }: Found,
): Said {
  const rolls = lists.filter(({ actions }) => actions !== 'only')
  const best = rows.find(({ list }) => list.actions !== 'only')
  if (best === undefined) {
    const whole = rolls.filter(({ wholeRollOf }) => wholeRollOf.includes(credential))
    if (whole.length > 0) return say('warning', licenseSentences.notOnRoll(state, credential), whole)
    const partial = rolls.filter((list) => list.state !== null)
    if (partial.length > 0) return say('unknown', licenseSentences.notInPart(state), partial)
    return say('unknown', licenseSentences.noList(state), [])
  }
  const { list, row, verdict, basis } = best
  if (verdict === 'no_match') return say('failed', licenseSentences.anothers(state), [list])
  if (verdict === 'possible') return say('warning', licenseSentences.possible(row, basis), [list])
  return statusOf(state, best, dayRunning)
}

function statusOf(state: string, { list, row }: BoardRow, dayRunning: string): Said {
  const { status, expiresOn } = row
  const isPast = expiresOn !== null && expiresOn < dayRunning
  if (status === null) return say('unknown', licenseSentences.noStatus(state), [list])
  if (endings.includes(status)) return say('failed', licenseSentences.ended(state, row), [list])
  if (status === 'inactive') return say('warning', licenseSentences.ended(state, row), [list])
  if (status === 'expired') {
    if (expiresOn !== null && list.date <= expiresOn)
      return say('warning', licenseSentences.contradictory(state, row), [list])
    return say('failed', licenseSentences.expired(state, row), [list])
  }
  if (!isPast) return say('passed', licenseSentences.active(state, row), [list])
  return list.date <= expiresOn
    ? say('unknown', licenseSentences.olderThanExpiry(list.date, row), [list])
    : say('warning', licenseSentences.contradictory(state, row), [list])
}

function disciplineOf(state: string, { rows, lists }: Found): Said {
  // A list of no state, the invented one, is of this state where it has the license.
  const asked = lists.filter(
    (one) => one.actions !== undefined && (one.state !== null || rows.some(({ list }) => list.name === one.name)),
  )
  if (asked.length === 0) return say('unknown', disciplineSentences.noList(state), [])
  const acted = rows.filter(({ row, verdict }) => row.discipline !== null && verdict !== 'no_match').sort(byAction)
  const [worst] = acted
  if (worst !== undefined) {
    const { list, row, verdict, basis } = worst
    const sentence =
      verdict === 'match' ? disciplineSentences.listed(state, row) : disciplineSentences.possible(row, basis)
    return say('warning', sentence, [list])
  }
  const answering = asked.filter(
    ({ name, actions }) =>
      actions === 'only' || rows.some(({ list, verdict }) => list.name === name && verdict === 'match'),
  )
  return answering.length > 0
    ? say('passed', disciplineSentences.none(state), answering)
    : say('unknown', disciplineSentences.notFound(state), asked)
}

/** Matches first, then the latest. */
function byAction(one: BoardRow, other: BoardRow): number {
  return (
    verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict) ||
    (other.row.disciplinedOn ?? '').localeCompare(one.row.disciplinedOn ?? '')
  )
}

/** The end of a license says more than that another is active, which says more than that one expired. */
function rankOf({ result }: Said, [best]: readonly BoardRow[]): number {
  if (result === 'failed' && best?.verdict === 'match' && endings.includes(best.row.status)) return 0
  return 1 + (['passed', 'failed', 'warning', 'unknown'] as const).indexOf(result)
}

function say(result: CheckResult, sentence: string, lists: readonly Loaded[]): Said {
  return { result, sentence, lists }
}
