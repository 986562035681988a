import type { Counts, StateCounts } from '#registry/format'
import type { BatchCounts } from '../join/batch.ts'

/** What the manifest counts of providers, summed up from what batches count of theirs. */
export class Counting {
  readonly counts: Counts = { individuals: 0, organizations: 0, doctors: 0, deactivated: 0, locations: 0, unplaced: 0 }
  private readonly byState = new Map<string, StateCounts>()

  add(added: BatchCounts, deactivated: number): void {
    const { counts } = this
    counts.individuals += added.individuals
    counts.organizations += added.organizations
    counts.doctors += added.doctors
    counts.deactivated += deactivated
    counts.locations += added.locations
    counts.unplaced += added.unplaced
    for (const [number, { individuals, organizations }] of added.byState) {
      const state = number === 0 ? 'other' : stateOfNumber(number)
      const ofState = this.byState.get(state) ?? { individuals: 0, organizations: 0 }
      ofState.individuals += individuals
      ofState.organizations += organizations
      this.byState.set(state, ofState)
    }
  }

  countsOfStates(): Record<string, StateCounts> {
    return Object.fromEntries(this.byState)
  }
}

/** `stateNumber` of registry/search turned round. */
function stateOfNumber(number: number): string {
  return String.fromCharCode(number >> 8, number & 0xff)
}
