/** Reads providers as JSON, put together from a record's pieces (docs/registry-format.md). */
import { AnswerBytes } from './answer-bytes.ts'
import { EntryCache } from './entry-cache.ts'
import type { Lists } from './posting-lists.ts'
import { idPrefixes } from './provider-id.ts'
import type { Frame } from './query.ts'
import type { DiskFile, SnapshotFiles } from './snapshot.ts'

/** So that 32 bits reach 32 GB. */
export const recordAlignment = 8

/** Fewer would take more memory, more longer to read. */
export const detailsPerBlock = 16

export const detailBytesMax = 16 * 1024 * 1024

export interface RecordRequest {
  ordinal: number
  location: number
  distanceMiles: number | undefined
}

const cacheBytesMin = 1024 * 1024

/** Nearly all blocks of details are smaller. */
const smallBlockBytes = 64 * 1024

const newline = 0x0a
const comma = 0x2c
const closingBrace = 0x7d
const openingBracket = 0x5b
const closingBracket = 0x5d
const quote = 0x22
const locationsOpen = Buffer.from(',"locations":[{')
const locationsNext = Buffer.from('},{')
const locationsClose = Buffer.from('}]')
const organizationIdsOpen = Buffer.from(',"organizationIds":[')
const organizationIdsClose = Buffer.from(']')
const organizationIdOpen = Buffer.from(`"${idPrefixes.organization}`)
const nameOpen = Buffer.from(',"name":"')
const distanceOpen = Buffer.from(',"distanceMiles":')

/** JSON with a comma in front; undefined for most providers. */
export type AddedMembers = (ordinal: number) => string | undefined

export class Records {
  private readonly recordStarts: Uint32Array
  private readonly recordFile: DiskFile
  private readonly detailStarts: Float64Array
  private readonly detailFile: DiskFile
  private readonly shownPhrases: readonly Buffer[]
  private readonly filedPhrases: readonly Buffer[]
  private readonly nameStarts: { last: Buffer; first: Buffer }
  private readonly organizationSets: Uint32Array
  private readonly organizations: Lists
  private readonly npis: Uint32Array
  private readonly added: AddedMembers
  private readonly out = new AnswerBytes()
  private readonly cache: EntryCache
  private lastBlock: { block: number; details: Buffer } | undefined
  /** Whether records are asked for in order, as by an export: a block of details is then read once. */
  isReadInOrder = false
  private record = Buffer.alloc(4096)
  private readonly smallBlock = Buffer.alloc(smallBlockBytes)

  constructor(
    files: SnapshotFiles,
    npis: Uint32Array,
    { added, cacheBytesMax }: { added: AddedMembers; cacheBytesMax: number },
  ) {
    this.npis = npis
    this.added = added
    this.recordStarts = files.u32('record-starts')
    this.recordFile = files.onDisk('records', 'bin')
    this.detailStarts = files.f64('detail-starts')
    this.detailFile = files.onDisk('details', 'bin')
    const phrases = files.lines('detail-phrases')
    this.shownPhrases = shownPhrases(phrases)
    this.filedPhrases = phrases.map((text) => Buffer.from(text.replace(hiddenMark, '')))
    const startOf = (phrase: string) => Buffer.from(codeOfPhrase(phrases.indexOf(phrase)))
    this.nameStarts = { last: startOf('"last":"'), first: startOf('"first":"') }
    this.organizationSets = files.u32('organization-sets')
    this.organizations = {
      starts: files.u32('organization-set-starts'),
      members: files.u32('organization-set-members'),
    }
    const recordBytes = this.recordStarts[this.recordStarts.length - 1] * recordAlignment
    this.cache = new EntryCache(Math.min(cacheBytesMax, Math.max(cacheBytesMin, 2 * recordBytes)))
  }

