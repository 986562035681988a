/**
 * The search itself. The filters that name providers outright (NPIs, an organization, words of names) give a list; a place
 * gives cells; a specialty or a credential alone gives posting lists. The search goes through the shortest of these and asks
 * of every provider met there whether the other filters hold. The total is always counted to the end.
 */

import { milesOf } from './geometry.ts'
import { ascendingOnce, Bits, DiskLists, intersection, lowerBound } from './lists.ts'
import { NameIndex } from './name-index.ts'
import { PlaceSearch } from './place-search.ts'
import { Area, classesOf, Points } from './points.ts'
import { matches, type ProviderFilter, providerFilter, Vocabulary } from './provider-filter.ts'
import { readId } from './provider-id.ts'
import type { Providers } from './providers.ts'
import type { Filters, Resource } from './query.ts'
import type { SnapshotFiles } from './snapshot-files.ts'
import { TopHits } from './top-hits.ts'

/** A provider found. */
export interface Found {
  ordinal: number
  /** The practice location that matched; 0 is the primary one. */
  location: number
  distanceMiles: number | undefined
}

export interface FoundPage {
  total: number
  page: Found[]
}

interface Page {
  offset: number
  limit: number
}

const nothing: FoundPage = { total: 0, page: [] }

export class Search {
  private readonly providers: Providers
  private readonly taxonomies: Vocabulary
  private readonly credentials: Vocabulary
  private readonly points: Points
  private readonly placeSearch: PlaceSearch
  private readonly names: NameIndex
  private readonly organizations: Uint32Array
  private readonly neighbours: DiskLists

  constructor(
    files: SnapshotFiles,
    providers: Providers,
    vocabulary: { codes: readonly string[]; credentials: readonly string[] },
  ) {
    this.providers = providers
    this.taxonomies = new Vocabulary(files, 'taxonomy', vocabulary.codes)
    this.credentials = new Vocabulary(files, 'credential', vocabulary.credentials)
    this.points = new Points(files)
    this.placeSearch = new PlaceSearch(this.points, providers.count)
    this.names = new NameIndex(files, providers.count)
    this.organizations = files.u32('neighboured-organizations')
    this.neighbours = new DiskLists(files.u32('neighbour-starts'), files.onDisk('neighbours', 'list'))
  }

  /** The matches from `offset` on, at most `limit` of them, and how many there are in all. */
  find(filters: Filters, page: Page): FoundPage {
    const filter = providerFilter(filters, this.taxonomies, this.credentials)
    if (filter === undefined) return nothing
    const named = this.named(filters)
    if (named?.length === 0) return nothing
    if (filters.place !== undefined) {
      return this.findInArea(new Area(filters.place), filters.resource, named, filter, page)
    }
    const listed = named ?? this.borne(filter)
    return listed === undefined ? this.findAmongAll(filter, page) : this.findListed(listed, filter, page)
  }

  /** The providers that NPIs, organization and name leave, ascending; undefined when none of these is asked for. */
  private named({ npis, organizationId, name }: Filters): Uint32Array | undefined {
    const lists: Uint32Array[] = []
    if (npis !== undefined) lists.push(this.ordinalsOf(npis))
    if (organizationId !== undefined) lists.push(this.neighboursOf(organizationId))
    if (name !== undefined) lists.push(this.names.find(name))
    return lists.length === 0 ? undefined : lists.reduce(intersection)
  }

  private ordinalsOf(npis: readonly number[]): Uint32Array {
    const ordinals = npis.flatMap((npi) => this.providers.ordinalOf(npi) ?? [])
    return Uint32Array.from(new Set(ordinals)).sort()
  }

  /** Everyone whose organizationIds name this organization. */
  private neighboursOf(organizationId: string): Uint32Array {
    const id = readId(organizationId)
    const ordinal = id?.kind === 'organization' ? this.providers.ordinalOf(id.npi) : undefined
    if (ordinal === undefined) return new Uint32Array()
    const place = lowerBound(this.organizations, ordinal, 0, this.organizations.length)
    return this.organizations[place] === ordinal ? this.neighbours.at(place) : new Uint32Array()
  }

