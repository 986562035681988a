/**
 * Finds providers by the words of their names: a sorted list of all words, and for each its providers. A prefix that
 * very many providers match has them as bits too, and those who have several words with it.
 */
import { credentialLikeness } from '../vocabulary/credentials.ts'
import nicknameTable from '../vocabulary/nicknames.json' with { type: 'json' }
import { Bits } from './bits.ts'
import { ascendingOnce, common, DiskBits, DiskLists, listedPart, type Ordinals, united } from './posting-lists.ts'
import type { SnapshotFiles } from './snapshot.ts'
import {
  type Asked,
  isParticle,
  joinedMark,
  joinedWholeMark,
  readingsOf,
  repeatedMark,
  wordsAsked,
  wordsReadMax,
} from './words.ts'

/** Prefixes matched by more than this share of all providers have bits, which are then smaller than lists. */
export const prefixPart = 1 / 32

export function repeatName(times: number, prefix: string): string {
  return `${times} ${prefix}`
}

type Run = readonly [from: number, to: number]

interface Step {
  runs: readonly Run[]
  length: number
  prefix: number | undefined
}

interface Wanted extends Asked {
  /** In words of its own, in neighboring words joined, or both. */
  found: 'apart' | 'joined' | 'either'
  /** Nicknames and the like. */
  alike: readonly string[]
}

interface Repeat {
  word: Asked
  times: number
}

interface Way {
  wanted: readonly Wanted[]
  repeats: readonly Repeat[]
}

/** Each overlapping word doubles the work. */
const overlapsMax = 3

export class NameIndex {
  private readonly words: Buffer
  private readonly wordStarts: Uint32Array
  private readonly bearers: DiskLists
  private readonly prefixes: ReadonlyMap<string, number>
  private readonly prefixBits: DiskBits
  private readonly repeats: ReadonlyMap<string, number>
  private readonly repeaters: DiskLists
  private readonly providerCount: number
  /** All zeros between searches. */
  private timesMet: Uint8Array | undefined

  constructor(files: SnapshotFiles, providerCount: number) {
    this.words = files.utf8('name-words')
    this.wordStarts = files.u32('name-word-starts')
    this.bearers = new DiskLists(files.u32('name-bearer-starts'), files.onDisk('name-bearers', 'list'))
    this.prefixes = numbered(files.lines('name-prefixes'))
    this.prefixBits = new DiskBits(files.onDisk('name-prefix-bits', 'list'), providerCount)
    this.repeats = numbered(files.lines('name-repeats'))
    this.repeaters = new DiskLists(files.u32('name-repeater-starts'), files.onDisk('name-repeaters', 'list'))
    this.providerCount = providerCount
  }

  /**
   * Providers whose names match each word of `name` by the beginning of a word of its own; none for no words.
   * Neighboring words count joined too (words.ts). `nicknames` also matches nicknames.
   */
  find(name: string, hasNicknames = false): Ordinals {
    const words = askedName(name)
    if (words.length === 0) return new Uint32Array()
    const readings = readingsOf(words, (word) => this.isOnFile(word)).flatMap((reading) =>
      this.apartAndJoined(hasNicknames ? withNicknames(reading) : reading.map((asked) => wantedOf(asked, []))),
    )
    return readings.map((way) => this.withAll(way)).reduce((all, found) => united(all, found, this.providerCount))
  }

  private withAll({ wanted, repeats }: Way): Ordinals {
    let found: Ordinals | undefined
    for (const repeat of repeats) {
      const repeating = this.withRepeat(repeat)
      found = found === undefined ? repeating : common(found, repeating)
      if (isEmpty(found)) return found
    }
    const isLeft = (one: Wanted) => one.found === 'joined' || !repeats.some(({ word }) => keyOf(word) === keyOf(one))
    const steps = wanted
      .filter(isLeft)
      .map((one) => this.stepFor(one))
      .sort((a, b) => a.length - b.length)
    for (const step of steps) {
      if (step.length === 0) return new Uint32Array()
      if (found instanceof Bits && step.prefix !== undefined && step.runs.length === 0)
        this.prefixBits.keepIn(found, step.prefix)
      else found = found === undefined ? this.bearersOf(step) : common(found, this.bearersOf(step))
      if (isEmpty(found)) break
    }
    return found ?? new Uint32Array()
  }

