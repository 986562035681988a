/** The electronic addresses of a provider, as items of a JSON list. */
import { endpointColumns } from '#registry/nppes-columns'
import { endpoint as columns } from '../rows/columns.ts'
import { PackedFields } from '../staging/packed-fields.ts'
import { Bytes, bytesOf } from './bytes.ts'
import type { FieldText } from './field-text.ts'
import type { Span } from './provider-renderer.ts'

const comma = bytesOf(',')
const quote = bytesOf('"')
const closingBrace = bytesOf('}')
const kindMember = bytesOf('{"kind":"')
const valueMember = bytesOf('","value":"')
const descriptionMember = bytesOf(',"description":"')
const useMember = bytesOf(',"use":"')
const contentTypeMember = bytesOf(',"contentType":"')
const affiliationMember = bytesOf(',"affiliation":"')

export class Endpoints {
  /** Empty when there are none. */
  readonly json = new Bytes()
  readonly #text: FieldText
  readonly #row = new PackedFields(endpointColumns.length)

  constructor(text: FieldText) {
    this.#text = text
  }

  /** Takes those of rows, which stand in `bytes`. */
  load(bytes: Buffer, rows: readonly Span[]): void {
    this.json.length = 0
    for (const row of rows) {
      this.#row.load(bytes, row.start, row.end)
      if (this.json.length > 0) this.json.put(comma)
      this.#endpoint()
    }
  }

  #endpoint(): void {
    const { json } = this
    json.put(kindMember)
    this.#text.onFile(this.#row, columns.kind, json)
    json.put(valueMember)
    this.#text.onFile(this.#row, columns.value, json)
    json.put(quote)
    this.#member(descriptionMember, columns.description)
    if (!this.#member(useMember, columns.otherUse)) this.#member(useMember, columns.use)
    if (!this.#member(contentTypeMember, columns.otherContentType)) this.#member(contentTypeMember, columns.contentType)
    this.#member(affiliationMember, columns.affiliation)
    json.put(closingBrace)
  }

  /** Writes a member unless its field says nothing, and tells whether it did. */
  #member(member: Uint8Array, column: number): boolean {
    const { json } = this
    const before = json.length
    json.put(member)
    const start = json.length
    this.#text.onFile(this.#row, column, json)
    const isThere = json.length > start
    if (isThere) json.put(quote)
    else json.length = before
    return isThere
  }
}
