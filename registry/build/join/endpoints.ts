/** The electronic addresses of a provider, as items of a JSON list with numbers for their phrases (registry/search/phrases.ts). */
import { endpointColumns } from '#registry/columns'
import { endpoint as columns } from '../rows/columns.ts'
import { PackedFields } from '../stage/packed-fields.ts'
import { Address } from './address.ts'
import { Bytes } from './bytes.ts'
import { choice } from './choice.ts'
import type { FieldText } from './field-text.ts'
import type { DetailMembers } from './phrasebook.ts'
import type { Span } from './provider-renderer.ts'

const comma = 0x2c
const quote = 0x22
const closingBrace = 0x7d
const nothing = new Uint8Array(0)

export class Endpoints {
  /** Empty when there are none. */
  readonly json = new Bytes()
  readonly #text: FieldText
  readonly #members: DetailMembers
  readonly #address: Address
  readonly #row = new PackedFields(endpointColumns.length)

  constructor(text: FieldText, members: DetailMembers) {
    this.#text = text
    this.#members = members
    this.#address = new Address(text)
  }

  /** Takes those of rows, which stand in `bytes`. */
  load(bytes: Buffer, rows: readonly Span[]): void {
    this.json.length = 0
    for (const row of rows) {
      this.#row.load(bytes, row.start, row.end)
      if (this.json.length > 0) this.json.byte(comma)
      this.#endpoint()
    }
  }

  #endpoint(): void {
    const { json } = this
    const members = this.#members
    json.put(members.endpointKind)
    this.#text.onFile(this.#row, columns.kind, json)
    json.put(members.endpointValue)
    this.#text.onFile(this.#row, columns.value, json)
    json.byte(quote)
    this.#member(members.kindDescription, columns.kindDescription)
    this.#member(members.description, columns.description)
    this.#member(members.useCode, columns.useCode)
    this.#member(members.use, columns.use)
    this.#member(members.otherUse, columns.otherUse)
    this.#member(members.contentTypeCode, columns.contentTypeCode)
    this.#member(members.contentType, columns.contentType)
    this.#member(members.otherContentType, columns.otherContentType)
    json.put(choice(this.#row, columns.isAffiliated, members.isAffiliated, members.isNotAffiliated, nothing))
    this.#member(members.affiliation, columns.affiliation)
    this.#address.load(this.#row, columns.address)
    if (!this.#address.isNone) {
      json.put(members.endpointAddress)
      this.#address.write(json, members)
      json.byte(closingBrace)
    }
    json.byte(closingBrace)
  }

  /** Writes a member unless its field says nothing. */
  #member(member: Uint8Array, column: number): void {
    if (this.#row.isEmpty(column)) return
    const { json } = this
    const before = json.length
    json.put(member)
    const start = json.length
    this.#text.onFile(this.#row, column, json)
    if (json.length > start) json.byte(quote)
    else json.length = before
  }
}
