/**
 * Finds providers by city, state, postal code and country of their addresses as filed: text, not a place on the map.
 * The distinct places are few and looked at one by one; those of a state lie together.
 */
import { firstNotBefore } from './binary-search.ts'
import { Bits } from './bits.ts'
import { LruCache } from './filters.ts'
import { DiskLists, listShareMax, type Ordinals, sortedUnique } from './posting-lists.ts'
import type { FieldText, FiledAddress } from './query.ts'
import type { SnapshotFiles } from './snapshot.ts'

export const addressPurposes = ['mailing', 'primary', 'secondary'] as const

export type AddressPurpose = (typeof addressPurposes)[number]

const zipDigits = 5

/** A million bytes each at nine million providers. */
const recentMax = 16

type Run = [from: number, to: number]

export class FiledPlaces {
  private readonly regions: readonly string[]
  private readonly cities: readonly string[]
  private readonly postalCodes: readonly string[]
  private readonly regionOf: Uint32Array
  private readonly cityOf: Uint32Array
  private readonly postalCodeOf: Uint32Array
  private readonly providers: Readonly<Record<AddressPurpose, DiskLists>>
  private readonly providerCount: number
  private readonly recent = new LruCache<Bits>(recentMax)

  constructor(files: SnapshotFiles, providerCount: number) {
    this.regions = files.lines('filed-regions')
    this.cities = files.lines('filed-cities')
    this.postalCodes = files.lines('filed-postal-codes')
    this.regionOf = files.u32('filed-place-regions')
    this.cityOf = files.u32('filed-place-cities')
    this.postalCodeOf = files.u32('filed-place-postal-codes')
    const lists = (purpose: AddressPurpose) =>
      new DiskLists(files.u32(`${purpose}-place-starts`), files.onDisk(`${purpose}-places`, 'list'))
    this.providers = { mailing: lists('mailing'), primary: lists('primary'), secondary: lists('secondary') }
    this.providerCount = providerCount
  }

  /** Of a longer postal code than places have, those with its beginning. Valid until the next search. */
  providersIn({ purposes, country, state, city, postalCode }: FiledAddress): Ordinals {
    const isInRegion = this.regions.map((region) => isRegion(region, country, state))
    const runs = this.runsOf(isInRegion, rangeOf(this.cities, city), rangeOf(this.postalCodes, placeOf(postalCode)))
    const asked = purposes.map((purpose) => this.providers[purpose])
    const length = asked.reduce((sum, lists) => sum + lengthOf(lists, runs), 0)
    if (length > this.providerCount * listShareMax) return this.many(asked, runs).copyForSearch()
    const members = new Uint32Array(length)
    let filled = 0
    for (const lists of asked) {
      const found = lists.runs(runs)
      members.set(found, filled)
      filled += found.length
    }
    return sortedUnique(members, this.providerCount)
  }

  /** Of a whole state or country, which the next search often asks for again: it takes a tenth of a second. */
  private many(asked: readonly DiskLists[], runs: readonly Run[]): Bits {
    const key = `${asked.map((lists) => Object.values(this.providers).indexOf(lists))} ${runs.join(' ')}`
    return this.recent.get(key, () => {
      const bits = new Bits(this.providerCount)
      for (const lists of asked) for (const [from, to] of runs) lists.addTo(bits, from, to)
      return bits
    })
  }

  /** Neighboring places in one run. */
  private runsOf(isInRegion: readonly boolean[], city: Run, postalCode: Run): Run[] {
    const { regionOf, cityOf, postalCodeOf } = this
    const runs: Run[] = []
    let from = -1
    for (let place = 0; place <= regionOf.length; place++) {
      const isAsked =
        place < regionOf.length &&
        cityOf[place] >= city[0] &&
        cityOf[place] < city[1] &&
        postalCodeOf[place] >= postalCode[0] &&
        postalCodeOf[place] < postalCode[1] &&
        isInRegion[regionOf[place]] === true
      if (isAsked && from === -1) from = place
      if (isAsked || from === -1) continue
      runs.push([from, place])
      from = -1
    }
    return runs
  }
}

/** What of a postal code a place has: the five digits of a ZIP code; one of another country whole, without blanks. */
export function placeOfPostalCode(text: string): string {
  return /^\d{5}(-?\d{4})?$/.test(text) ? text.slice(0, zipDigits) : text.replace(/[\s-]/g, '').toUpperCase()
}

/** Whether places have less of it than it says. */
export function isLongerThanPlace(postalCode: string): boolean {
  return /^\d{6,}$/.test(postalCode)
}

function placeOf(postalCode: FieldText | undefined): FieldText | undefined {
  if (postalCode === undefined || !isLongerThanPlace(postalCode.text)) return postalCode
  return { text: postalCode.text.slice(0, zipDigits), isPrefix: false }
}

function isRegion(region: string, country: string | undefined, state: string | undefined): boolean {
  const [ofCountry, ...ofState] = region.split(' ')
  return (country === undefined || ofCountry === country) && (state === undefined || ofState.join(' ') === state)
}

function lengthOf(lists: DiskLists, runs: readonly Run[]): number {
  return runs.reduce((sum, [from, to]) => sum + lists.lengthOfRun(from, to), 0)
}

/** Where a text, or texts that begin so, are among sorted lines; all without one. */
function rangeOf(lines: readonly string[], asked: FieldText | undefined): Run {
  if (asked === undefined) return [0, lines.length]
  const { text, isPrefix } = asked
  const from = firstNotBefore(lines.length, (place) => lines[place] < text)
  if (!isPrefix) return [from, lines[from] === text ? from + 1 : from]
  return [from, firstNotBefore(lines.length, (place) => lines[place] < text || lines[place].startsWith(text))]
}
