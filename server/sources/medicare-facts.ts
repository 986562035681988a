/** What facts of Medicare on an NPI come to, and by which list. */
import { affiliationsMax } from '#contract/limits'
import type { Affiliation, Medicare } from '#contract/sources'
import type { Listed, Loaded } from './ask.ts'
import { cmsAffiliations } from './lists/medicare/affiliations.ts'
import { cmsEnrollments } from './lists/medicare/enrollments.ts'
import { cmsOptOut } from './lists/medicare/opt-out.ts'
import { sampleMedicare } from './sample-lists.ts'
import type { MedicareRow } from './source-list.ts'

type Facts = readonly Listed<MedicareRow>[]

/** The lists that have every NPI of which a fact holds: it does not hold of one that is missing there. */
const wholeOf = {
  enrollment: [cmsEnrollments.name, sampleMedicare.name],
  opt_out: [cmsOptOut.name, sampleMedicare.name],
  affiliation: [cmsAffiliations.name],
} as const satisfies Partial<Record<MedicareRow['fact'], readonly string[]>>

function wholeList(loaded: readonly Loaded[], fact: keyof typeof wholeOf): Loaded | undefined {
  return loaded.find(({ name }) => wholeOf[fact].some((one) => one === name))
}

/** What a list says of a field; nothing where no list does. */
interface FieldOfList {
  value: boolean
  list: Loaded
}

export type MedicareFields = Partial<Record<keyof Omit<Medicare, 'asOf'>, FieldOfList>>

export function medicareFields(facts: Facts, loaded: readonly Loaded[], today: string): MedicareFields {
  const fields: MedicareFields = {}
  const enrolled =
    facts.find(({ row }) => row.fact === 'enrollment') ?? facts.find(({ row }) => row.fact === 'clinician')
  const enrollments = enrolled?.list ?? wholeList(loaded, 'enrollment')
  if (enrollments !== undefined) fields.enrolled = { value: enrolled !== undefined, list: enrollments }
  const optedOut = facts.find(({ row }) => row.fact === 'opt_out' && row.since <= today && !hasEnded(row, today))
  const optOuts = optedOut?.list ?? wholeList(loaded, 'opt_out')
  if (optOuts !== undefined) fields.optedOut = { value: optedOut !== undefined, list: optOuts }
  for (const { row, list } of facts) {
    if (row.fact !== 'order_refer') continue
    fields.mayOrder = { value: row.partB || row.dme || row.pmd, list }
    fields.mayRefer = { value: row.partB || row.hha || row.hospice === true, list }
  }
  return fields
}

function hasEnded({ until }: { until: string | null }, today: string): boolean {
  return until !== null && until <= today
}

export function medicareOf({ enrolled, optedOut, mayOrder, mayRefer }: MedicareFields): Medicare {
  const dates = [enrolled, optedOut, mayOrder, mayRefer].flatMap((field) => field?.list.date ?? [])
  return {
    enrolled: enrolled?.value ?? null,
    optedOut: optedOut?.value ?? null,
    mayOrder: mayOrder?.value ?? null,
    mayRefer: mayRefer?.value ?? null,
    asOf: dates.sort()[0] ?? null,
  }
}

/** Each facility once; undefined where no list has any and the file of them is not loaded. */
export function affiliationsIn(facts: Facts, loaded: readonly Loaded[]) {
  const links = facts.flatMap(({ row, list }) => (row.fact === 'affiliation' ? [{ row, list }] : []))
  const list = links[0]?.list ?? wholeList(loaded, 'affiliation')
  if (list === undefined) return undefined
  const byCcn = new Map<string, Affiliation>()
  for (const { row, list } of links) {
    const { ccn, facilityType, parentCcn } = row
    const known = byCcn.get(ccn)
    if (known === undefined || known.asOf < list.date) byCcn.set(ccn, { ccn, facilityType, parentCcn, asOf: list.date })
  }
  const affiliations = [...byCcn.values()].sort((a, b) => a.ccn.localeCompare(b.ccn)).slice(0, affiliationsMax)
  return { affiliations, list }
}
