/** Writes each provider's answer as ready JSON, in the pieces that registry/search/records.ts puts together again. */
import { detailsPerBlock, recordAlignment } from '#registry/search/records'
import type { Batch } from '../join/batch.ts'
import { Phrasebook } from '../join/phrasebook.ts'
import { F64Column, U32Column } from '../memory/column.ts'
import type { FileStream, SnapshotFolder } from './snapshot-folder.ts'

export class RecordWriter {
  private readonly labels: ReadonlyMap<string, string>
  private readonly records: FileStream
  private readonly recordStarts = new U32Column()
  private readonly details: FileStream
  private readonly detailStarts = new F64Column()

  /** `labels` must be those that the batches were rendered with. */
  constructor(folder: SnapshotFolder, labels: ReadonlyMap<string, string>) {
    this.labels = labels
    this.records = folder.stream('records.bin')
    this.details = folder.stream('details.bin')
  }

  /** Where a batch does not begin with a block of details, it continues the last one. */
  add({ records, recordStarts, details, detailStarts }: Batch): void {
    const firstOrdinal = this.recordStarts.length
    const firstStart = this.records.position / recordAlignment
    for (const start of recordStarts) this.recordStarts.push(firstStart + start)
    const toBlock = (detailsPerBlock - (firstOrdinal % detailsPerBlock)) % detailsPerBlock
    for (let index = toBlock; index < detailStarts.length; index += detailsPerBlock) {
      this.detailStarts.push(this.details.position + detailStarts[index])
    }
    this.records.write(records)
    this.details.write(details)
  }

  finish(folder: SnapshotFolder): void {
    this.recordStarts.push(this.records.position / recordAlignment)
    this.detailStarts.push(this.details.position)
    this.records.finish()
    this.details.finish()
    folder.array('record-starts', this.recordStarts.whole())
    folder.array('detail-starts', this.detailStarts.whole())
    folder.lines('detail-phrases', new Phrasebook(this.labels).texts)
  }
}
