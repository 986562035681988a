/**
 * Rows that are refused, told in as little memory as they deserve: a file of rubbish refuses millions. Of each rule the first few
 * rows are kept as samples, the others are counted.
 */
import { samplesPerReasonMax } from '../limits.ts'

/** One refused row: its line, the rule that it broke and what came. */
interface RefusedRow {
  line: number
  rule: string
  got: string
}

export interface RefusedRows {
  /** All of them, by the rule that they broke. */
  byRule: ReadonlyMap<string, number>
  /** The first few by each rule, in the order in which they came. */
  samples: readonly RefusedRow[]
}

/** Takes refused rows one by one; `rows` are those that have come so far. */
export class RefusedRowsWriter {
  readonly #byRule = new Map<string, number>()
  readonly #samples: RefusedRow[] = []

  get rows(): RefusedRows {
    return { byRule: this.#byRule, samples: this.#samples }
  }

  add(line: number, rule: string, got: string): void {
    const count = (this.#byRule.get(rule) ?? 0) + 1
    this.#byRule.set(rule, count)
    if (count <= samplesPerReasonMax) this.#samples.push({ line, rule, got })
  }
}
