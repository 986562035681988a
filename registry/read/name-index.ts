/**
 * Finds providers by the words of their names: a sorted list of all words, and for each of them who bears it. A prefix that
 * begins a word of a large part of all providers has its bearers as bits, too: one letter may begin the words of a million.
 */
import { Bits } from './bits.ts'
import { ascendingOnce, common, DiskBits, DiskLists, listedPart, type Ordinals } from './lists.ts'
import type { SnapshotFiles } from './snapshot-files.ts'
import { wordsAsked } from './words.ts'

/** Prefixes whose words have together more bearers than this part of all providers have bits, which then are shorter. */
export const prefixPart = 1 / 32

/** What a search does with one word: read the bearers of a run of words, or the bits of a prefix. */
interface Step {
  from: number
  to: number
  length: number
  prefix: number | undefined
}

export class NameIndex {
  private readonly words: Buffer
  private readonly wordStarts: Uint32Array
  private readonly bearers: DiskLists
  private readonly prefixes: ReadonlyMap<string, number>
  private readonly prefixBits: DiskBits
  private readonly providerCount: number

  constructor(files: SnapshotFiles, providerCount: number) {
    this.words = files.utf8('name-words')
    this.wordStarts = files.u32('name-word-starts')
    this.bearers = new DiskLists(files.u32('name-bearer-starts'), files.onDisk('name-bearers', 'list'))
    this.prefixes = new Map(files.lines('name-prefixes').map((prefix, number) => [prefix, number]))
    this.prefixBits = new DiskBits(files.onDisk('name-prefix-bits', 'list'), providerCount)
    this.providerCount = providerCount
  }

  /** Every provider with names in which each word of `name` begins a word: none when there is no word. */
  find(name: string): Ordinals {
    const steps = wordsAsked(name)
      .map((word) => this.stepFor(word))
      .sort((a, b) => a.length - b.length)
    let found: Ordinals | undefined
    for (const step of steps) {
      if (found instanceof Bits && step.prefix !== undefined) this.prefixBits.keepIn(found, step.prefix)
      else found = found === undefined ? this.bearersOf(step) : common(found, this.bearersOf(step))
      if (found instanceof Bits ? found.isEmpty() : found.length === 0) break
    }
    return found ?? new Uint32Array()
  }

  private stepFor(word: string): Step {
    const [from, to] = this.runOf(Buffer.from(word))
    return { from, to, length: this.bearers.lengthOfRun(from, to), prefix: this.prefixes.get(word) }
  }

  private bearersOf({ from, to, length, prefix }: Step): Ordinals {
    if (prefix === undefined) {
      if (to - from === 1) return this.bearers.at(from)
      if (length <= this.providerCount * listedPart)
        return ascendingOnce(this.bearers.run(from, to), this.providerCount)
      const bits = Bits.forSearch(this.providerCount)
      this.bearers.addTo(bits, from, to)
      return bits
    }
    return this.prefixBits.at(prefix)
  }

  /** The words that begin with `prefix`, as a run of the sorted list. UTF-8 sorts by bytes as by code points. */
  private runOf(prefix: Buffer): [number, number] {
    const from = this.firstWord(prefix, 0, 0)
    return [from, this.firstWord(prefix, from, 1)]
  }

  /** The first word from `low` on that comes no sooner than the words that begin with a prefix; with 1 for `after`, behind them. */
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
