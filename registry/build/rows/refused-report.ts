/** The report of refused rows, as lines of JSON: the first rows for each rule and file. Made with the first one. */
import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '#registry/search/errors'
import { BuildError, shown } from '../build-error.ts'
import { reportsKept, samplesPerReasonMax } from '../limits.ts'
import { CsvReader, type CsvRow } from '../sources/csv-reader.ts'
import type { FileRecord } from './file-record.ts'

export class RefusedReport {
  path: string | undefined
  readonly #folder: string
  readonly #name: string
  readonly #providersNamed = new Map<string, number>()

  constructor(registryDir: string, startedAt: Date) {
    this.#folder = join(registryDir, 'reports')
    this.#name = `${startedAt.toISOString().replaceAll(':', '-')}.ndjson`
  }

  add(file: FileRecord, line: number, rule: string, got: string): void {
    this.addAll(file, { byRule: new Map([[rule, 1]]), samples: [{ line, rule, got }] })
  }

  /** Counts the main row of a provider that is too large, and reports the provider if it is among the first. */
  addProvider(file: FileRecord, rule: string, npi: number): void {
    file.refused++
    file.refusedByRule.set(rule, (file.refusedByRule.get(rule) ?? 0) + 1)
    const { name } = file.source
    const named = (this.#providersNamed.get(name) ?? 0) + 1
    this.#providersNamed.set(name, named)
    if (named <= samplesPerReasonMax) this.#write({ file: name, line: null, reason: rule, got: `more of NPI ${npi}` })
  }

  /** Counts refused rows, whose lines count from `firstLine`, and reports those among the first of the file. */
  addAll(file: FileRecord, { byRule, samples }: Pick<RefusedRows, 'byRule' | 'samples'>, firstLine = 1): void {
    const before = new Map(file.refusedByRule)
    for (const { line, rule, got } of samples) {
      const lineOfFile = firstLine + line - 1
      file.firstRefused ??= `line ${lineOfFile}: ${rule}; got ${got}`
      const count = (before.get(rule) ?? 0) + 1
      before.set(rule, count)
      if (count <= samplesPerReasonMax) this.#write({ file: file.source.name, line: lineOfFile, reason: rule, got })
    }
    for (const [rule, count] of byRule) {
      file.refused += count
      file.refusedByRule.set(rule, (file.refusedByRule.get(rule) ?? 0) + count)
    }
  }

  #write(row: { file: string; line: number | null; reason: string; got: string }): void {
    try {
      this.path ??= this.#make()
      appendFileSync(this.path, `${JSON.stringify(row)}\n`)
    } catch (error) {
      const reason = `expected room for the report of refused rows; got ${messageOf(error)}`
      throw new BuildError([`${this.#folder}: ${reason}`], { cause: error })
    }
  }

  #make(): string {
    mkdirSync(this.#folder, { recursive: true })
    const old = readdirSync(this.#folder)
      .filter((name) => name.endsWith('.ndjson'))
      .sort()
    for (const name of old.slice(0, Math.max(0, old.length + 1 - reportsKept))) rmSync(join(this.#folder, name))
    return join(this.#folder, this.#name)
  }
}

/** Why a row is refused: the same rule for every row of the kind, and what came. */
export interface Refusal {
  rule: string
  got: string
}

export function refusal(name: string, expected: string, got: string): Refusal {
  return { rule: `${name}: expected ${expected}`, got: got === '' ? 'nothing' : shown(got) }
}

/** Reads the rows of a CSV file and counts them; `take` returns why it refuses one. */
export async function readCsv(
  chunks: AsyncIterable<Buffer>,
  record: FileRecord,
  report: RefusedReport,
  take: (row: CsvRow) => Refusal | undefined,
): Promise<void> {
  const refused = (line: number, rule: string, got: string) => {
    record.rows++
    report.add(record, line, rule, got)
  }
  const row = (row: CsvRow) => {
    const reason = take(row)
    if (reason === undefined) record.rows++
    else refused(row.line, reason.rule, reason.got)
  }
  const reader = new CsvReader({ header: () => {}, row, refused })
  for await (const chunk of chunks) reader.push(chunk)
  reader.end()
  record.repeatedHeaders = reader.repeatedHeaders
}

/** All by their rule, and the first few of each: a file of rubbish refuses millions. */
export class RefusedRows {
  readonly byRule = new Map<string, number>()
  readonly samples: (Refusal & { line: number })[] = []

  add(line: number, rule: string, got: string): void {
    const count = (this.byRule.get(rule) ?? 0) + 1
    this.byRule.set(rule, count)
    if (count <= samplesPerReasonMax) this.samples.push({ line, rule, got })
  }
}
