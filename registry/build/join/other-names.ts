/** The other names of a provider, as items of a JSON list and as where each name stands in it. */
import { otherNameColumns } from '#registry/columns'
import { otherName as columns, main } from '../rows/columns.ts'
import { otherNameKind } from '../rows/names.ts'
import { PackedFields } from '../stage/packed-fields.ts'
import { Bytes, bytesOf } from './bytes.ts'
import type { FieldText } from './field-text.ts'
import { FullName, type NameMembers } from './full-name.ts'
import { jsonTextOf, type TextSpan } from './json-text.ts'
import type { Span } from './provider-renderer.ts'

const digit0 = 0x30
/** By which a capital differs from its small letter. */
const caseBit = 0x20
const nameMember = bytesOf('{"name":"')
const comma = bytesOf(',')
const closingBrace = bytesOf('}')
const nameParts = bytesOf(',"nameParts":{')
const endOfNameParts = bytesOf('"}}')
/** In full, since names that are the same are found by reading the JSON back. */
const partMembers: NameMembers = {
  prefix: bytesOf('"prefix":"'),
  first: bytesOf('"first":"'),
  middle: bytesOf('"middle":"'),
  suffix: bytesOf('"suffix":"'),
  credential: bytesOf('"credential":"'),
  last: bytesOf('"last":"'),
  nextPart: bytesOf('",'),
}

/** What stands behind a name, by the digit that is its kind. */
const kindMembers = Array.from({ length: 10 }, (_, digit) => kindMember(String(digit)))
const noKindMember = kindMember('')

/** A name, and the parts of it. */
interface OtherName extends TextSpan {
  parts: readonly TextSpan[]
}

export class OtherNames {
  /** Empty when there are none. */
  readonly json = new Bytes()
  /** The names in `json`, as texts of JSON strings. */
  readonly names: OtherName[] = []
  readonly #text: FieldText
  readonly #fullName: FullName
  readonly #row = new PackedFields(otherNameColumns.length)

  constructor(text: FieldText) {
    this.#text = text
    this.#fullName = new FullName(text)
  }

  /** Takes those of the main row and of the rows of another file, which stand in `bytes`. */
  load(fields: PackedFields, isPerson: boolean, bytes: Buffer, rows: readonly Span[]): void {
    this.json.length = 0
    if (this.names.length > 0) this.names.length = 0
    if (isPerson) this.#person(fields)
    else this.#organization(fields, main.otherOrganizationName, main.otherOrganizationKind)
    for (const row of rows) {
      this.#row.load(bytes, row.start, row.end)
      this.#organization(this.#row, columns.name, columns.kind)
    }
    if (this.names.length > 1 && this.#mayRepeat()) this.#keepDistinct()
  }

  /** A former, professional or other name of a person. */
  #person(fields: PackedFields): void {
    const { json } = this
    const start = this.#begin()
    const nameStart = json.length
    this.#fullName.write(fields, main.other, json)
    const kind = kindOf(fields, main.other.kind)
    if (!this.#end(start, json.length > nameStart, kind, this.#fullName.parts(json))) return
    json.put(nameParts)
    this.#fullName.writeParts(fields, main.other, json, partMembers, json)
    json.put(endOfNameParts)
  }

  /** Since 2025 the other name file has those of organizations instead of the main file. */
  #organization(fields: PackedFields, name: number, kind: number): void {
    if (fields.isEmpty(name)) return
    const start = this.#begin()
    const nameStart = this.json.length
    this.#text.organization.write(fields, name, this.json)
    if (this.#end(start, this.json.length > nameStart, kindOf(fields, kind))) this.json.put(closingBrace)
  }

  #begin(): number {
    const start = this.json.length
    if (start > 0) this.json.put(comma)
    this.json.put(nameMember)
    return start
  }

  /** Ends a name with its kind, or takes it back, and tells which; `parts` are those of a person's name. */
  #end(start: number, isThere: boolean, kind: Uint8Array, parts?: TextSpan[]): boolean {
    const { json } = this
    if (!isThere) {
      json.length = start
      return false
    }
    const nameStart = start + (start > 0 ? comma.length : 0) + nameMember.length
    const whole = { bytes: json.buffer, start: nameStart, end: json.length }
    this.names.push({ ...whole, parts: parts ?? [whole] })
    json.put(kind)
    return true
  }

  /** Whether two names may be the same but for the case of their letters: told by their bytes, where they are of ASCII. */
  #mayRepeat(): boolean {
    const { names } = this
    for (let index = 1; index < names.length; index++) {
      for (let before = 0; before < index; before++) if (mayBeSame(names[index], names[before])) return true
    }
    return false
  }

  /** Names that are the same but for the case of their letters count once, written as the last of them. */
  #keepDistinct(): void {
    const { json, names } = this
    const text = Buffer.from(json.buffer.subarray(0, json.length)).toString('utf8')
    const all: { name: string; kind: string }[] = JSON.parse(`[${text}]`)
    const distinct = new Map(all.map((one) => [`${one.kind} ${one.name.toUpperCase()}`, one]))
    json.length = 0
    names.length = 0
    for (const one of distinct.values()) {
      const bytes = jsonTextOf(one.name)
      const whole = { bytes, start: 0, end: bytes.length }
      names.push({ ...whole, parts: [whole] })
      if (json.length > 0) json.put(comma)
      json.put(bytesOf(JSON.stringify(one)))
    }
  }
}

function mayBeSame(one: TextSpan, other: TextSpan): boolean {
  // Another letter may be two in capitals, as ß is.
  if (!isAscii(one) || !isAscii(other)) return true
  const length = one.end - one.start
  if (length !== other.end - other.start) return false
  for (let place = 0; place < length; place++) {
    const difference = one.bytes[one.start + place] ^ other.bytes[other.start + place]
    if (difference !== 0 && difference !== caseBit) return false
  }
  return true
}

function isAscii({ bytes, start, end }: TextSpan): boolean {
  for (let at = start; at < end; at++) if (bytes[at] > 0x7e) return false
  return true
}

function kindMember(code: string): Uint8Array {
  return bytesOf(`","kind":${JSON.stringify(otherNameKind(code))}${code === '' ? '' : `,"code":"${code}"`}`)
}

/** A checked kind: a digit, or nothing. */
function kindOf(fields: PackedFields, column: number): Uint8Array {
  return fields.isEmpty(column) ? noKindMember : kindMembers[fields.bytes[fields.start(column)] - digit0]
}