  list(requests: readonly RecordRequest[], hasOrganizationIds: boolean, total: number, frame?: Frame): Buffer {
    const { out } = this
    out.begin()
    if (frame !== undefined) out.text(frame.before)
    out.byte(openingBracket)
    if (requests.length > 1) this.cache.touch(requests)
    for (let index = 0; index < requests.length; index++) {
      const { ordinal, location, distanceMiles } = requests[index]
      if (index > 0) out.byte(comma)
      this.writeEntry(ordinal, location, hasOrganizationIds)
      if (distanceMiles !== undefined) {
        out.copy(distanceOpen)
        out.hundredths(Math.round(distanceMiles * 100))
      }
      out.byte(closingBrace)
    }
    out.byte(closingBracket)
    if (frame !== undefined) {
      out.text(frame.beforeTotal)
      out.whole(total)
      out.text(frame.after)
    }
    return out.take()
  }

  full(ordinal: number, hasOrganizationIds: boolean): Buffer {
    return this.expanded(ordinal, hasOrganizationIds, this.shownPhrases)
  }

  /** With the hidden members (filed.ts). */
  filed(ordinal: number): Buffer {
    return this.expanded(ordinal, false, this.filedPhrases)
  }

  /** Of a person, or of an organization's official; JSON's escapes stay, so it is good for ordering alone. */
  personName(ordinal: number): { last: string; first: string } {
    const details = this.detailsOf(ordinal)
    const textAfter = (start: Buffer) => {
      const found = details.indexOf(start)
      if (found === -1) return ''
      let end = found + start.length
      while (end < details.length && details[end] >= secondMin && details[end] !== quote) end++
      return details.toString('utf8', found + start.length, end)
    }
    return { last: textAfter(this.nameStarts.last), first: textAfter(this.nameStarts.first) }
  }

  /** Whether this stands anywhere in what is stored of it. */
  hasText(ordinal: number, text: string): boolean {
    return this.read(ordinal).includes(text) || this.detailsOf(ordinal).includes(text)
  }

  organizationName(ordinal: number): string {
    const record = this.read(ordinal)
    const start = record.indexOf(nameOpen) + nameOpen.length
    return record.toString('utf8', start, record.indexOf(quote, start))
  }

  private expanded(ordinal: number, hasOrganizationIds: boolean, phrases: readonly Buffer[]): Buffer {
    const { out } = this
    out.begin()
    this.writeEntry(ordinal, 0, hasOrganizationIds)
    expand(this.detailsOf(ordinal), phrases, (source, from, to) => out.copy(source, from, to))
    out.byte(closingBrace)
    return out.take()
  }

  /** Without the distance and the closing brace. */
  private writeEntry(ordinal: number, location: number, hasOrganizationIds: boolean): void {
    const { out, cache } = this
    const found = cache.find(ordinal, location)
    if (found !== undefined) {
      out.copy(found.bytes, found.from, hasOrganizationIds ? found.to : found.middle)
      return
    }
    const from = out.length
    this.writeShared(ordinal, location)
    const added = this.added(ordinal)
    if (added !== undefined) out.text(added)
    const middle = out.length
    this.writeOrganizationIds(ordinal)
    cache.keep(ordinal, location, out.since(from), middle - from)
    if (!hasOrganizationIds) out.cutTo(middle)
  }

  private writeShared(ordinal: number, location: number): void {
    const { out } = this
    const record = this.read(ordinal)
    const count = record.readUInt16LE(0)
    const headLength = record.readUInt16LE(2)
    const tailLength = record.readUInt16LE(4)
    const head = 6 + 2 * count
    const tail = head + headLength + placeLengthIn(record, 0)

    if (location === 0) {
      out.copy(record, head, tail + tailLength)
    } else {
      out.copy(record, head, head + headLength)
      let place = tail + tailLength
      for (let before = 1; before < location; before++) place += placeLengthIn(record, before)
      out.copy(record, place, place + placeLengthIn(record, location))
      out.copy(record, tail, tail + tailLength)
    }
    if (count === 1) return
    out.copy(locationsOpen)
    out.copy(record, head + headLength, tail)
    let place = tail + tailLength
    for (let next = 1; next < count; next++) {
      out.copy(locationsNext)
      out.copy(record, place, place + placeLengthIn(record, next))
      place += placeLengthIn(record, next)
    }
    out.copy(locationsClose)
  }

