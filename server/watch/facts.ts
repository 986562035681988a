/** What a list said of a provider when it was last compared, and what became of it: pure functions. */
import type { BoardLicense, EventData, EventType, FieldChange } from '#contract/events'
import { licenseNoticeDays } from '#contract/watch-words'
import { dayMs } from '../platform/times.ts'
import { isInForce } from '../sources/search-exclusions.ts'

export interface ExclusionFact {
  verdict: 'match' | 'possible'
  grounds: string
  since: string | null
  until: string | null
  isInForce: boolean
  /** Of a row without the NPI, as it writes them: the registry may lose them. */
  numbers?: readonly string[]
}

/** By state and number, with a space between; null where the list has no row of it. */
export type LicenseFacts = Record<string, (BoardLicense & { noticeDays?: number }) | null>

export type Facts =
  | { kind: 'exclusion'; exclusions: ExclusionFact[] }
  | { kind: 'license'; licenses: LicenseFacts }
  | { kind: 'medicare'; values: Record<string, boolean> }

export interface ListNamed {
  /** Publisher and title. */
  list: string
  /** yyyy-mm-dd */
  listDate: string
}

/** An event without its provider; `cause` sets it apart from others of the same list. */
export type FoundEvent = { [T in EventType]: { type: T; data: EventData<T>; cause: string } }[EventType]

/** What a newer list changed. Without facts before, only exclusions are news: all else was not known, not different. */
export function eventsBetween(before: Facts | undefined, after: Facts | undefined, named: ListNamed): FoundEvent[] {
  const kind = (after ?? before)?.kind
  switch (kind) {
    case 'exclusion':
      return exclusionEvents(exclusionsIn(before), exclusionsIn(after), named)
    case 'license':
      return licenseEvents(licensesIn(before), licensesIn(after), named)
    case 'medicare':
      return medicareEvents(valuesIn(before), valuesIn(after), named)
    case undefined:
      return []
  }
}

const exclusionsIn = (facts: Facts | undefined) =>
  facts?.kind === 'exclusion' ? facts.exclusions.filter(({ isInForce }) => isInForce) : []
const licensesIn = (facts: Facts | undefined): LicenseFacts => (facts?.kind === 'license' ? facts.licenses : {})
const valuesIn = (facts: Facts | undefined): Record<string, boolean> => (facts?.kind === 'medicare' ? facts.values : {})

const sameExclusion = (one: ExclusionFact, other: ExclusionFact) =>
  one.since === other.since && one.grounds === other.grounds

function exclusionEvents(
  before: readonly ExclusionFact[],
  after: readonly ExclusionFact[],
  named: ListNamed,
): FoundEvent[] {
  const without = (ones: readonly ExclusionFact[], others: readonly ExclusionFact[]) =>
    ones.filter((one) => !others.some((other) => sameExclusion(one, other)))
  const eventOf = (type: 'exclusion.added' | 'exclusion.removed') => (exclusion: ExclusionFact) => {
    const { isInForce: _, numbers: __, ...rest } = exclusion
    return { type, data: { ...named, ...rest }, cause: `${rest.since} ${rest.grounds}` }
  }
  return [
    ...without(after, before).map(eventOf('exclusion.added')),
    ...without(before, after).map(eventOf('exclusion.removed')),
  ]
}

function licenseEvents(before: LicenseFacts, after: LicenseFacts, named: ListNamed): FoundEvent[] {
  return Object.entries(before).flatMap(([key, former]): FoundEvent[] => {
    const present = after[key]
    // A license that the provider no longer reports is no change of the board's.
    if (former === null || present === undefined) return []
    const [was, is] = [boardOf(former), present === null ? null : boardOf(present)]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    return [{ type: 'license.changed', data: { ...named, ...licenseIn(key), before: was, after: is }, cause: key }]
  })
}

function boardOf(license: BoardLicense): BoardLicense {
  const { status, statusText, expiresOn, discipline, disciplinedOn } = license
  return { status, statusText, expiresOn, discipline, disciplinedOn }
}

export function licenseKey({ state, number }: { state: string | null; number: string }): string {
  return `${state ?? ''} ${number}`
}

