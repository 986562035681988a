import type { NameColumns, NamePartColumns } from '../rows/names.ts'
import type { PackedFields } from '../stage/packed-fields.ts'
import type { Bytes } from './bytes.ts'
import type { CaseText } from './case-text.ts'
import type { FieldText } from './field-text.ts'
import type { TextSpan } from './json-text.ts'
import type { DetailMembers } from './phrasebook.ts'

const blank = 0x20
const hyphen = 0x2d
const dot = 0x2e

/** Where something stands in what it was written into. */
export interface Stretch {
  start: number
  end: number
}

/** The members of the parts of a name up to their values, and what ends one. */
export type NameMembers = Pick<
  DetailMembers,
  'prefix' | 'first' | 'middle' | 'suffix' | 'credential' | 'last' | 'nextPart'
>

/** Writes full names of persons, and tells where the parts of the last one stand that have the same form by themselves. */
export class FullName {
  readonly first: Stretch = { start: 0, end: 0 }
  readonly middle: Stretch = { start: 0, end: 0 }
  readonly last: Stretch = { start: 0, end: 0 }
  readonly #suffix: Stretch = { start: 0, end: 0 }
  readonly #text: FieldText

  constructor(text: FieldText) {
    this.#text = text
  }

  /**
   * Writes a person's name the way it is read, as the text of a JSON string: first, middle, last, suffix ("Jr", "III"), the last
   * without dots; no prefix and no credential.
   */
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

  /**
   * Writes the parts of the name that `write` has just written to `named`, as members of an object up to the text of the last name:
   * first, middle and last as there, and as on file what the full name leaves out or shortens.
   */
  writeParts(fields: PackedFields, columns: NamePartColumns, named: Bytes, members: NameMembers, out: Bytes): void {
    const { affix } = this.#text
    let start = begun(out, members.prefix)
    affix.write(fields, columns.prefix, out)
    ended(start, members.prefix, members, out)
    start = begun(out, members.first)
    out.copy(named.buffer, this.first.start, this.first.end)
    ended(start, members.first, members, out)
    start = begun(out, members.middle)
    out.copy(named.buffer, this.middle.start, this.middle.end)
    ended(start, members.middle, members, out)
    start = begun(out, members.suffix)
    affix.write(fields, columns.suffix, out)
    ended(start, members.suffix, members, out)
    start = begun(out, members.credential)
    this.#text.onFile(fields, columns.credential, out)
    ended(start, members.credential, members, out)
    out.put(members.last)
    out.copy(named.buffer, this.last.start, this.last.end)
  }

  /** The given names, the last name and the suffix of the last one, which ends `out`. */
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

  /** A suffix has no dots in a full name. One of nothing but dots and hyphens (CMS writes "--" for none) is not in it. */
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

/** Begins a member, and answers with where it begins. */
function begun(out: Bytes, member: Uint8Array): number {
  const start = out.length
  out.put(member)
  return start
}

/** Ends a member whose value was just written, or takes it back where that is empty. */
function ended(start: number, member: Uint8Array, { nextPart }: NameMembers, out: Bytes): void {
  if (out.length === start + member.length) out.length = start
  else out.put(nextPart)
}
