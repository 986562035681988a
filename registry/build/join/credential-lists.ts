/** The credentials of a person: what is made of the free text on file, worked out once for each text. */

import { credentialForm } from '#registry/search/words'
import { splitCredentials } from '#registry/vocabulary/credentials'
import { main } from '../rows/columns.ts'
import type { PackedFields } from '../stage/packed-fields.ts'
import type { BatchWriter } from './batch-writer.ts'
import { ByteTable } from './byte-table.ts'
import { bytesOf } from './bytes.ts'

/** Texts are remembered up to so many; a few thousand make up nearly all of nine million rows. */
const textsMax = 100_000

/** Writes the credentials of one row after the other into a batch. */
export class CredentialLists {
  readonly #batch: BatchWriter
  readonly #table = new ByteTable()
  readonly #lists: { set: number; json: Uint8Array }[] = []

  #none: number | undefined

  constructor(batch: BatchWriter) {
    this.#batch = batch
  }

  /** The set of those who have no credentials. */
  none(): number {
    this.#none ??= this.#batch.credentialSetOf([])
    return this.#none
  }

  /** Writes the member of the record, with the comma in front, and answers with the set. */
  write(fields: PackedFields): number {
    const start = fields.start(main.credential)
    const end = fields.end(main.credential)
    let number = this.#table.find(fields.bytes, start, end)
    if (number === -1) number = this.#add(fields, start, end)
    const { set, json } = this.#lists[number]
    this.#batch.record.put(json)
    return set
  }

  #add(fields: PackedFields, start: number, end: number): number {
    if (this.#lists.length === textsMax) {
      this.#table.clear()
      this.#lists.length = 0
    }
    const credentials = splitCredentials(fields.text(main.credential))
    const forms = [...new Set(credentials.map(credentialForm))].filter((form) => form !== '')
    const json = bytesOf(`,"credentials":${JSON.stringify(credentials)}`)
    this.#lists.push({ set: this.#batch.credentialSetOf(forms), json })
    return this.#table.add(fields.bytes, start, end)
  }
}