  private writeOrganizationIds(ordinal: number): void {
    const { out, npis } = this
    const { starts, members } = this.organizations
    const set = this.organizationSets[ordinal]
    out.copy(organizationIdsOpen)
    for (let at = starts[set]; at < starts[set + 1]; at++) {
      if (at > starts[set]) out.byte(comma)
      out.copy(organizationIdOpen)
      out.id(npis[members[at]])
      out.byte(quote)
    }
    out.copy(organizationIdsClose)
  }

  /** Reused by the next call. */
  private read(ordinal: number): Buffer {
    const position = this.recordStarts[ordinal] * recordAlignment
    const length = this.recordStarts[ordinal + 1] * recordAlignment - position
    if (length > this.record.length) this.record = Buffer.alloc(length * 2)
    this.recordFile.readInto(this.record, position, length)
    return this.record
  }

  /** Phrases are numbers. */
  private detailsOf(ordinal: number): Buffer {
    const block = Math.floor(ordinal / detailsPerBlock)
    const details = this.detailBlock(block)
    let start = 0
    for (let skip = ordinal % detailsPerBlock; skip > 0; skip--) start = details.indexOf(newline, start) + 1
    return details.subarray(start, details.indexOf(newline, start))
  }

  /** Reused by the next call, unless it is large. */
  private detailBlock(block: number): Buffer {
    if (this.isReadInOrder && this.lastBlock?.block === block) return this.lastBlock.details
    const position = this.detailStarts[block]
    const length = this.detailStarts[block + 1] - position
    const details = length <= smallBlockBytes ? this.smallBlock.subarray(0, length) : Buffer.allocUnsafe(length)
    this.lastBlock = undefined
    this.detailFile.readInto(details, position, details.length)
    this.lastBlock = this.isReadInOrder ? { block, details } : undefined
    return details
  }
}

function placeLengthIn(record: Buffer, place: number): number {
  return record.readUInt16LE(6 + 2 * place)
}

/** Texts whose repeated phrases are numbers: bytes below 32, which JSON text never has. Details shrink to a quarter. */

/** Without the newline, which ends a text. */
const leads = Array.from({ length: 32 }, (_, byte) => byte).filter((byte) => byte !== newline)
const oneByteCount = 21
/** Never a newline. */
const secondMin = 0x20
const perLead = 256 - secondMin

export const phrasesMax = oneByteCount + (leads.length - oneByteCount) * perLead

export function codeOfPhrase(number: number): Uint8Array {
  const beyond = number - oneByteCount
  if (beyond < 0) return Uint8Array.of(leads[number])
  return Uint8Array.of(leads[oneByteCount + Math.floor(beyond / perLead)], secondMin + (beyond % perLead))
}

/** Before a phrase that a look-up leaves out. */
export const hiddenMark = '~'

export function shownPhrases(texts: readonly string[]): Buffer[] {
  return texts.map((text) => Buffer.from(text.startsWith(hiddenMark) ? '' : text))
}

/** Passes the pieces of a text, phrases expanded, to `put`. */
export function expand(
  text: Buffer,
  phrases: readonly Buffer[],
  put: (source: Buffer, from: number, to: number) => void,
): void {
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (byte >= secondMin) continue
    if (at > from) put(text, from, at)
    // The newline is skipped.
    const lead = byte < newline ? byte : byte - 1
    const number = lead < oneByteCount ? lead : oneByteCount + (lead - oneByteCount) * perLead + text[++at] - secondMin
    const phrase = phrases[number]
    put(phrase, 0, phrase.length)
    from = at + 1
  }
  if (text.length > from) put(text, from, text.length)
}
