/**
 * Makes one provider of all rows about it, in the shapes of the contract. The rows have been checked and chosen; nothing here
 * can fail. What the files leave out is absent or null, and two rows that say the same count once.
 */
import type { IndividualFull, PracticeLocation } from '#contract/providers'
import { endpointColumns, mainColumns, otherNameColumns, secondaryLocationColumns } from '#registry/nppes-columns'
import { isDoctorTaxonomy } from '#registry/read/specialties'
import type { Built, BuiltIndividual, BuiltOrganization } from '../provider.ts'
import { PackedFields } from '../staging/packed-fields.ts'
import { main, otherName as otherNameFile, secondary } from './columns.ts'
import { splitCredentials } from './credentials.ts'
import { dayOfText, isoOfText } from './dates.ts'
import { endpointOf, identifiersOf } from './identifiers.ts'
import { inCase } from './letter-case.ts'
import { mailingAddress, practiceLocation } from './locations.ts'
import {
  authorizedOfficialOf,
  fullName,
  namePartsOf,
  otherName,
  otherNameOfOrganization,
  otherNameOfPerson,
} from './names.ts'
import { phoneNumber } from './phone.ts'
import { taxonomiesOf } from './taxonomies.ts'

/** Where packed fields stand. */
export interface Span {
  start: number
  end: number
}

/** The rows about one active provider, in the bytes they were staged in. */
export interface ProviderRows {
  npi: number
  main: Span
  secondaryLocations: readonly Span[]
  otherNames: readonly Span[]
  endpoints: readonly Span[]
}

/** What the row in the main file says of its NPI: active, or deactivated on a day (yyyymmdd). */
export type MainState = { kind: 'active'; reactivatedOn: number } | { kind: 'deactivated'; deactivatedOn: number }

type OtherName = IndividualFull['otherNames'][number]
type SharedDetails = Pick<
  BuiltIndividual['details'],
  | 'taxonomies'
  | 'otherNames'
  | 'identifiers'
  | 'endpoints'
  | 'mailingAddress'
  | 'enumeratedOn'
  | 'updatedOn'
  | 'certifiedOn'
  | 'reactivatedOn'
  | 'replacementNpi'
>

/** Makes providers of staged rows, one at a time. */
export class ProviderMaker {
  readonly #labels: ReadonlyMap<string, string>
  readonly #main = new PackedFields(mainColumns.length)
  readonly #secondary = new PackedFields(secondaryLocationColumns.length)
  readonly #otherName = new PackedFields(otherNameColumns.length)
  readonly #endpoint = new PackedFields(endpointColumns.length)

  /** `labels` are the operator's taxonomy labels, by code. */
  constructor(labels: ReadonlyMap<string, string>) {
    this.#labels = labels
  }

  /**
   * A row without an entity type is of a deactivated NPI, and so is one that has been deactivated and not reactivated since.
   */
  stateOf(bytes: Buffer, row: Span): MainState {
    const fields = this.#main
    fields.load(bytes, row.start, row.end)
    const deactivatedOn = dayOfText(fields.text(main.deactivatedOn))
    const reactivatedOn = dayOfText(fields.text(main.reactivatedOn))
    const isActive = fields.text(main.entityType) !== '' && (deactivatedOn === 0 || reactivatedOn >= deactivatedOn)
    return isActive ? { kind: 'active', reactivatedOn } : { kind: 'deactivated', deactivatedOn }
  }

