/**
 * The report of refused rows: a file of lines of JSON, each with the file, the line in it, the rule that was broken and what
 * came. It holds the first few rows for each rule and file, enough to see what went wrong, and is made when the first row
 * is refused.
 */
import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '#registry/read/thrown'
import { BuildError } from './build-error.ts'
import type { FileRecord } from './file-record.ts'
import { reportsKept, samplesPerReasonMax } from './limits.ts'

/** The report of one build. The oldest reports go when there are too many. */
export class RefusedReport {
  /** Where the report is; undefined as long as no row was refused. */
  path: string | undefined
  readonly #folder: string
  readonly #name: string

  /** `startedAt` names the file. */
  constructor(registryDir: string, startedAt: Date) {
    this.#folder = join(registryDir, 'reports')
    this.#name = `${startedAt.toISOString().replaceAll(':', '-')}.ndjson`
  }

  /** Counts a refused row, and writes it down if it is among the first. */
  add(file: FileRecord, line: number, rule: string, got: string): void {
    const count = (file.refusedByRule.get(rule) ?? 0) + 1
    file.refused++
    file.firstRefused ??= `line ${line}: ${rule}; got ${got}`
    file.refusedByRule.set(rule, count)
    if (count > samplesPerReasonMax) return
    try {
      this.path ??= this.#make()
      appendFileSync(this.path, `${JSON.stringify({ file: file.source.name, line, reason: rule, got })}\n`)
    } catch (error) {
      throw new BuildError([`${this.#folder}: expected room for the report of refused rows; got ${messageOf(error)}`])
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
