/** Full names of persons and other names of providers, as texts of JSON strings. */
import { otherNameColumns } from '#registry/columns'
import { Bytes, bytesOf, jsonTextOf, type TextSpan } from '../memory/bytes.ts'
import { otherName as columns, main } from '../rows/columns.ts'
import { PackedFields } from '../stage/staged-rows.ts'
import type { CaseText, FieldText } from './field-text.ts'
import type { DetailMembers } from './phrasebook.ts'
import type { Span } from './providers.ts'

export interface NameColumns {
  first: number
  middle: number
  last: number
  suffix: number
}

export interface NamePartColumns extends NameColumns {
  prefix: number
  credential: number
}

/** From CMS's "NPPES Data Dissemination - Code Values". */
const otherNameKinds: ReadonlyMap<string, string> = new Map([
  ['1', 'former name'],
  ['2', 'professional name'],
  ['3', 'doing business as'],
  ['4', 'former legal name'],
])

export function otherNameKind(code: string): string {
  return otherNameKinds.get(code) ?? 'other name'
}

const blank = 0x20
const hyphen = 0x2d
const dot = 0x2e

export interface Stretch {
  start: number
  end: number
}

export type NameMembers = Pick<
  DetailMembers,
  'prefix' | 'first' | 'middle' | 'suffix' | 'credential' | 'last' | 'nextPart'
>

export class FullName {
  readonly first: Stretch = { start: 0, end: 0 }
  readonly middle: Stretch = { start: 0, end: 0 }
  readonly last: Stretch = { start: 0, end: 0 }
  readonly #suffix: Stretch = { start: 0, end: 0 }
  readonly #text: FieldText

  constructor(text: FieldText) {
    this.#text = text
  }

  /** First, middle, last, suffix without dots ("Jr", "III"); no prefix and no credential. */
  write(fields: PackedFields, columns: NameColumns, out: Bytes): void {
    const { given, family, affix } = this.#text
    const nameStart = out.length
    this.#part(fields, columns.first, given, nameStart, out, this.first)
    this.#part(fields, columns.middle, given, nameStart, out, this.middle)
    this.#part(fields, columns.last, family, nameStart, out, this.last)
    if (fields.isEmpty(columns.suffix)) return
    this.#part(fields, columns.suffix, affix, nameStart, out, this.#suffix)
    this.#removeDots(out, nameStart)
  }

  /** Writes the parts of the name that `write` wrote to `named`. What the full name leaves out is as on file. */
  writeParts(fields: PackedFields, columns: NamePartColumns, named: Bytes, members: NameMembers, out: Bytes): void {
    const { affix } = this.#text
    let start = out.begin(members.prefix)
    affix.write(fields, columns.prefix, out)
    out.end(start, members.prefix, members.nextPart)
    start = out.begin(members.first)
    out.copy(named.buffer, this.first.start, this.first.end)
    out.end(start, members.first, members.nextPart)
    start = out.begin(members.middle)
    out.copy(named.buffer, this.middle.start, this.middle.end)
    out.end(start, members.middle, members.nextPart)
    start = out.begin(members.suffix)
    affix.write(fields, columns.suffix, out)
    out.end(start, members.suffix, members.nextPart)
    start = out.begin(members.credential)
    this.#text.onFile(fields, columns.credential, out)
    out.end(start, members.credential, members.nextPart)
    out.put(members.last)
    out.copy(named.buffer, this.last.start, this.last.end)
  }

  /** The given names, the last name and the suffix of the last one, which must end `out`. */
  parts({ buffer: bytes, length }: Bytes): TextSpan[] {
    const { first, middle, last } = this
    const givenStart = first.end > first.start ? first.start : middle.start
    const givenEnd = middle.end > middle.start ? middle.end : first.end
    const parts = [{ start: givenStart, end: givenEnd }, last, { start: last.end, end: length }]
    return parts.filter(({ start, end }) => end > start).map(({ start, end }) => ({ bytes, start, end }))
  }

  #part(fields: PackedFields, column: number, style: CaseText, nameStart: number, out: Bytes, part: Stretch): void {
    const before = out.length
    if (before > nameStart) out.byte(blank)
    part.start = out.length
    style.write(fields, column, out)
    part.end = out.length
    if (part.start === part.end) out.length = before
  }

  /** A suffix of only dots and hyphens (CMS writes "--" for none) is left out. */
  #removeDots(out: Bytes, nameStart: number): void {
    const { buffer } = out
    const { start, end } = this.#suffix
    if (start === end) return
    let to = start
    let isNone = true
    for (let from = start; from < end; from++) {
      const byte = buffer[from]
      if (byte === dot) continue
      buffer[to++] = byte
      if (byte !== hyphen) isNone = false
    }
    if (!isNone) out.length = to
    else out.length = start > nameStart ? start - 1 : start
  }
}

const digit0 = 0x30
const caseBit = 0x20
const nameMember = bytesOf('{"name":"')
const comma = bytesOf(',')
const closingBrace = bytesOf('}')
const nameParts = bytesOf(',"nameParts":{')
const endOfNameParts = bytesOf('"}}')
/** In full, not as phrases: repeated names are found by parsing the JSON. */
const partMembers: NameMembers = {
  prefix: bytesOf('"prefix":"'),
  first: bytesOf('"first":"'),
  middle: bytesOf('"middle":"'),
  suffix: bytesOf('"suffix":"'),
  credential: bytesOf('"credential":"'),
  last: bytesOf('"last":"'),
  nextPart: bytesOf('",'),
}

const kindMembers = Array.from({ length: 10 }, (_, digit) => kindMember(String(digit)))
const noKindMember = kindMember('')

interface OtherName extends TextSpan {
  parts: readonly TextSpan[]
}

export class OtherNames {
  readonly json = new Bytes()
  readonly names: OtherName[] = []
  readonly #text: FieldText
  readonly #fullName: FullName
  readonly #row = new PackedFields(otherNameColumns.length)

  constructor(text: FieldText) {
    this.#text = text
    this.#fullName = new FullName(text)
  }

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

  #mayRepeat(): boolean {
    const { names } = this
    for (let index = 1; index < names.length; index++) {
      for (let before = 0; before < index; before++) if (mayBeSame(names[index], names[before])) return true
    }
    return false
  }

  /** Names that differ only in case count once, written as the last of them. */
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
  // In capitals a letter may become two, as ß does.
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

function kindOf(fields: PackedFields, column: number): Uint8Array {
  return fields.isEmpty(column) ? noKindMember : kindMembers[fields.bytes[fields.start(column)] - digit0]
}
