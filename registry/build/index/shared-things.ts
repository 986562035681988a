import type { Lists } from '#registry/search/posting-lists'
import { NumberMap } from './number-map.ts'
import { bearers } from './vocabulary.ts'

/** Organizations by something they share. A row is a place in the list of organizations; group 0 is that of none. */
export class Shared {
  readonly groupOfRow: Uint32Array
  private readonly groups = new NumberMap()

  /** `keyOf` gives 0 for an organization without the thing. */
  constructor(organizations: Uint32Array, keyOf: (ordinal: number, row: number) => number) {
    this.groupOfRow = new Uint32Array(organizations.length)
    for (let row = 0; row < organizations.length; row++) {
      this.groupOfRow[row] = this.groupFor(keyOf(organizations[row], row))
    }
  }

  /** The rows of each group, in the order of NPIs; none of group 0. Puts them together anew. */
  rowsByGroup(): Lists {
    return bearers(this.groupOfRow.length, this.groups.size + 1, (row, visit) => {
      if (this.groupOfRow[row] !== 0) visit(this.groupOfRow[row])
    })
  }

  groupWith(key: number): number {
    return key === 0 ? 0 : Math.max(0, this.groups.get(key))
  }

  /** The same, of a key that may be new. */
  private groupFor(key: number): number {
    const known = this.groupWith(key)
    if (known !== 0 || key === 0) return known
    this.groups.add(key, this.groups.size + 1)
    return this.groups.size
  }
}