  /** Everyone with the specialty or with the credential asked for, whichever are fewer; undefined when neither is. */
  private borne({ taxonomies, credentials }: ProviderFilter): Uint32Array | undefined {
    const choices = [
      { bearers: this.taxonomies.bearers, numbers: taxonomies?.numbers },
      { bearers: this.credentials.bearers, numbers: credentials?.numbers },
    ].flatMap(({ bearers, numbers }) => {
      if (numbers === undefined) return []
      return { bearers, numbers, length: numbers.reduce((sum, number) => sum + bearers.lengthOf(number), 0) }
    })
    const shortest = choices.sort((a, b) => a.length - b.length)[0]
    if (shortest === undefined) return undefined
    const [first, ...others] = shortest.numbers
    if (first !== undefined && others.length === 0) return shortest.bearers.at(first)
    return ascendingOnce(shortest.bearers.together(shortest.numbers), this.providers.count)
  }

  private findListed(listed: Uint32Array, filter: ProviderFilter, { offset, limit }: Page): FoundPage {
    const page: Found[] = []
    let total = 0
    for (const ordinal of listed) {
      if (!matches(filter, this.providers, ordinal)) continue
      if (total >= offset && page.length < limit) page.push({ ordinal, location: 0, distanceMiles: undefined })
      total++
    }
    return { total, page }
  }

  /** Only what the flags tell is asked for, and how many have which flags is known: the search ends with its page. */
  private findAmongAll({ mask, value }: ProviderFilter, { offset, limit }: Page): FoundPage {
    const { flags } = this.providers
    const page: Found[] = []
    let passed = 0
    for (let ordinal = 0; ordinal < flags.length && page.length < limit; ordinal++) {
      if ((flags[ordinal] & mask) !== value) continue
      if (passed >= offset) page.push({ ordinal, location: 0, distanceMiles: undefined })
      passed++
    }
    return { total: this.providers.countWith(mask, value), page }
  }

  private findInArea(
    area: Area,
    resource: Resource,
    named: Uint32Array | undefined,
    filter: ProviderFilter,
    { offset, limit }: Page,
  ): FoundPage {
    const top = new TopHits(offset + limit)
    const cells = this.points.cellsIn(area)
    let total = 0
    if (named !== undefined && named.length <= this.points.countIn(cells)) {
      for (const ordinal of named) {
        if (!matches(filter, this.providers, ordinal)) continue
        const nearest = this.placeSearch.nearestOf(ordinal, area)
        if (nearest === undefined) continue
        top.offer(nearest.haversine, ordinal, nearest.point)
        total++
      }
    } else {
      const accepts = this.acceptor(filter, named)
      total = this.placeSearch.search(
        area,
        cells,
        { classes: classesOf[resource], taxonomies: filter.taxonomies, accepts },
        top,
      )
    }
    const page = top.takeFrom(offset).map(({ ordinal, point, haversine }) => ({
      ordinal,
      location: this.points.locations[point],
      distanceMiles: milesOf(haversine),
    }))
    return { total, page }
  }

  /** What must hold of a provider besides its class and its taxonomies, which the place search sees to. */
  private acceptor(
    { mask, value, isSexAsked, credentials }: ProviderFilter,
    named: Uint32Array | undefined,
  ): ((ordinal: number) => boolean) | undefined {
    if (!isSexAsked && credentials === undefined && named === undefined) return undefined
    const { flags } = this.providers
    const bits = named === undefined ? undefined : new Bits(this.providers.count)
    if (named !== undefined) bits?.add(named)
    return (ordinal) =>
      (flags[ordinal] & mask) === value &&
      (credentials === undefined || credentials.ranks[credentials.sets[ordinal]] > 0) &&
      (bits === undefined || bits.has(ordinal))
  }
}
