/** Writes every word with its providers: bits for prefixes with very many, and lists of those who repeat a prefix. */
import { Bits } from '#registry/search/bits'
import { prefixShareMin, repeatName } from '#registry/search/name-index'
import { inverted, type Lists } from '#registry/search/posting-lists'
import type { Batch } from '../join/batch.ts'
import { U32Column } from '../memory/column.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { Vocabulary } from './vocabulary.ts'

export class NameWriter {
  private readonly words = new Vocabulary()
  private readonly numbers = new U32Column()
  private readonly starts = new U32Column()

  add({ workerId, newWords, newWordEnds, wordStarts, words }: Batch): void {
    const numbers = this.words.numbersOf(workerId, newWords, newWordEnds)
    const first = this.numbers.length
    for (let index = 0; index + 1 < wordStarts.length; index++) this.starts.push(first + wordStarts[index])
    for (const word of words) this.numbers.push(numbers[word])
  }

  write(folder: SnapshotFolder): void {
    this.starts.push(this.numbers.length)
    const numbers = this.numbers.whole()
    const { texts, placeOf } = this.words.inOrder()
    const starts = this.starts.whole()
    const lists = inverted(starts.length - 1, texts.length, (row, visit) => {
      for (let at = starts[row]; at < starts[row + 1]; at++) visit(placeOf[numbers[at]])
    })
    writeNames(folder, texts, lists, starts.length - 1)
  }
}

/** `words` are in the order of their UTF-8 bytes. */
function writeNames(folder: SnapshotFolder, words: readonly string[], lists: Lists, providerCount: number): void {
  const wordStarts = new U32Column()
  let length = 0
  for (const word of words) {
    wordStarts.push(length)
    length += Buffer.byteLength(word)
  }
  wordStarts.push(length)
  folder.bytes('name-words.utf8', Buffer.from(words.join('')))
  folder.array('name-word-starts', wordStarts.whole())
  folder.array('name-bearer-starts', lists.starts)
  folder.list('name-bearers', lists.members)
  writePrefixes(folder, words, lists, providerCount)
}

interface Prefix {
  text: string
  from: number
  to: number
}

function writePrefixes(
  folder: SnapshotFolder,
  words: readonly string[],
  providersOfWord: Lists,
  providerCount: number,
) {
  const { starts, members } = providersOfWord
  const hasManyProviders = ({ from, to }: Prefix) => starts[to] - starts[from] > providerCount * prefixShareMin
  const prefixes: Prefix[] = []
  // Joined words come first, behind a mark.
  const first = words.findIndex((word) => word >= ' ')
  // Only prefixes with many providers can begin others with many.
  let shorter: Prefix[] = [{ text: '', from: first === -1 ? words.length : first, to: words.length }]
  while (shorter.length > 0) {
    shorter = shorter.flatMap((prefix) => prefixesLonger(words, prefix)).filter(hasManyProviders)
    prefixes.push(...shorter)
  }
  folder.lines(
    'name-prefixes',
    prefixes.map(({ text }) => text),
  )
  const bits = folder.stream('name-prefix-bits.list')
  for (const { from, to } of prefixes) {
    const providersOfPrefix = new Bits(providerCount)
    providersOfPrefix.addFrom(members, starts[from], starts[to])
    bits.write(providersOfPrefix.bytes())
  }
  bits.finish()
  writeRepeats(folder, prefixes, providersOfWord, providerCount)
}

/** The providers with two or more, three or more … words that begin with a prefix. */
function writeRepeats(
  folder: SnapshotFolder,
  prefixes: readonly Prefix[],
  { starts, members }: Lists,
  providerCount: number,
): void {
  const names: string[] = []
  const repeaterStarts = new U32Column()
  const repeaters = new U32Column()
  const times = new Uint8Array(providerCount)
  for (const { text, from, to } of prefixes) {
    times.fill(0)
    for (let at = starts[from]; at < starts[to]; at++) if (times[members[at]] < timesMax) times[members[at]]++
    let repeating = placesAbove(times, 1)
    for (let least = 2; repeating.length > 0; least++) {
      names.push(repeatName(least, text))
      repeaterStarts.push(repeaters.length)
      repeaters.append(repeating)
      repeating = repeating.filter((provider) => times[provider] > least)
    }
  }
  repeaterStarts.push(repeaters.length)
  folder.lines('name-repeats', names)
  folder.array('name-repeater-starts', repeaterStarts.whole())
  folder.list('name-repeaters', repeaters.whole())
}

function placesAbove(values: Uint8Array, bound: number): Uint32Array {
  let count = 0
  for (let place = 0; place < values.length; place++) if (values[place] > bound) count++
  const places = new Uint32Array(count)
  for (let place = 0, length = 0; length < count; place++) if (values[place] > bound) places[length++] = place
  return places
}

/** A query has room for fewer words. */
const timesMax = 255

function prefixesLonger(words: readonly string[], { text, from, to }: Prefix): Prefix[] {
  const longer: Prefix[] = []
  for (let place = from; place < to; place++) {
    const character = String.fromCodePoint(words[place].codePointAt(text.length) ?? 0)
    if (words[place].length === text.length) continue
    const last = longer.at(-1)
    if (last?.text === text + character) last.to++
    else longer.push({ text: text + character, from: place, to: place + 1 })
  }
  return longer
}
