import { type Lists, listAt } from '#registry/read/lists'
import { NumberMap } from './number-map.ts'
import { bearers } from './vocabulary.ts'

/** Organizations by something they share. A row is a place in the list of organizations; group 0 is that of none. */
export class Shared {
  readonly groupOfRow: Uint32Array
  private readonly groups = new NumberMap()
  private readonly rows: Lists

  /** `keyOf` gives 0 for an organization without the thing. */
  constructor(organizations: Uint32Array, keyOf: (ordinal: number, row: number) => number) {
    this.groupOfRow = organizations.map((ordinal, row) => {
      const key = keyOf(ordinal, row)
      if (key === 0) return 0
      const known = this.groups.get(key)
      if (known !== -1) return known
      this.groups.add(key, this.groups.size + 1)
      return this.groups.size
    })
    this.rows = bearers(organizations.length, this.groups.size + 1, (row, visit) => {
      if (this.groupOfRow[row] !== 0) visit(this.groupOfRow[row])
    })
  }

  groupWith(key: number): number {
    return key === 0 ? 0 : Math.max(0, this.groups.get(key))
  }

  rowsWith(key: number): Uint32Array {
    return this.rowsIn(this.groupWith(key))
  }

  /** In the order of NPIs. */
  rowsIn(group: number): Uint32Array {
    return listAt(this.rows, group)
  }
}
