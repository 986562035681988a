/**
 * The providers that a merge changes, as they are now. Their columns are kept in memory; records and details, which may be those of
 * all providers there are, in files of their own until they are copied.
 */
import { recordAlignment } from '#registry/read/records'
import { columnOfF64, columnOfU32 } from '../snapshot/column.ts'
import { type ChangedColumns, CollectedColumns } from './changed-columns.ts'
import type { Change } from './changes.ts'
import { TemporaryFile } from './temporary-file.ts'

/** Where the changed providers' records and details stand end to end. */
export interface ChangedFiles {
  recordsPath: string
  detailsPath: string
  /** By place among the changed, and where the last one ends: records in steps of `recordAlignment`. */
  recordStarts: Uint32Array
  detailStarts: Float64Array
}

export interface ChangedProviders {
  /** All NPIs that are changed, ascending, whether there is a provider of them or not. */
  npis: Uint32Array
  columns: ChangedColumns
  files: ChangedFiles
}

/** Collects the changes, which come in ascending order of their NPIs; all batches are of one maker. */
export class ChangedCollector {
  readonly #records: TemporaryFile
  readonly #details: TemporaryFile
  readonly #npis = columnOfU32()
  readonly #recordStarts = columnOfU32()
  readonly #detailStarts = columnOfF64()
  readonly #columns = new CollectedColumns()

  /** `path` is what the names of its files begin with; whoever removes the folder they stand in removes them. */
  constructor(path: string) {
    this.#records = new TemporaryFile(`${path}-records`)
    this.#details = new TemporaryFile(`${path}-details`)
  }

  add({ npis, batch }: Change): void {
    const firstRecord = this.#records.bytes / recordAlignment
    this.#npis.append(npis)
    for (const start of batch.recordStarts) this.#recordStarts.push(firstRecord + start)
    for (const start of batch.detailStarts) this.#detailStarts.push(this.#details.bytes + start)
    this.#records.append(batch.records)
    this.#details.append(batch.details)
    this.#columns.add(batch)
  }

  /** All that were added; nothing can be added then. */
  finish(): ChangedProviders {
    this.#recordStarts.push(this.#records.bytes / recordAlignment)
    this.#detailStarts.push(this.#details.bytes)
    const files = {
      ...{ recordsPath: this.#records.path, detailsPath: this.#details.path },
      ...{ recordStarts: this.#recordStarts.whole(), detailStarts: this.#detailStarts.whole() },
    }
    return { npis: this.#npis.whole(), columns: this.#columns.whole(), files }
  }

  close(): void {
    this.#records.close()
    this.#details.close()
  }
}
