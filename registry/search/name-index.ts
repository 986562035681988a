/**
 * Finds providers by the words of their names: a sorted list of all words, and for each its providers. A prefix that
 * very many providers match has them as bits too, and those who have several words with it.
 */
import { credentialLikeness } from '../vocabulary/credentials.ts'
import { oneEditFrom } from '../vocabulary/nearest-word.ts'
import nicknameTable from '../vocabulary/nicknames.json' with { type: 'json' }
import { firstNotBefore } from './binary-search.ts'
import { Bits } from './bits.ts'
import { DiskBits, DiskLists, intersect, listShareMax, type Ordinals, sortedUnique, union } from './posting-lists.ts'
import type { FieldText } from './query.ts'
import type { SnapshotFiles } from './snapshot.ts'
import {
  fieldKey,
  fieldKeyMax,
  fieldMarks,
  isKeyCut,
  isParticle,
  joinedMark,
  joinedWholeMark,
  type NameField,
  type QueryTerm,
  queryWords,
  readingsOf,
  repeatedMark,
  wordsReadMax,
} from './words.ts'

/** Prefixes matched by more than this share of all providers have bits, which are then smaller than lists. */
export const prefixShareMin = 1 / 32

export function repeatName(times: number, prefix: string): string {
  return `${times} ${prefix}`
}

type Run = readonly [from: number, to: number]

interface Step {
  runs: readonly Run[]
  length: number
  prefix: number | undefined
}

interface MatchTerm extends QueryTerm {
  /** By a word of its own, by neighboring words joined, or by both. */
  matchedBy: 'word' | 'joined' | 'either'
  nicknames: readonly string[]
}

interface Repeat {
  word: QueryTerm
  times: number
}

interface MatchPlan {
  terms: readonly MatchTerm[]
  repeats: readonly Repeat[]
}

/** Shorter words are near to too many, and no name has a longer one: the work grows with the square of the length. */
const [correctedLengthMin, correctedLengthMax] = [4, 40]

/** Each overlapping word doubles the work. */
const overlapsMax = 3

export class NameIndex {
  private readonly words: Buffer
  private readonly wordStarts: Uint32Array
  private readonly providerLists: DiskLists
  private readonly prefixes: ReadonlyMap<string, number>
  private readonly prefixBits: DiskBits
  private readonly repeats: ReadonlyMap<string, number>
  private readonly repeaters: DiskLists
  private readonly providerCount: number
  /** All zeros between searches. */
  private occurrences: Uint8Array | undefined

  constructor(files: SnapshotFiles, providerCount: number) {
    this.words = files.utf8('name-words')
    this.wordStarts = files.u32('name-word-starts')
    this.providerLists = new DiskLists(files.u32('name-bearer-starts'), files.onDisk('name-bearers', 'list'))
    this.prefixes = numbered(files.lines('name-prefixes'))
    this.prefixBits = new DiskBits(files.onDisk('name-prefix-bits', 'list'), providerCount)
    this.repeats = numbered(files.lines('name-repeats'))
    this.repeaters = new DiskLists(files.u32('name-repeater-starts'), files.onDisk('name-repeaters', 'list'))
    this.providerCount = providerCount
  }

  /** Providers whose names match each word of `name` by the beginning of a word of its own (words.ts). */
  find(name: string, hasNicknames = false): Ordinals {
    const words = queryWordsOf(name)
    if (words.length === 0) return new Uint32Array()
    const plans = readingsOf(words, (word) => this.isIndexed(word)).flatMap((reading) =>
      this.plansFor(hasNicknames ? withNicknames(reading) : reading.map((term) => matchTerm(term, []))),
    )
    return plans.map((plan) => this.withAll(plan)).reduce((all, found) => union(all, found, this.providerCount))
  }

  /** Providers by a whole field, or by how it begins. A superset where the key is cut (`isKeyCut`). */
  ofField(field: NameField, { text, isPrefix }: FieldText, hasNicknames = false): Ordinals {
    const key = fieldKey(text)
    if (key === '') return new Uint32Array()
    const others = hasNicknames && !isPrefix ? nicknamesOf(key) : []
    const words = [key, ...others].map((one) => fieldMarks[field] + [...one].slice(0, fieldKeyMax).join(''))
    const runs = words.map((word) => (isPrefix && !isKeyCut(text) ? this.runOf(word) : this.runOfWord(word)))
    const length = runs.reduce((sum, [from, to]) => sum + this.providerLists.lengthOfRun(from, to), 0)
    return this.providersOf({ runs: runs.filter(([from, to]) => from < to), length, prefix: undefined })
  }