  make(bytes: Buffer, rows: ProviderRows): Built {
    const fields = this.#main
    fields.load(bytes, rows.main.start, rows.main.end)
    const isPerson = fields.text(main.entityType) === '1'
    const fromMain = isPerson ? otherNameOfPerson(fields) : otherNameOfOrganization(fields)
    const otherNames = distinctNames([...fromMain, ...this.#otherNames(bytes, rows.otherNames)])
    const details = this.#details(bytes, rows, otherNames)
    const common = {
      npi: rows.npi,
      taxonomyCodes: [...new Set(details.taxonomies.map((taxonomy) => taxonomy.code))],
      locations: this.#locations(bytes, rows.secondaryLocations),
    }
    return isPerson ? this.#individual(common, details) : this.#organization(common, details)
  }

  #individual(
    common: Pick<BuiltIndividual, 'npi' | 'taxonomyCodes' | 'locations'>,
    details: SharedDetails,
  ): BuiltIndividual {
    const fields = this.#main
    const nameParts = namePartsOf(fields)
    const name = fullName(nameParts)
    const sex = fields.text(main.sex)
    return {
      kind: 'individual',
      ...common,
      name,
      searchNames: searchNames(name, details.otherNames),
      isDoctor: common.taxonomyCodes.some(isDoctorTaxonomy),
      gender: sex === 'M' || sex === 'F' ? sex : null,
      credentials: splitCredentials(fields.text(main.credential)),
      details: { ...details, nameParts, isSoleProprietor: yesOrNo(fields.text(main.isSoleProprietor)) },
    }
  }

  #organization(
    common: Pick<BuiltOrganization, 'npi' | 'taxonomyCodes' | 'locations'>,
    details: SharedDetails,
  ): BuiltOrganization {
    const fields = this.#main
    const name = inCase(fields.text(main.organizationName), 'organization')
    const parentName = inCase(fields.text(main.parentName), 'organization')
    return {
      kind: 'organization',
      ...common,
      name,
      searchNames: searchNames(name, details.otherNames),
      details: {
        ...details,
        isSubpart: yesOrNo(fields.text(main.isSubpart)),
        parentName: parentName === '' ? null : parentName,
        authorizedOfficial: authorizedOfficialOf(fields, phoneNumber),
      },
    }
  }

  #details(bytes: Buffer, rows: ProviderRows, otherNames: OtherName[]): SharedDetails {
    const fields = this.#main
    const replacement = fields.text(main.replacementNpi)
    return {
      taxonomies: taxonomiesOf(fields, this.#labels),
      otherNames,
      identifiers: identifiersOf(fields),
      endpoints: rows.endpoints.map((row) => {
        this.#endpoint.load(bytes, row.start, row.end)
        return endpointOf(this.#endpoint)
      }),
      mailingAddress: mailingAddress(fields, main.mailing),
      enumeratedOn: isoOfText(fields.text(main.enumeratedOn)),
      updatedOn: isoOfText(fields.text(main.updatedOn)),
      certifiedOn: isoOfText(fields.text(main.certifiedOn)),
      reactivatedOn: isoOfText(fields.text(main.reactivatedOn)),
      replacementNpi: replacement === '' ? null : Number(replacement),
    }
  }

  #locations(bytes: Buffer, rows: readonly Span[]): PracticeLocation[] {
    const primary = practiceLocation(this.#main, main.practice)
    const others = rows.map((row) => {
      this.#secondary.load(bytes, row.start, row.end)
      return practiceLocation(this.#secondary, secondary)
    })
    return [primary, ...others]
  }

  #otherNames(bytes: Buffer, rows: readonly Span[]): OtherName[] {
    return rows.flatMap((row) => {
      this.#otherName.load(bytes, row.start, row.end)
      return otherName(this.#otherName.text(otherNameFile.name), this.#otherName.text(otherNameFile.kind))
    })
  }
}

function distinctNames(names: readonly OtherName[]): OtherName[] {
  if (names.length < 2) return [...names]
  const seen = new Map(names.map((name) => [`${name.kind} ${name.name.toUpperCase()}`, name]))
  return [...seen.values()]
}

function searchNames(name: string, otherNames: readonly OtherName[]): string[] {
  return [...new Set([name, ...otherNames.map((other) => other.name)])]
}

function yesOrNo(text: string): boolean | null {
  if (text === 'Y') return true
  return text === 'N' ? false : null
}
