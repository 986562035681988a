import type { Matches, RefusedSummary, SourceSummary } from '#registry/format'
import type { RowOutcomes } from '../join/join.ts'
import type { RefusedFile, Source } from '../sources/find-sources.ts'

export interface FileRecord extends RowOutcomes {
  readonly source: Source
  readonly kind: SourceSummary['kind']
  /** yyyy-mm-dd; undefined while neither its name nor its rows have one. */
  date: string | undefined
  rows: number
  refused: number
  readonly refusedByRule: Map<string, number>
  firstRefused: string | undefined
  repeatedHeaders: number
  /** How the rows of a file without NPIs found their provider. */
  matches: Matches | undefined
  refusal: string | undefined
}

export function newFileRecord(source: Source, kind: FileRecord['kind'], date: string | undefined): FileRecord {
  const counts = { rows: 0, taken: 0, superseded: 0, orphan: 0, refused: 0, repeatedHeaders: 0 }
  return {
    source,
    kind,
    date,
    ...counts,
    refusedByRule: new Map(),
    firstRefused: undefined,
    matches: undefined,
    refusal: undefined,
  }
}

export function addOutcomes(files: readonly FileRecord[], outcomes: readonly RowOutcomes[]): void {
  for (const [index, { taken, superseded, orphan }] of outcomes.entries()) {
    const file = files[index]
    if (file === undefined) continue
    file.taken += taken
    file.superseded += superseded
    file.orphan += orphan
  }
}

export function sourceSummaries(files: readonly FileRecord[]): SourceSummary[] {
  return files
    .filter((file) => file.refusal === undefined)
    .map(({ source, kind, date, rows, taken, superseded, orphan, refused, matches }) => {
      return {
        name: source.name,
        kind,
        date: date ?? null,
        bytes: source.bytes,
        rows,
        taken,
        superseded,
        orphan,
        refused,
        ...(matches !== undefined && { matches }),
      }
    })
}

/** For the manifest. Rows of refused files do not count among the rows. */
export function refusedSummary(files: readonly FileRecord[], refusedFiles: readonly RefusedFile[]): RefusedSummary {
  const byReason = new Map<string, number>()
  let rows = 0
  for (const file of files) {
    if (file.refusal !== undefined) continue
    rows += file.refused
    for (const [rule, count] of file.refusedByRule) byReason.set(rule, (byReason.get(rule) ?? 0) + count)
  }
  return {
    rows,
    byReason: Object.fromEntries(byReason),
    files: inOrderOfNames(refusedFiles),
  }
}

/** Independent of the order in which files were given. */
function inOrderOfNames(files: readonly RefusedFile[]): RefusedFile[] {
  const inOrder = files.map(({ name, reason }) => ({ name, reason }))
  return inOrder.sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.reason, b.reason))
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
