/**
 * The hospitals and groups of all files of one build. A file is collected apart and added when it is accepted, so that nothing of a
 * refused one counts; files come in the order of their dates, and what a later one says of a facility takes the place of what
 * an earlier one said.
 */
import type { FileRecord } from '../rows/file-record.ts'
import { type Claim, type Facility, newFacility } from './facility.ts'

export class Facilities {
  readonly #byId = new Map<string, Facility>()

  get all(): Facility[] {
    return [...this.#byId.values()]
  }

  get size(): number {
    return this.#byId.size
  }

  find(kind: Facility['kind'], id: string): Facility | undefined {
    return this.#byId.get(`${kind} ${id}`)
  }

  /** The facility with this number, which is new if nobody has named it yet. */
  of(kind: Facility['kind'], id: string): Facility {
    const known = this.find(kind, id)
    if (known !== undefined) return known
    const made = newFacility(kind, id)
    this.#byId.set(`${kind} ${id}`, made)
    return made
  }

  /** Adds what one file said; rows that it replaces are counted as superseded in the records of their files. */
  add(others: Facilities, records: readonly FileRecord[]): void {
    for (const other of others.all) {
      const facility = this.of(other.kind, other.id)
      for (const [hash, names] of other.places) {
        facility.places.set(hash, new Set([...(facility.places.get(hash) ?? []), ...names]))
      }
      if (other.rating !== undefined) {
        supersede(facility.rating, records)
        facility.rating = other.rating
      }
      if (other.survey !== undefined) {
        supersede(facility.survey, records)
        facility.survey = other.survey
      }
    }
  }
}

function supersede(claim: Claim | undefined, records: readonly FileRecord[]): void {
  const record = claim && records[claim.file]
  if (record !== undefined) record.superseded += claim?.rows ?? 0
}
