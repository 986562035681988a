/**
 * Which organizations share a provider's practice address. CMS publishes no link between clinicians and organizations, so one
 * is derived: the same primary address and suite, or the same phone. Those that share both come first, then those at the
 * address, then those at the phone, each in the order of their NPIs; ten at most, and never the provider itself.
 */
import { isOrganizationFlag } from '#registry/search/providers'
import type { Batch } from '../join/batch.ts'
import { columnOfF64, columnOfU32 } from './column.ts'
import type { Compared, NeighbourLinks } from './neighbour-links.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

/** Finds the organizations that each provider shares its primary address or phone with, and the other way round. */
export class Neighbours {
  private readonly addresses = columnOfF64()
  private readonly phones = columnOfF64()
  private readonly organizations = columnOfU32()

  /** Providers are added in the order of their ordinals. */
  add({ flags, addressHashes, phoneHashes }: Batch): void {
    const first = this.addresses.length
    for (let index = 0; index < flags.length; index++) {
      if ((flags[index] & isOrganizationFlag) !== 0) this.organizations.push(first + index)
    }
    this.addresses.append(addressHashes)
    this.phones.append(phoneHashes)
  }

  /** All that links are made of; whoever makes them may give it to another thread. */
  compared(): Compared {
    return {
      addresses: this.addresses.whole(),
      phones: this.phones.whole(),
      organizations: this.organizations.whole(),
    }
  }
}

export function writeNeighbours(folder: SnapshotFolder, links: NeighbourLinks): void {
  folder.array('organization-sets', links.setOf)
  folder.array('organization-set-starts', links.sets.starts)
  folder.array('organization-set-members', links.sets.members)
  folder.array('neighboured-organizations', links.named)
  folder.array('neighbour-starts', links.starts)
  folder.list('neighbours', links.neighbours)
}
