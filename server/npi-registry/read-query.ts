/**
 * The parameters of CMS's NPI Registry API 2.1. An empty one counts as absent, an unknown one is ignored, since clients
 * of CMS send both. All faults are found before an answer, each an error with CMS's number and sentence.
 */
import { radiusMilesDefault, radiusMilesMax, textLengthMax } from '#contract/limits'
import { npiRegistryPageDefault, npiRegistryPageMax, npiRegistrySkipMax, ownErrorNumber } from '#contract/npi-registry'
import { type npiRegistryQuery, npiRegistryWords } from '#contract/npi-registry-endpoints'
import { type AddressPurpose, addressPurposes } from '#registry/search/filed-places'
import type { FieldText, FiledFilters, Filters } from '#registry/search/query'

export interface NpiError {
  description: string
  field: string
  number: string
}

type Kind = 'individuals' | 'organizations'
type Field = keyof typeof npiRegistryQuery.shape

export interface NpiQuery {
  number: string | undefined
  kinds: readonly Kind[]
  filed: FiledFilters
  taxonomy: FieldText | undefined
  place: Filters['place']
  isNearestFirst: boolean
  limit: number
  skip: number
  hasTotal: boolean
  isPretty: boolean
}

const nameForm = /^[\p{L}\p{M}\p{N} &':,/\-().#";]*$/u
const organizationForm = /^[\p{L}\p{M}\p{N} &':,/\-().#";@]*$/u
const postalForm = /^[A-Z0-9 -]*$/
const wildcardLengthMin = 2

export function readQuery(given: unknown): { errors: NpiError[] } | { query: NpiQuery } {
  const read = new Parameters(given)
  if (read.text('version') !== '2.1') {
    return { errors: [{ description: 'Unsupported Version', field: 'version', number: '17' }] }
  }
  const number = read.text('number')
  if (number !== undefined && number.length !== 10) read.fault('number', '06', 'NPI must be 10 digits')
  else if (number !== undefined && !/^\d+$/.test(number)) read.malformed('number')
  const type = read.oneOf('enumeration_type', npiRegistryWords.enumeration_type)
  const taxonomy = read.words('taxonomy_description', organizationForm)
  const purpose = read.oneOf('name_purpose', npiRegistryWords.name_purpose)
  const first = read.words('first_name', nameForm)
  const last = read.words('last_name', nameForm)
  const organization = read.words('organization_name', organizationForm)
  const hasNicknames = read.flag('use_first_name_alias', true)
  const addressPurpose = read.oneOf('address_purpose', npiRegistryWords.address_purpose)
  const city = read.words('city', nameForm)
  const postalCode = read.postalCode()
  const state = read.letters('state')
  const country = read.letters('country_code')
  const place = read.place()
  const limit = read.whole('limit', npiRegistryPageDefault)
  const skip = read.whole('skip', 0)
  if (skip > npiRegistrySkipMax) {
    read.fault('skip', ownErrorNumber, `Field skip: expected at most ${npiRegistrySkipMax}`)
  }
  const isPerson = first !== undefined || last !== undefined
  if (isPerson && organization !== undefined) {
    const sentence = 'A combination of individual name and organization name is not allowed'
    read.fault('organization_name', ownErrorNumber, sentence)
  }
  const isEnough = [number, taxonomy, first, last, organization, city, postalCode, place].some(
    (one) => one !== undefined,
  )
  const isAbroad = country !== undefined && country !== 'US'
  if (!read.hasFaults && !isEnough && (state !== undefined || !isAbroad || type !== undefined)) {
    const needsMore = (field: string, number: string) => {
      const name = field.slice(0, 1).toUpperCase() + field.slice(1)
      const subject = field === 'enumeration_type' ? name : `Field ${field}`
      read.fault(field, number, `${subject} requires additional search criteria`)
    }
    if (state !== undefined) needsMore('state', '07')
    if (type !== undefined) needsMore('enumeration_type', '09')
    if (state === undefined && type === undefined) {
      if (country === undefined) read.fault('generic', '04', 'No valid search criteria provided')
      else needsMore('country_code', ownErrorNumber)
    }
  }
  if (read.hasFaults) return { errors: read.faults }
  const hasAddress = [city, postalCode, state, country].some((one) => one !== undefined)
  const address = {
    purposes: purposesOf(addressPurpose),
    ...(country !== undefined && { country }),
    ...(state !== undefined && { state }),
    ...(city !== undefined && { city: { ...city, text: city.text.toUpperCase() } }),
    ...(postalCode !== undefined && { postalCode }),
  }
  return {
    query: {
      number,
      kinds: kindsOf({ type, purpose: isPerson ? purpose : undefined, isOrganization: organization !== undefined }),
      filed: {
        ...(last !== undefined && { last }),
        ...(first !== undefined && { first, hasNicknames }),
        ...(organization !== undefined && { organization }),
        ...(hasAddress && { address }),
      },
      taxonomy,
      place,
      isNearestFirst: read.text('sort') !== undefined,
      limit: limit === 0 ? npiRegistryPageDefault : Math.min(limit, npiRegistryPageMax),
      skip,
      hasTotal: read.flag('total_count', false),
      isPretty: ['on', 'true'].includes(read.text('pretty')?.toLowerCase() ?? ''),
    },
  }
}

function purposesOf(purpose: string | undefined): readonly AddressPurpose[] {
  switch (purpose) {
    case 'MAILING':
      return ['mailing']
    case 'PRIMARY':
      return ['primary']
    case 'SECONDARY':
      return ['secondary']
    case 'LOCATION':
      return ['primary', 'secondary']
    default:
      return addressPurposes
  }
}

interface Asked {
  type: string | undefined
  purpose: string | undefined
  isOrganization: boolean
}

/** The official of an organization counts as its person. */
function kindsOf({ type, purpose, isOrganization }: Asked): Kind[] {
  const kinds: Kind[] = []
  if (type !== 'NPI-2' && purpose !== 'AO' && !isOrganization) kinds.push('individuals')
  if (type !== 'NPI-1' && purpose !== 'PROVIDER') kinds.push('organizations')
  return kinds
}

class Parameters {
  readonly faults: NpiError[] = []
  readonly #given: object

  constructor(given: unknown) {
    this.#given = Object(given)
  }

  get hasFaults(): boolean {
    return this.faults.length > 0
  }

  /** The first of several; undefined where it is empty. */
  text(field: Field): string | undefined {
    if (!Object.hasOwn(this.#given, field)) return undefined
    const text = String([Reflect.get(this.#given, field)].flat()[0] ?? '').trim()
    return text === '' ? undefined : text
  }

  fault(field: string, number: string, description: string): void {
    this.faults.push({ description, field, number })
  }

  /** Once for each field. */
  malformed(field: string): undefined {
    if (this.faults.some((fault) => fault.field === field)) return
    this.fault(field, '05', 'Field contains special character(s) or wrong number of characters')
  }

  oneOf<const T extends string>(field: Field, values: readonly T[]): T | undefined {
    const text = this.text(field)?.toUpperCase()
    if (text === undefined) return undefined
    return values.find((value) => value === text) ?? this.malformed(field)
  }

  flag(field: Field, standard: boolean): boolean {
    const value = this.oneOf(field, npiRegistryWords.flag)
    return value === undefined ? standard : value === 'TRUE'
  }

  whole(field: Field, standard: number): number {
    const text = this.text(field)
    if (text === undefined) return standard
    if (/^\d{1,9}$/.test(text)) return Number(text)
    this.malformed(field)
    return standard
  }

  letters(field: Field): string | undefined {
    const text = this.text(field)?.toUpperCase()
    return text === undefined || /^[A-Z]{2}$/.test(text) ? text : this.malformed(field)
  }

  words(field: Field, form: RegExp): FieldText | undefined {
    const given = this.text(field)
    if (given === undefined) return undefined
    const isPrefix = given.endsWith('*')
    const text = (isPrefix ? given.slice(0, -1) : given).trim().replace(/\s+/g, ' ')
    if (!form.test(text) || text.length > textLengthMax || !/[\p{L}\p{N}]/u.test(text)) {
      if (!(isPrefix && text.length < wildcardLengthMin)) return this.malformed(field)
    }
    if (isPrefix && text.length < wildcardLengthMin) {
      this.fault(field, '03', 'Wildcards require at least two leading characters')
      return undefined
    }
    return { text, isPrefix }
  }

  /** As places have it; five or nine digits in the United States. */
  postalCode(): FieldText | undefined {
    const read = this.words('postal_code', /^[\p{L}\p{N} -]*$/u)
    if (read === undefined) return undefined
    const text = read.text.toUpperCase()
    const isZip = /^\d+$/.test(text)
    if (!postalForm.test(text) || (isZip && !read.isPrefix && text.length !== 5 && text.length !== 9)) {
      return this.malformed('postal_code')
    }
    return { ...read, text: text.replace(/[ -]/g, '') }
  }

  place(): Filters['place'] {
    const latitude = this.#number('latitude', 90)
    const longitude = this.#number('longitude', 180)
    const radiusMiles = this.#number('radius', radiusMilesMax)
    if (radiusMiles !== undefined && radiusMiles <= 0) return this.malformed('radius')
    this.oneOf('sort', npiRegistryWords.sort)
    if (latitude === undefined && longitude === undefined) {
      for (const field of ['radius', 'sort'] as const) if (this.text(field) !== undefined) this.malformed('latitude')
      return undefined
    }
    if (latitude === undefined) return this.malformed('latitude')
    if (longitude === undefined) return this.malformed('longitude')
    return { latitude, longitude, radiusMiles: radiusMiles ?? radiusMilesDefault }
  }

  #number(field: Field, bound: number): number | undefined {
    const text = this.text(field)
    if (text === undefined) return undefined
    const value = /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN
    return Math.abs(value) <= bound ? value : this.malformed(field)
  }
}
