/** Renders one provider of its checked rows. What the files leave out is absent or null; repeated rows count once. */
import { mainColumns, secondaryLocationColumns } from '#registry/columns'
import { noWrittenCities } from '#registry/places/written-cities'
import { idLength, idPrefixes, scramble } from '#registry/search/provider-id'
import { isDoctorFlag, isFemaleFlag, isMaleFlag, isOrganizationFlag } from '#registry/search/providers'
import { bytesOf } from '../memory/bytes.ts'
import { main, secondary } from '../rows/columns.ts'
import { dayOfBytes } from '../rows/dates.ts'
import { PackedFields } from '../stage/staged-rows.ts'
import { BatchWriter, type RenderedBatch, type SpareBatch } from './batch.ts'
import { CredentialLists, TaxonomyLists } from './code-lists.ts'
import { DetailsRenderer, Endpoints } from './details.ts'
import { FieldText } from './field-text.ts'
import { FiledPlaces } from './filed-places.ts'
import { PlacesRenderer } from './locations.ts'
import { FullName, OtherNames } from './names.ts'
import { Phrasebook } from './phrasebook.ts'

export interface Span {
  start: number
  end: number
}

export interface ProviderRows {
  npi: number
  main: Span
  secondaryLocations: readonly Span[]
  otherNames: readonly Span[]
  endpoints: readonly Span[]
}

export type MainState = { kind: 'active'; reactivatedOn: number } | { kind: 'deactivated'; deactivatedOn: number }

const none = 0
const one = 0x31
const capitalF = 0x46
const capitalM = 0x4d

const npiLength = 10
const individualId = bytesOf(`{"id":"${idPrefixes.individual}`)
const organizationId = bytesOf(`{"id":"${idPrefixes.organization}`)
const npiMember = bytesOf('","npi":')
const nameMember = bytesOf(',"name":"')
const endOfName = bytesOf('",')
const male = bytesOf('"gender":"M",')
const female = bytesOf('"gender":"F",')
const noGender = bytesOf('"gender":null,')

/** Renders providers in ascending order of NPI; `take` returns what has come together. */
export class ProviderRenderer {
  readonly #batch: BatchWriter
  readonly #text = new FieldText()
  readonly #places: PlacesRenderer
  readonly #filedPlaces = new FiledPlaces()
  readonly #details: DetailsRenderer
  readonly #taxonomies: TaxonomyLists
  readonly #credentials: CredentialLists
  readonly #main = new PackedFields(mainColumns.length)
  readonly #secondary = new PackedFields(secondaryLocationColumns.length)
  readonly #name = new FullName(this.#text)
  readonly #otherNames = new OtherNames(this.#text)
  readonly #endpoints: Endpoints

  constructor(labels: ReadonlyMap<string, string>, workerId: number, written = noWrittenCities) {
    this.#places = new PlacesRenderer(this.#text, written)
    this.#batch = new BatchWriter(workerId)
    const book = new Phrasebook(labels)
    this.#details = new DetailsRenderer(book, this.#text, this.#places)
    this.#endpoints = new Endpoints(this.#text, book.members)
    this.#taxonomies = new TaxonomyLists(labels, book, this.#batch)
    this.#credentials = new CredentialLists(this.#batch)
  }

  /** A row without an entity type is of a deactivated NPI, as is one that was deactivated and not reactivated since. */
  stateOf(bytes: Buffer, row: Span): MainState {
    const fields = this.#main
    fields.load(bytes, row.start, row.end)
    const deactivatedOn = dayOf(fields, main.deactivatedOn)
    const reactivatedOn = dayOf(fields, main.reactivatedOn)
    const isActive = !fields.isEmpty(main.entityType) && (deactivatedOn === 0 || reactivatedOn >= deactivatedOn)
    return isActive ? { kind: 'active', reactivatedOn } : { kind: 'deactivated', deactivatedOn }
  }