function licenseIn(key: string): { state: string; number: string } {
  const space = key.indexOf(' ')
  return { state: key.slice(0, space), number: key.slice(space + 1) }
}

function medicareEvents(
  before: Record<string, boolean>,
  after: Record<string, boolean>,
  named: ListNamed,
): FoundEvent[] {
  const changes = Object.entries(before).flatMap(([field, was]): FieldChange[] => {
    const is = after[field] ?? null
    return is === was ? [] : [{ field, before: was, after: is }]
  })
  return changes.length === 0 ? [] : [{ type: 'medicare.changed', data: { ...named, changes }, cause: '' }]
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Licenses that an ending would take. */
function endingIn(facts: Facts, today: string): [key: string, license: NonNullable<LicenseFacts[string]>][] {
  return Object.entries(licensesIn(facts)).flatMap(([key, license]) =>
    license?.status === 'active' && license.expiresOn !== null && license.expiresOn >= today ? [[key, license]] : [],
  )
}

/** Facts of a provider that was not compared before: notices that are due by now are passed over. */
export function withoutNotices(facts: Facts, today: string): Facts {
  return noted(facts, today).facts
}

/** Facts with notices carried over from those before, where the license ends on the same day. */
export function withNoticesOf(facts: Facts, before: Facts | undefined): Facts {
  if (facts.kind !== 'license' || before === undefined) return facts
  const former = licensesIn(before)
  const licenses = Object.entries(facts.licenses).map(([key, license]) => {
    const days = former[key]?.expiresOn === license?.expiresOn ? former[key]?.noticeDays : undefined
    return [key, license === null || days === undefined ? license : { ...license, noticeDays: days }]
  })
  return { kind: 'license', licenses: Object.fromEntries(licenses) }
}

/** The same facts on a later day: exclusions end by their date. */
export function factsOn(facts: Facts, today: string): Facts {
  if (facts.kind !== 'exclusion') return facts
  const exclusions = facts.exclusions.map((one) => ({ ...one, isInForce: isInForce(one, today) }))
  return { kind: 'exclusion', exclusions }
}

/** The notices that are due, and the facts that have them. */
export function noted(facts: Facts, today: string): { facts: Facts; due: { key: string; days: 7 | 30 | 90 }[] } {
  if (facts.kind !== 'license') return { facts, due: [] }
  const due = endingIn(facts, today).flatMap(([key, { expiresOn, noticeDays = Number.POSITIVE_INFINITY }]) => {
    const days = licenseNoticeDays.find((one) => daysBetween(today, expiresOn ?? today) <= one)
    return days === undefined || days >= noticeDays ? [] : [{ key, days }]
  })
  const licenses = { ...facts.licenses }
  for (const { key, days } of due) {
    const license = licenses[key]
    if (license) licenses[key] = { ...license, noticeDays: days }
  }
  return { facts: { kind: 'license', licenses }, due }
}

export function noticeEvents(facts: Facts, due: ReturnType<typeof noted>['due'], named: ListNamed): FoundEvent[] {
  return due.map(({ key, days }) => {
    const expiresOn = licensesIn(facts)[key]?.expiresOn ?? ''
    const data = { ...named, ...licenseIn(key), expiresOn, days }
    return { type: 'license.expiring', data, cause: `${key} ${expiresOn} ${days}` }
  })
}

/** What all facts of a provider come to, and the day on which to look at it again. */
export function summaryOf(all: readonly Facts[], today: string) {
  const ends = all.flatMap((facts) => endingIn(facts, today).map(([, license]) => license))
  const due = ends.map(({ expiresOn, noticeDays = Number.POSITIVE_INFINITY }) => {
    const next = licenseNoticeDays.findLast((days) => days < noticeDays)
    // The day after the last one, for the license that ends next then.
    return dayOf(Date.parse(expiresOn ?? today) - (next ?? -1) * dayMs)
  })
  const exclusions = all.flatMap(exclusionsIn)
  return {
    isExcluded: exclusions.length > 0,
    licenseExpiresOn: ends.flatMap(({ expiresOn }) => expiresOn ?? []).sort()[0] ?? null,
    noticeDueOn: [...due, ...exclusions.flatMap(({ until }) => until ?? [])].sort()[0] ?? null,
  }
}
