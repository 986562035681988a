/**
 * The classes of points, in their order within a cell: first by whether this is the provider's only point and its primary location,
 * for such points can be counted without asking whether the provider was counted before, and need not tell where they come from; then by what the provider is, then by its sex, so
 * that a search for one sex passes over the others. A resource's points of one sex, or of all, are a few runs of classes.
 */
import type { Resource } from './query.ts'

export const pointClasses = [
  { isOnly: true, kind: 'doctor', sex: 'M' },
  { isOnly: true, kind: 'doctor', sex: 'F' },
  { isOnly: true, kind: 'doctor', sex: null },
  { isOnly: true, kind: 'otherIndividual', sex: 'M' },
  { isOnly: true, kind: 'otherIndividual', sex: 'F' },
  { isOnly: true, kind: 'otherIndividual', sex: null },
  { isOnly: true, kind: 'organization', sex: null },
  { isOnly: false, kind: 'doctor', sex: 'M' },
  { isOnly: false, kind: 'doctor', sex: 'F' },
  { isOnly: false, kind: 'doctor', sex: null },
  { isOnly: false, kind: 'otherIndividual', sex: 'M' },
  { isOnly: false, kind: 'otherIndividual', sex: 'F' },
  { isOnly: false, kind: 'otherIndividual', sex: null },
  { isOnly: false, kind: 'organization', sex: null },
] as const

/** From this class on to the last one, they are those of spread providers (registry/search/points.ts). */
export const firstSpreadClass = pointClasses.findIndex(({ isOnly }) => !isOnly)

export type PointKind = (typeof pointClasses)[number]['kind']
export type PointSex = (typeof pointClasses)[number]['sex']

/** The classes from `from` up to `to`, alike in `isOnly`. */
export interface ClassRun {
  from: number
  to: number
  isOnly: boolean
}

const kindsOf = {
  doctors: ['doctor'],
  individuals: ['doctor', 'otherIndividual'],
  organizations: ['organization'],
} as const satisfies Record<Resource, readonly PointKind[]>

const runs = {
  any: { doctors: runsOf('doctors'), individuals: runsOf('individuals'), organizations: runsOf('organizations') },
  M: { doctors: runsOf('doctors', 'M'), individuals: runsOf('individuals', 'M'), organizations: [] },
  F: { doctors: runsOf('doctors', 'F'), individuals: runsOf('individuals', 'F'), organizations: [] },
} as const satisfies Record<string, Record<Resource, readonly ClassRun[]>>

/** The classes that hold the points of a resource, or of one sex among them, ascending. Organizations have no sex. */
export function classRunsOf(resource: Resource, gender: 'M' | 'F' | undefined): readonly ClassRun[] {
  return runs[gender ?? 'any'][resource]
}

function runsOf(resource: Resource, gender?: 'M' | 'F'): readonly ClassRun[] {
  const found: ClassRun[] = []
  for (const [place, { kind, isOnly, sex }] of pointClasses.entries()) {
    const isMeant = kindsOf[resource].some((one) => one === kind) && (gender === undefined || gender === sex)
    const last = found.at(-1)
    if (!isMeant) continue
    if (last?.to === place && last.isOnly === isOnly) last.to++
    else found.push({ from: place, to: place + 1, isOnly })
  }
  return found
}
