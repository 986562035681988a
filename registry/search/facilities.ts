/** Finds organizations by what kind of facility they are. */
import { Bits } from './bits.ts'
import { DiskLists, listedPart, type Ordinals } from './posting-lists.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

export class Facilities {
  private readonly numbers: ReadonlyMap<string, number>
  private readonly members: DiskLists
  private readonly providerCount: number

  constructor(files: SnapshotFiles, providerCount: number) {
    this.numbers = new Map(files.lines('facility-types').map((type, number) => [type, number]))
    this.members = new DiskLists(files.u32('facility-starts'), files.onDisk('facilities', 'list'))
    this.providerCount = providerCount
  }

  /** The organizations of a type. */
  ofType(type: string): Ordinals {
    const number = this.numbers.get(type)
    if (number === undefined) return new Uint32Array()
    if (this.members.lengthOf(number) <= this.providerCount * listedPart) return this.members.at(number)
    const bits = Bits.forSearch(this.providerCount)
    this.members.addTo(bits, number, number + 1)
    return bits
  }
}