  /** The ways to match a reading so that each word has its own. A word matched by joined words uses up both. */
  private apartAndJoined(wanted: readonly Wanted[]): Way[] {
    let ways: Way[] = [{ wanted, repeats: repeatsAmong(wanted) }]
    if (wanted.length > wordsReadMax) return ways
    const overlaps = wanted.flatMap((one, place) => {
      const others = wanted.filter((other, index) => index !== place && this.mayOverlap(one, other))
      return others.length > 0 ? [{ place, others }] : []
    })
    for (const { place, others } of overlaps.slice(0, overlapsMax)) {
      ways = ways.flatMap((way) => [
        { ...way, wanted: found('apart', way.wanted, place) },
        { wanted: found('joined', way.wanted, place), repeats: others.reduce(withOneMore, way.repeats) },
      ])
    }
    return ways
  }

  private mayOverlap({ word, isWhole }: Asked, other: Asked): boolean {
    if (isWhole) return false
    for (let split = 1; split < word.length; split++) {
      const [before, behind] = [word.slice(0, split), word.slice(split)]
      const begins = other.isWhole ? behind === other.word : behind.startsWith(other.word)
      if (begins && this.isOnFile(before)) return true
      if (!other.isWhole && other.word.startsWith(behind) && isParticle(before)) return true
    }
    return false
  }

  private stepFor({ word, isWhole, found, alike }: Wanted): Step {
    const wholes = [...alike, ...(isWhole ? [word] : found === 'apart' ? [] : [joinedWholeMark + word])]
    const beside = wholes.map((whole) => this.runOfWord(whole))
    if (!isWhole && found !== 'apart') beside.push(this.runOf(joinedMark + word))
    const own = isWhole || found === 'joined' ? undefined : this.runOf(word)
    const all = own === undefined ? beside : [own, ...beside]
    const length = all.reduce((sum, [from, to]) => sum + this.bearers.lengthOfRun(from, to), 0)
    const prefix = own === undefined ? undefined : this.prefixes.get(word)
    return { runs: (prefix === undefined ? all : beside).filter(([from, to]) => from < to), length, prefix }
  }

  private bearersOf({ runs, length, prefix }: Step): Ordinals {
    const [first, second] = runs
    if (prefix === undefined && first !== undefined && second === undefined && first[1] - first[0] === 1)
      return this.bearers.at(first[0])
    if (prefix === undefined && length <= this.providerCount * listedPart)
      return ascendingOnce(this.bearers.runs(runs), this.providerCount)
    const bits = prefix === undefined ? Bits.forSearch(this.providerCount) : this.prefixBits.at(prefix)
    for (const [from, to] of runs) this.bearers.addTo(bits, from, to)
    return bits
  }

  /** Joined words do not count. */
  private withRepeat({ word: { word, isWhole }, times }: Repeat): Ordinals {
    if (isWhole) return this.bearers.run(...this.runOfWord(word + repeatedMark.repeat(times - 1)))
    const known = this.repeats.get(repeatName(times, word))
    if (known !== undefined) return this.repeaters.at(known)
    if (this.prefixes.has(word)) return new Uint32Array()
    const members = this.bearers.run(...this.runOf(word))
    this.timesMet ??= new Uint8Array(this.providerCount)
    const { timesMet } = this
    for (const member of members) if (timesMet[member] < times) timesMet[member]++
    let length = 0
    for (const member of members) {
      const isRepeated = timesMet[member] === times
      timesMet[member] = 0
      if (isRepeated) members[length++] = member
    }
    return ascendingOnce(members.subarray(0, length), this.providerCount)
  }

  private isOnFile(word: string): boolean {
    const [from, to] = this.runOfWord(word)
    return from < to
  }

  private runOfWord(word: string): Run {
    const bytes = Buffer.from(word)
    const from = this.firstWord(bytes, 0, 0)
    const isThere = from + 1 < this.wordStarts.length && this.order(from, bytes) === 0
    const isWhole = isThere && this.wordStarts[from + 1] - this.wordStarts[from] === bytes.length
    return [from, isWhole ? from + 1 : from]
  }

  /** UTF-8 sorts by bytes as by code points. */
  private runOf(prefix: string): Run {
    const bytes = Buffer.from(prefix)
    const from = this.firstWord(bytes, 0, 0)
    return [from, this.firstWord(bytes, from, 1)]
  }

  /** With 1 for `after`, the first word behind the prefix's. */
  private firstWord(prefix: Buffer, low: number, after: 0 | 1): number {
    let high = this.wordStarts.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.order(middle, prefix) >= after) high = middle
      else low = middle + 1
    }
    return low
  }

  /** 0 for a word with the prefix. */
  private order(word: number, prefix: Buffer): number {
    const { words } = this
    const start = this.wordStarts[word]
    const end = Math.min(prefix.length, this.wordStarts[word + 1] - start)
    for (let index = 0; index < end; index++) {
      const difference = words[start + index] - prefix[index]
      if (difference !== 0) return difference
    }
    return end - prefix.length
  }
}