  /** `day` is yyyymmdd. The main row, if there is one, may name the NPI that replaces it. */
  deactivated(npi: number, day: number, bytes: Buffer, row: Span | undefined): void {
    let replacementNpi = 0
    if (row !== undefined) {
      this.#main.load(bytes, row.start, row.end)
      replacementNpi = Number(this.#main.text(main.replacementNpi))
    }
    this.#batch.addDeactivated(npi, day, replacementNpi)
  }

  /** Returns whether it fits a record. `stateOf` must have loaded its main row. */
  active(bytes: Buffer, rows: ProviderRows): boolean {
    const batch = this.#batch
    const fields = this.#main
    const isPerson = fields.bytes[fields.start(main.entityType)] === one
    const taxonomies = this.#taxonomies.load(fields)
    this.#otherNames.load(fields, isPerson, bytes, rows.otherNames)
    this.#endpoints.load(bytes, rows.endpoints)
    const sex = isPerson ? sexOf(fields) : none
    batch.begin(rows.npi, flagsOf(isPerson, taxonomies.isDoctor, sex), 1 + rows.secondaryLocations.length)
    this.#head(rows.npi, isPerson, sex)
    this.#places.firstLocation(fields, batch)
    const { addressHash, phoneHash, state } = this.#places
    const credentialSet = isPerson ? this.#credentials.write(fields) : this.#credentials.none()
    if (isPerson) taxonomies.writeSpecialties(batch.record)
    else taxonomies.writeOrganization(batch.record)
    batch.endTail()
    for (const row of rows.secondaryLocations) {
      this.#secondary.load(bytes, row.start, row.end)
      this.#places.location(this.#secondary, batch)
      batch.addFurtherPlace(this.#filedPlaces.lineOf(this.#secondary, secondary))
    }
    batch.addFiledPlace(this.#filedPlaces.lineOf(fields, main.mailing))
    batch.addFiledPlace(this.#filedPlaces.lineOf(fields, main.practice))
    this.#renderDetails(isPerson)
    const { names } = this.#otherNames
    for (let index = 0; index < names.length; index++) {
      batch.addName(names[index].parts)
      if (!isPerson) batch.addField('organization', names[index])
    }
    const licenseSet = taxonomies.licenseSet(fields)
    return batch.end({ taxonomySet: taxonomies.set, credentialSet, licenseSet, addressHash, phoneHash, state })
  }

  take(spare?: SpareBatch): RenderedBatch {
    return this.#batch.take(spare)
  }

  #head(npi: number, isPerson: boolean, sex: number): void {
    const { record } = this.#batch
    const fields = this.#main
    record.put(isPerson ? individualId : organizationId)
    record.number(scramble(npi), 36, idLength)
    record.put(npiMember)
    record.number(npi, 10, npiLength)
    record.put(nameMember)
    const start = record.length
    if (isPerson) this.#name.write(fields, main, record)
    else this.#text.organization.write(fields, main.organizationName, record)
    const bytes = record.buffer
    if (isPerson) {
      this.#batch.addName(this.#name.parts(record))
      this.#addPerson(this.#name, bytes)
    } else {
      const name = { bytes, start, end: record.length }
      this.#batch.addName([name])
      this.#batch.addField('organization', name)
    }
    record.put(endOfName)
    if (isPerson) record.put(sex === capitalM ? male : sex === capitalF ? female : noGender)
    this.#batch.endHead()
  }

  #addPerson({ last, first }: FullName, bytes: Uint8Array): void {
    this.#batch.addField('last', { bytes, ...last })
    this.#batch.addField('first', { bytes, ...first })
  }

  #renderDetails(isPerson: boolean): void {
    const { record, details } = this.#batch
    const otherNames = this.#otherNames
    const parts = { taxonomies: this.#taxonomies, otherNames, endpoints: this.#endpoints }
    if (isPerson) {
      this.#details.individual(this.#main, parts, { name: this.#name, bytes: record }, details)
      return
    }
    if (this.#details.organization(this.#main, parts, details)) {
      this.#addPerson(this.#details.officialName, details.buffer)
    }
    for (const number of this.#details.medicareNumbers) this.#batch.addMedicareNumber(number)
  }
}

/** yyyymmdd; 0 when there is none. */
function dayOf(fields: PackedFields, column: number): number {
  return dayOfBytes(fields.bytes, fields.start(column), fields.end(column))
}

function sexOf(fields: PackedFields): number {
  const start = fields.start(main.sex)
  return fields.end(main.sex) - start === 1 ? fields.bytes[start] : none
}

function flagsOf(isPerson: boolean, isDoctor: boolean, sex: number): number {
  if (!isPerson) return isOrganizationFlag
  const sexFlag = sex === capitalM ? isMaleFlag : sex === capitalF ? isFemaleFlag : 0
  return sexFlag | (isDoctor ? isDoctorFlag : 0)
}
