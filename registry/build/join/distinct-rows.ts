import type { StagedRow } from '../stage/staged-rows.ts'

/** From so many rows on it is quicker to look their content up than to compare it with that of each. */
const manyRows = 16

/** Rows of one range of which no two have the same content. */
export class DistinctRows {
  readonly rows: StagedRow[] = []
  readonly #range: Buffer
  readonly #contents = new Set<string>()

  constructor(range: Buffer) {
    this.#range = range
  }

  /** Adds a row unless there is one with the same content, and tells whether it did. */
  add(row: StagedRow): boolean {
    const isThere = this.rows.length < manyRows ? this.rows.some((one) => this.#areSame(one, row)) : this.#isKnown(row)
    if (!isThere) this.rows.push(row)
    return !isThere
  }

  #areSame(one: StagedRow, other: StagedRow): boolean {
    if (one.end - one.start !== other.end - other.start) return false
    return this.#range.compare(this.#range, one.start, one.end, other.start, other.end) === 0
  }

  #isKnown(row: StagedRow): boolean {
    if (this.#contents.size === 0) for (const one of this.rows) this.#contents.add(this.#contentOf(one))
    const content = this.#contentOf(row)
    const isKnown = this.#contents.has(content)
    this.#contents.add(content)
    return isKnown
  }

  #contentOf({ start, end }: StagedRow): string {
    return this.#range.toString('latin1', start, end)
  }
}
