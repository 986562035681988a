/** Writes the index of names: every word in order, and who bears it. */
import { wordsOnFile } from '#registry/read/words'
import { columnOfU32 } from './column.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { bearers, Vocabulary } from './vocabulary.ts'

/** Collects the words of all names, then writes them in one go. */
export class NameWriter {
  private readonly words = new Vocabulary()
  private readonly numbers = columnOfU32()
  private readonly starts = columnOfU32()

  /** Providers are added in the order of their ordinals. */
  add(names: readonly string[]): void {
    this.starts.push(this.numbers.length)
    const words = names.length === 1 ? wordsOnFile(names[0]) : new Set(names.flatMap(wordsOnFile))
    for (const word of words) this.numbers.push(this.words.numberOf(word))
  }

  /** Writes the index, when every provider was added. */
  write(folder: SnapshotFolder): void {
    this.starts.push(this.numbers.length)
    const { texts, placeOf } = this.words.inOrder()
    const numbers = this.numbers.whole()
    const starts = this.starts.whole()
    const { starts: bearerStarts, members } = bearers(starts.length - 1, texts.length, (row, visit) => {
      for (let at = starts[row]; at < starts[row + 1]; at++) visit(placeOf[numbers[at]])
    })
    const wordStarts = columnOfU32()
    let length = 0
    for (const text of texts) {
      wordStarts.push(length)
      length += Buffer.byteLength(text)
    }
    wordStarts.push(length)
    folder.bytes('name-words.utf8', Buffer.from(texts.join('')))
    folder.array('name-word-starts', wordStarts.whole())
    folder.array('name-bearer-starts', bearerStarts)
    folder.list('name-bearers', members)
  }
}
