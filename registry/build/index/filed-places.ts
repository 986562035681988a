/** Writes the places of addresses as filed, and who has a mailing, a first and a further practice address in each. */
import { inverted } from '#registry/search/posting-lists'
import type { Batch } from '../join/batch.ts'
import { U32Column } from '../memory/column.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { Vocabulary } from './vocabulary.ts'

export class FiledPlaceWriter {
  private readonly places = new Vocabulary()
  private readonly byWorker = new Map<number, number[]>()
  private readonly mailing = new U32Column()
  private readonly first = new U32Column()
  private readonly furtherOrdinals = new U32Column()
  private readonly further = new U32Column()

  add({ workerId, filedPlaces, furtherProviders, furtherPlaces, newFiledPlaces }: Batch, firstOrdinal: number): void {
    const numbers = this.byWorker.get(workerId) ?? []
    this.byWorker.set(workerId, numbers)
    for (const line of newFiledPlaces.split('\n').slice(0, -1)) numbers.push(this.places.numberOf(line))
    for (let at = 0; at < filedPlaces.length; at += 2) {
      this.mailing.push(numbers[filedPlaces[at]])
      this.first.push(numbers[filedPlaces[at + 1]])
    }
    for (let at = 0; at < furtherPlaces.length; at++) {
      this.furtherOrdinals.push(firstOrdinal + furtherProviders[at])
      this.further.push(numbers[furtherPlaces[at]])
    }
  }

  write(folder: SnapshotFolder): void {
    const { texts, placeOf } = this.places.inOrder()
    // The empty line is an address without a place.
    const skipped = texts[0] === '' ? 1 : 0
    const parts = texts.slice(skipped).map((text) => text.split('\t'))
    const numbered = (name: string, of: (parts: readonly string[]) => string) => {
      const lines = [...new Set(parts.map(of))].sort()
      const numbers = new Map(lines.map((line, number) => [line, number]))
      folder.lines(name, lines)
      return Uint32Array.from(parts, (one) => numbers.get(of(one)) ?? 0)
    }
    folder.array(
      'filed-place-regions',
      numbered('filed-regions', ([country, state]) => `${country} ${state}`),
    )
    folder.array(
      'filed-place-cities',
      numbered('filed-cities', ([, , city]) => city ?? ''),
    )
    folder.array(
      'filed-place-postal-codes',
      numbered('filed-postal-codes', ([, , , postalCode]) => postalCode ?? ''),
    )
    const write = (name: string, rowCount: number, numberOf: (row: number) => number, ordinalOf?: Uint32Array) => {
      const lists = inverted(rowCount, parts.length, (row, visit) => {
        const place = placeOf[numberOf(row)]
        if (place >= skipped) visit(place - skipped)
      })
      if (ordinalOf !== undefined)
        for (let at = 0; at < lists.members.length; at++) lists.members[at] = ordinalOf[lists.members[at]]
      folder.array(`${name}-place-starts`, lists.starts)
      folder.list(`${name}-places`, lists.members)
    }
    write('mailing', this.mailing.length, (row) => this.mailing.at(row))
    write('primary', this.first.length, (row) => this.first.at(row))
    write('secondary', this.further.length, (row) => this.further.at(row), this.furtherOrdinals.whole())
  }
}
