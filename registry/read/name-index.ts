/** Finds providers by the words of their names: a sorted list of all words, and for each of them who bears it. */
import { ascendingOnce, DiskLists, intersection } from './lists.ts'
import type { SnapshotFiles } from './snapshot-files.ts'
import { wordsAsked } from './words.ts'

export class NameIndex {
  private readonly words: Buffer
  private readonly wordStarts: Uint32Array
  private readonly bearers: DiskLists
  private readonly providerCount: number

  constructor(files: SnapshotFiles, providerCount: number) {
    this.words = files.utf8('name-words')
    this.wordStarts = files.u32('name-word-starts')
    this.bearers = new DiskLists(files.u32('name-bearer-starts'), files.onDisk('name-bearers', 'list'))
    this.providerCount = providerCount
  }

  /** Every provider with names in which each word of `name` begins a word: ascending, none when there is no word. */
  find(name: string): Uint32Array {
    const runs = wordsAsked(name)
      .map((word) => this.runOf(Buffer.from(word)))
      .map(([from, to]) => ({ from, to, length: this.bearers.lengthOfRun(from, to) }))
      .sort((a, b) => a.length - b.length)
    let found: Uint32Array | undefined
    for (const { from, to } of runs) {
      const bearers = this.bearers.run(from, to)
      const once = to - from === 1 ? bearers : ascendingOnce(bearers, this.providerCount)
      found = found === undefined ? once : intersection(found, once)
      if (found.length === 0) break
    }
    return found ?? new Uint32Array()
  }

  /** The words that begin with `prefix`, as a run of the sorted list. UTF-8 sorts by bytes as by code points. */
  private runOf(prefix: Buffer): [number, number] {
    const from = this.firstWord((word) => Buffer.compare(word, prefix) >= 0, 0)
    const to = this.firstWord((word) => Buffer.compare(word.subarray(0, prefix.length), prefix) > 0, from)
    return [from, to]
  }

  /** The first word from `low` on that passes; all after it pass, too. */
  private firstWord(passes: (word: Buffer) => boolean, low: number): number {
    let high = this.wordStarts.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (passes(this.words.subarray(this.wordStarts[middle], this.wordStarts[middle + 1]))) high = middle
      else low = middle + 1
    }
    return low
  }
}