  /**
   * The name with one letter of one word inserted, left out, changed or swapped, so that more names have the word; the
   * commonest first. A word that no name has comes before others, and the last one counts by its beginning.
   */
  corrections(name: string): string[] {
    const words = queryWordsOf(name)
    if (words.length > wordsReadMax) return []
    const last = words.length - 1
    const counts = words.map((word, place) => this.countOf(word, place === last))
    const found = words.flatMap((word, place) => {
      const count = counts[place] ?? 0
      const isAsked = counts.includes(0) ? count === 0 : place === last
      if (!isAsked || word.length < correctedLengthMin || word.length > correctedLengthMax) return []
      let best = { text: '', count }
      for (const near of oneEditFrom(word)) {
        // More names begin by a part of a word than by the word.
        const nearCount = count > 0 && word.startsWith(near) ? 0 : this.countOf(near, place === last)
        if (nearCount > best.count) best = { text: words.with(place, near).join(' '), count: nearCount }
      }
      return best.text === '' ? [] : [best]
    })
    return found.sort((a, b) => b.count - a.count).map(({ text }) => text)
  }

  private countOf(word: string, isPrefix: boolean): number {
    return this.providerLists.lengthOfRun(...(isPrefix ? this.runOf(word) : this.runOfWord(word)))
  }

  private withAll({ terms, repeats }: MatchPlan): Ordinals {
    let found: Ordinals | undefined
    for (const repeat of repeats) {
      const repeating = this.withRepeat(repeat)
      found = found === undefined ? repeating : intersect(found, repeating)
      if (isEmpty(found)) return found
    }
    const isLeft = (one: MatchTerm) =>
      one.matchedBy === 'joined' || !repeats.some(({ word }) => keyOf(word) === keyOf(one))
    const steps = terms
      .filter(isLeft)
      .map((one) => this.stepFor(one))
      .sort((a, b) => a.length - b.length)
    for (const step of steps) {
      if (step.length === 0) return new Uint32Array()
      if (found instanceof Bits && step.prefix !== undefined && step.runs.length === 0)
        this.prefixBits.andInto(found, step.prefix)
      else found = found === undefined ? this.providersOf(step) : intersect(found, this.providersOf(step))
      if (isEmpty(found)) break
    }
    return found ?? new Uint32Array()
  }

  /** The ways to match a reading so that each term has its own word. A term matched by joined words uses up both. */
  private plansFor(terms: readonly MatchTerm[]): MatchPlan[] {
    let plans: MatchPlan[] = [{ terms, repeats: repeatsAmong(terms) }]
    if (terms.length > wordsReadMax) return plans
    const overlaps = terms.flatMap((one, place) => {
      const others = terms.filter((other, index) => index !== place && this.mayOverlap(one, other))
      return others.length > 0 ? [{ place, others }] : []
    })
    for (const { place, others } of overlaps.slice(0, overlapsMax)) {
      plans = plans.flatMap((plan) => [
        { ...plan, terms: matchedBy('word', plan.terms, place) },
        { terms: matchedBy('joined', plan.terms, place), repeats: others.reduce(withOneMore, plan.repeats) },
      ])
    }
    return plans
  }

  private mayOverlap({ word, isWhole }: QueryTerm, other: QueryTerm): boolean {
    if (isWhole) return false
    for (let split = 1; split < word.length; split++) {
      const [before, behind] = [word.slice(0, split), word.slice(split)]
      const begins = other.isWhole ? behind === other.word : behind.startsWith(other.word)
      if (begins && this.isIndexed(before)) return true
      if (!other.isWhole && other.word.startsWith(behind) && isParticle(before)) return true
    }
    return false
  }

  private stepFor({ word, isWhole, matchedBy, nicknames }: MatchTerm): Step {
    const wholes = [...nicknames, ...(isWhole ? [word] : matchedBy === 'word' ? [] : [joinedWholeMark + word])]
    const beside = wholes.map((whole) => this.runOfWord(whole))
    if (!isWhole && matchedBy !== 'word') beside.push(this.runOf(joinedMark + word))
    const own = isWhole || matchedBy === 'joined' ? undefined : this.runOf(word)
    const all = own === undefined ? beside : [own, ...beside]
    const length = all.reduce((sum, [from, to]) => sum + this.providerLists.lengthOfRun(from, to), 0)
    const prefix = own === undefined ? undefined : this.prefixes.get(word)
    return { runs: (prefix === undefined ? all : beside).filter(([from, to]) => from < to), length, prefix }
  }

  private providersOf({ runs, length, prefix }: Step): Ordinals {
    const [first, second] = runs
    if (prefix === undefined && first !== undefined && second === undefined && first[1] - first[0] === 1)
      return this.providerLists.at(first[0])
    if (prefix === undefined && length <= this.providerCount * listShareMax)
      return sortedUnique(this.providerLists.runs(runs), this.providerCount)
    const bits = prefix === undefined ? Bits.forSearch(this.providerCount) : this.prefixBits.at(prefix)
    for (const [from, to] of runs) this.providerLists.addTo(bits, from, to)
    return bits
  }

  /** Joined words do not count. */
  private withRepeat({ word: { word, isWhole }, times }: Repeat): Ordinals {
    if (isWhole) return this.providerLists.run(...this.runOfWord(word + repeatedMark.repeat(times - 1)))
    const known = this.repeats.get(repeatName(times, word))
    if (known !== undefined) return this.repeaters.at(known)
    if (this.prefixes.has(word)) return new Uint32Array()
    const members = this.providerLists.run(...this.runOf(word))
    this.occurrences ??= new Uint8Array(this.providerCount)
    const { occurrences } = this
    for (const member of members) if (occurrences[member] < times) occurrences[member]++
    let length = 0
    for (const member of members) {
      const isRepeated = occurrences[member] === times
      occurrences[member] = 0
      if (isRepeated) members[length++] = member
    }
    return sortedUnique(members.subarray(0, length), this.providerCount)
  }

