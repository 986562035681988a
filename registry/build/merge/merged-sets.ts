/** Who has which taxonomies, or credentials: the sets of those of the last version, and of the changed providers. */
import { listAt } from '#registry/read/lists'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import { SetTable } from '../snapshot/set-table.ts'
import type { WrittenSets } from '../snapshot/set-writer.ts'
import { type Ordinals, stretchesIn } from './ordinals.ts'
import { sharedU32 } from './shared-columns.ts'

/** Sets of the changed providers by their numbers: each as a line of members. */
export interface ChangedSets {
  setOf: Uint32Array
  lines: string
}

/** In place of a number: the set has not come yet. */
const notYet = 0xffffffff

export function lastSetsIn(files: SnapshotFiles, name: string, vocabulary: string): WrittenSets {
  const sets = { starts: files.u32(`${name}-set-starts`), members: files.u32(`${name}-set-members`) }
  return { setOf: files.u32(`${name}-sets`), sets, members: files.lines(vocabulary) }
}

/** Sets are numbered as they first come in the order of all providers, and members in the order of their bytes. */
export function mergedSets(last: WrittenSets, changed: ChangedSets, { count, stretches }: Ordinals): WrittenSets {
  const texts = [...last.members]
  const changedSets = setsOfLines(changed.lines, texts)
  const table = new SetTable()
  const kept = new Uint32Array(last.sets.starts.length - 1).fill(notYet)
  const fresh = new Uint32Array(changedSets.length).fill(notYet)
  const setOf = sharedU32(count)
  let ordinal = 0
  for (const { isKept, from, to } of stretchesIn(stretches)) {
    const [sets, numbers] = isKept ? [last.setOf, kept] : [changed.setOf, fresh]
    for (let at = from; at < to; at++) {
      const set = sets[at]
      if (numbers[set] === notYet) numbers[set] = table.numberOf(isKept ? listAt(last.sets, set) : changedSets[set])
      setOf[ordinal++] = numbers[set]
    }
  }
  const { starts, members } = table.lists()
  const { placeOf, used } = inOrder(texts, members)
  return { setOf, sets: { starts, members: members.map((member) => placeOf[member]) }, members: used }
}

/** The sets, by the numbers of their members in `texts`, to which new ones are added. */
function setsOfLines(lines: string, texts: string[]): Uint32Array[] {
  const numbers = new Map(texts.map((text, number) => [text, number]))
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? texts.length
    if (number === texts.length) {
      numbers.set(text, number)
      texts.push(text)
    }
    return number
  }
  return lines
    .split('\n')
    .slice(0, -1)
    .map((line) => Uint32Array.from(line === '' ? [] : line.split(' '), numberOf))
}

/** The texts that somebody has, in the order of their UTF-8 bytes, and the place of each in it. */
function inOrder(texts: readonly string[], members: Uint32Array): { placeOf: Uint32Array; used: string[] } {
  const isUsed = new Uint8Array(texts.length)
  for (const member of members) isUsed[member] = 1
  const bytes = texts.map((text) => Buffer.from(text))
  const numbers = Uint32Array.from(texts.keys())
    .filter((number) => isUsed[number] === 1)
    .sort((a, b) => Buffer.compare(bytes[a], bytes[b]))
  const placeOf = new Uint32Array(texts.length)
  for (const [place, number] of numbers.entries()) placeOf[number] = place
  return { placeOf, used: Array.from(numbers, (number) => texts[number]) }
}