function found(where: Wanted['found'], wanted: readonly Wanted[], place: number): Wanted[] {
  return wanted.map((one, index) => (index === place ? { ...one, found: where } : one))
}

function numbered(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(lines.map((line, number) => [line, number]))
}

function isEmpty(found: Ordinals): boolean {
  return found instanceof Bits ? found.isEmpty() : found.length === 0
}

/** For each word asked for that others begin with: how many words of a name must begin with it. */
function repeatsAmong(reading: readonly Asked[]): Repeat[] {
  const repeats = new Map<string, Repeat>()
  for (const word of reading) {
    const times = reading.filter((other) => covers(word, other)).length
    if (times > 1) repeats.set(keyOf(word), { word, times })
  }
  return [...repeats.values()]
}

function covers(one: Asked, other: Asked): boolean {
  return one.isWhole ? other.isWhole && other.word === one.word : other.word.startsWith(one.word)
}

function withOneMore(repeats: readonly Repeat[], word: Asked): Repeat[] {
  const before = repeats.find((repeat) => keyOf(repeat.word) === keyOf(word))
  const times = (before?.times ?? 1) + 1
  return [...repeats.filter((repeat) => repeat !== before), { word, times }]
}

const keyOf = ({ word, isWhole }: Asked): string => `${isWhole} ${word}`

const wantedOf = (asked: Asked, alike: readonly string[]): Wanted => ({ ...asked, found: 'either', alike })

/** A similar name counts for one word only. */
function withNicknames(reading: readonly Asked[]): Wanted[] {
  const taken = new Set<string>()
  return reading.map((asked) => {
    const others = reading.filter((other) => other !== asked)
    const alike = asked.isWhole ? [] : namesLike(asked.word)
    const free = alike.filter((name) => !taken.has(name) && !others.some(({ word }) => name.startsWith(word)))
    for (const name of free) taken.add(name)
    return wantedOf(asked, free)
  })
}

/** A typed name, without titles and credentials around it, since names on file have none. */

const titles = new Set('dr doctor prof professor mr mrs ms miss mx'.split(' '))

/** M. D., D D S. */
const spacedMax = 3

/**
 * Parts end at commas. The first word stays unless it is a title, and so does the last one left. A credential that is
 * also a name (Do, Ma) is dropped only where it has dots or two other words remain.
 */
function askedName(name: string): string[] {
  const parts = name.split(/[,;]/).map((part) => part.split(/\s+/).filter((token) => wordsAsked(token).length > 0))
  const left = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const part of parts) {
    while (left() > 1 && titles.has(wordsAsked(part[0] ?? '').join(''))) part.shift()
  }
  const first = parts.find((part) => part.length > 0)
  for (const part of parts) {
    const min = part === first ? 1 : 0
    for (;;) {
      const length = credentialAtEnd(part, left())
      if (length === 0 || part.length - length < min || left() === length) break
      part.length -= length
    }
  }
  return parts.flat().flatMap(wordsAsked)
}

/** `left` counts the tokens in all. */
function credentialAtEnd(part: readonly string[], left: number): number {
  const last = part.at(-1)
  if (last === undefined) return 0
  const ofLast = credentialLikeness(last)
  if (ofLast === 'surely' || (ofLast === 'maybe' && (last.includes('.') || left > 2))) return 1
  for (let length = 2; length <= Math.min(spacedMax, part.length); length++) {
    const tokens = part.slice(-length)
    const isSpaced = tokens.every((token) => wordsAsked(token).join('').length <= 2)
    const likeness = credentialLikeness(tokens.join(''))
    const isMeant = likeness === 'surely' || (likeness === 'maybe' && tokens.every((token) => token.includes('.')))
    if (isSpaced && left - length >= 2 && isMeant) return length
  }
  return 0
}

let namesByName: ReadonlyMap<string, readonly string[]> | undefined

/** In lower case, both ways. */
function namesLike(name: string): readonly string[] {
  namesByName ??= linkedNames()
  return namesByName.get(name) ?? []
}

function linkedNames(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  const link = (one: string, other: string) => found.set(one, (found.get(one) ?? new Set()).add(other))
  for (const [name, nicknames] of Object.entries(nicknameTable.names)) {
    for (const nickname of nicknames.split(' ')) {
      if (nickname === name) continue
      link(name, nickname)
      link(nickname, name)
    }
  }
  return new Map(Array.from(found, ([name, others]) => [name, [...others]]))
}
