/**
 * Finds providers by the words of their names: a sorted list of all words, and for each of them who bears it. A prefix
 * that begins a word of a large part of all providers has its bearers as bits, too: one letter may begin the words of a
 * million. For the same prefixes it is stored who has several words that begin so; of others it is counted.
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

/**
 * Prefixes whose words have together more bearers than this part of all providers have bits, which then are shorter.
 */
export const prefixPart = 1 / 32

/** What the file of repeats calls those who have so many words that begin alike. */
export function repeatName(times: number, prefix: string): string {
  return `${times} ${prefix}`
}

/** Words from a place in the sorted list up to another one. */
type Run = readonly [from: number, to: number]

/**
 * What a search does with one word: read the bearers of runs of words, or the bits of a prefix and the bearers of what
 * is beside it.
 */
interface Step {
  runs: readonly Run[]
  length: number
  prefix: number | undefined
}

/** A word as it is looked for. */
interface Wanted extends Asked {
  /** Whether it is found in words of its own, in neighboring words joined, or in either. */
  found: 'apart' | 'joined' | 'either'
  /** Other names that count as this one, whole. */
  alike: readonly string[]
}

/** Of how many words a provider has to have several that begin alike. */
interface Repeat {
  word: Asked
  times: number
}

/** What a name must have. */
interface Way {
  wanted: readonly Wanted[]
  repeats: readonly Repeat[]
}

/** Each word that overlaps doubles the work of a search. */
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
  /** How many words of a kind each provider was met with; zeros between two searches. Made when it is first needed. */
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
   * Every provider with names in which each word of `name` begins a word of its own: none when there is no word.
   * Neighboring words, asked for or on file, count joined, too (words.ts). With nicknames, so do the names that a word
   * is a nickname of, and its nicknames.
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
    // Who has a word several times has it.
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

  /**
   * The ways to find the words of a reading in names where each takes words of its own. A word that is found in joined
   * words takes these; where another word may begin the second of them, it is looked for in words apart, and in joined
   * ones beside one word more of the other.
   */
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

  /**
   * Whether a word that is found in joined words may be found in such of which the second one is the other word's, too.
   */
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

  /**
   * Who has so many words that begin with the one asked for, joined ones not counted; or whole ones that are this one.
   */
  private withRepeat({ word: { word, isWhole }, times }: Repeat): Ordinals {
    if (isWhole) return this.bearers.run(...this.runOfWord(word + repeatedMark.repeat(times - 1)))
    const known = this.repeats.get(repeatName(times, word))
    if (known !== undefined) return this.repeaters.at(known)
    if (this.prefixes.has(word)) return new Uint32Array()
    const members = this.bearers.run(...this.runOf(word))
    this.timesMet ??= new Uint8Array(this.providerCount)
    const { timesMet } = this
    // No name is long enough for more times than 8 bits can count.
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

  /** A word on file, or no word. */
  private runOfWord(word: string): Run {
    const bytes = Buffer.from(word)
    const from = this.firstWord(bytes, 0, 0)
    const isThere = from + 1 < this.wordStarts.length && this.order(from, bytes) === 0
    const isWhole = isThere && this.wordStarts[from + 1] - this.wordStarts[from] === bytes.length
    return [from, isWhole ? from + 1 : from]
  }

  /** The words that begin with `prefix`, as a run of the sorted list. UTF-8 sorts by bytes as by code points. */
  private runOf(prefix: string): Run {
    const bytes = Buffer.from(prefix)
    const from = this.firstWord(bytes, 0, 0)
    return [from, this.firstWord(bytes, from, 1)]
  }

  /**
   * The first word from `low` on that comes no sooner than the words that begin with a prefix; with 1 for `after`,
   * behind them.
   */
  private firstWord(prefix: Buffer, low: number, after: 0 | 1): number {
    let high = this.wordStarts.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.order(middle, prefix) >= after) high = middle
      else low = middle + 1
    }
    return low
  }

  /** 0 for a word that begins with the prefix; less or more for one that comes before or behind those. */
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

/**
 * Of a reading, how often names must have words that begin with one asked for: once for each word asked for that begins
 * so. Where none begins as another one does, each takes a word of its own in any case.
 */
function repeatsAmong(reading: readonly Asked[]): Repeat[] {
  const repeats = new Map<string, Repeat>()
  for (const word of reading) {
    const times = reading.filter((other) => covers(word, other)).length
    if (times > 1) repeats.set(keyOf(word), { word, times })
  }
  return [...repeats.values()]
}

/** Whether what one word is found in is found by the other one, too. */
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

/** A name that is like a word asked for counts for that word alone, and not where another word asks for it. */
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

/** What somebody types as a name: titles and credentials around it count for nothing, since a name on file has none. */

const titles = new Set('dr doctor prof professor mr mrs ms miss mx'.split(' '))

/** Letters of a credential that are written apart: M. D., D D S. */
const spacedMax = 3

/**
 * The words of a name, in their order, without titles that begin a part of it and credentials that end one; parts end
 * at commas. The very first word stays, unless it is a title, and so does the last one that is left. A credential that
 * is also a name (Do, Ma) is left out where it is written with dots, or where two other words are left.
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

/** How many tokens at the end of a part are a credential. `left` is how many tokens there are in all. */
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

/** The nicknames of a name in lower case, and the names that it is a nickname of. */
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