  private isIndexed(word: string): boolean {
    const [from, to] = this.runOfWord(word)
    return from < to
  }

  private runOfWord(word: string): Run {
    const bytes = Buffer.from(word)
    const [from] = this.runOf(word)
    const isThere = from + 1 < this.wordStarts.length && this.order(from, bytes) === 0
    const isWhole = isThere && this.wordStarts[from + 1] - this.wordStarts[from] === bytes.length
    return [from, isWhole ? from + 1 : from]
  }

  /** UTF-8 sorts by bytes as by code points. */
  private runOf(prefix: string): Run {
    const bytes = Buffer.from(prefix)
    const wordCount = this.wordStarts.length - 1
    const from = firstNotBefore(wordCount, (word) => this.order(word, bytes) < 0)
    return [from, firstNotBefore(wordCount, (word) => this.order(word, bytes) <= 0)]
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

function matchedBy(how: MatchTerm['matchedBy'], terms: readonly MatchTerm[], place: number): MatchTerm[] {
  return terms.map((term, index) => (index === place ? { ...term, matchedBy: how } : term))
}

function numbered(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(lines.map((line, number) => [line, number]))
}

function isEmpty(found: Ordinals): boolean {
  return found instanceof Bits ? found.isEmpty() : found.length === 0
}

/** For each term that other terms begin with: how many words of a name must begin with it. */
function repeatsAmong(reading: readonly QueryTerm[]): Repeat[] {
  const repeats = new Map<string, Repeat>()
  for (const word of reading) {
    const times = reading.filter((other) => covers(word, other)).length
    if (times > 1) repeats.set(keyOf(word), { word, times })
  }
  return [...repeats.values()]
}

function covers(one: QueryTerm, other: QueryTerm): boolean {
  return one.isWhole ? other.isWhole && other.word === one.word : other.word.startsWith(one.word)
}

function withOneMore(repeats: readonly Repeat[], word: QueryTerm): Repeat[] {
  const before = repeats.find((repeat) => keyOf(repeat.word) === keyOf(word))
  const times = (before?.times ?? 1) + 1
  return [...repeats.filter((repeat) => repeat !== before), { word, times }]
}

const keyOf = ({ word, isWhole }: QueryTerm): string => `${isWhole} ${word}`

const matchTerm = (term: QueryTerm, nicknames: readonly string[]): MatchTerm => ({
  ...term,
  matchedBy: 'either',
  nicknames,
})

/** A similar name counts for one word only. */
function withNicknames(reading: readonly QueryTerm[]): MatchTerm[] {
  const taken = new Set<string>()
  return reading.map((term) => {
    const others = reading.filter((other) => other !== term)
    const nicknames = term.isWhole ? [] : nicknamesOf(term.word)
    const free = nicknames.filter((name) => !taken.has(name) && !others.some(({ word }) => name.startsWith(word)))
    for (const name of free) taken.add(name)
    return matchTerm(term, free)
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
function queryWordsOf(name: string): string[] {
  const parts = name.split(/[,;]/).map((part) => part.split(/\s+/).filter((token) => queryWords(token).length > 0))
  const left = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const part of parts) {
    while (left() > 1 && titles.has(queryWords(part[0] ?? '').join(''))) part.shift()
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
  return parts.flat().flatMap(queryWords)
}

/** `left` counts the tokens in all. */
function credentialAtEnd(part: readonly string[], left: number): number {
  const last = part.at(-1)
  if (last === undefined) return 0
  const ofLast = credentialLikeness(last)
  if (ofLast === 'surely' || (ofLast === 'maybe' && (last.includes('.') || left > 2))) return 1
  for (let length = 2; length <= Math.min(spacedMax, part.length); length++) {
    const tokens = part.slice(-length)
    const isSpaced = tokens.every((token) => queryWords(token).join('').length <= 2)
    const likeness = credentialLikeness(tokens.join(''))
    const isMeant = likeness === 'surely' || (likeness === 'maybe' && tokens.every((token) => token.includes('.')))
    if (isSpaced && left - length >= 2 && isMeant) return length
  }
  return 0
}

let namesByName: ReadonlyMap<string, readonly string[]> | undefined

function nicknamesOf(name: string): readonly string[] {
  namesByName ??= linkedNames()
  return namesByName.get(name) ?? []
}

function linkedNames(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  const link = (one: string, other: string) => found.set(one, (found.get(one) ?? new Set()).add(other))
  for (const [name, nicknames] of [...Object.entries(nicknameTable.names), ...Object.entries(nicknameTable.ours)]) {
    for (const nickname of nicknames.split(' ')) {
      if (nickname === name) continue
      link(name, nickname)
      link(nickname, name)
    }
  }
  return new Map(Array.from(found, ([name, others]) => [name, [...others]]))
}
