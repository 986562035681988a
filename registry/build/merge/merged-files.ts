/** The files a merged version is made of: those of the version before and the new ones, as one build would read them all. */
import type { Manifest, RefusedSummary, SourceSummary } from '#registry/format'
import { BuildError } from '../build-error.ts'
import { type FileRecord, inOrderOfNames, sourceSummaries, sumOf } from '../file-record.ts'
import type { RowOutcomes } from '../join.ts'
import { filesMax } from '../limits.ts'
import { inReadingOrder } from '../read-files.ts'
import { isOfNpis } from '../sources/layouts.ts'
import type { FoundSources, RefusedFile } from '../sources/source.ts'
import { CannotMergeError } from './cannot-merge.ts'

export interface MergedFile {
  summary: SourceSummary
  /** Of a file that was read now. */
  record: FileRecord | undefined
}

/** Only those of NPIs: reviews and ratings are read anew every time. */
export interface MergedFiles {
  /** In the order a build would read them in. */
  files: readonly MergedFile[]
  /** By the place of a file among those of the version before: its place now. */
  placeOfOld: readonly number[]
  /** By the number of a file that was read now: its place, -1 when it was refused or is not of NPIs. */
  placeOfNew: readonly number[]
}

/**
 * `records` are the files given; those of NPIs were read. Throws CannotMergeError where these and those of NPIs that the version before was
 * made of are more files than a build takes.
 */
export function mergedFiles({ sources }: Pick<Manifest, 'sources'>, records: readonly FileRecord[]): MergedFiles {
  const old = sources
    .filter(({ kind }) => isOfNpis(kind))
    .map((summary): MergedFile => ({ summary, record: undefined }))
  const fresh = records.map((record) => {
    const [summary] = isOfNpis(record.kind) ? sourceSummaries([record]) : []
    return summary === undefined ? undefined : { summary, record }
  })
  const count = old.length + records.length
  if (count > filesMax)
    throw new CannotMergeError(`one of ${old.length} files, with which these are more than ${filesMax}`)
  const files = inReadingOrder([...old, ...fresh.filter((file) => file !== undefined)], ({ summary }) => summary)
  return {
    files,
    placeOfOld: old.map((file) => files.indexOf(file)),
    placeOfNew: fresh.map((file) => (file === undefined ? -1 : files.indexOf(file))),
  }
}

/**
 * The sources of the merged version; `outcomes` and `tooLarge` are what became of the rows of NPIs beyond what is counted already, `records`
 * the files given.
 */
export function mergedSources(
  { files }: MergedFiles,
  { outcomes, tooLarge }: { outcomes: readonly RowOutcomes[]; tooLarge: readonly number[] },
  records: readonly FileRecord[],
): SourceSummary[] {
  const ofNpis = files.map(({ summary, record }, place) => {
    const [counted = summary] = record === undefined ? [] : sourceSummaries([record])
    return {
      ...counted,
      taken: counted.taken + (outcomes[place]?.taken ?? 0),
      superseded: counted.superseded + (outcomes[place]?.superseded ?? 0),
      orphan: counted.orphan + (outcomes[place]?.orphan ?? 0),
      refused: counted.refused + (tooLarge[place] ?? 0),
    }
  })
  const others = sourceSummaries(records.filter(({ kind }) => !isOfNpis(kind)))
  return inReadingOrder([...ofNpis, ...others], (summary) => summary)
}

/**
 * What was refused of all files: `keptRows` of those of NPIs, and `fresh` is what was refused of those that were read now; `sources` are
 * those of the merged version. Of a file
 * that came again only what became of it now counts: it is refused again, or it was mended and is among the merged ones.
 */
export function mergedRefusals(
  old: RefusedSummary,
  keptRows: ReadonlyMap<string, number>,
  fresh: RefusedSummary,
  sources: readonly SourceSummary[],
): RefusedSummary {
  const byReason = sumOf(keptRows, new Map(Object.entries(fresh.byReason)))
  const again = [...fresh.files.map(({ name }) => name), ...sources.map(({ name }) => name)]
  const hasCome = ({ name }: RefusedFile) => again.some((one) => one === name || one.startsWith(`${name}/`))
  return {
    rows: [...byReason.values()].reduce((sum, rows) => sum + rows, 0),
    byReason: Object.fromEntries(byReason),
    files: inOrderOfNames([...old.files.filter((file) => !hasCome(file)), ...fresh.files]),
  }
}

/**
 * Throws CannotMergeError when a file of reviews or ratings that the version before was built from has not been given again: to
 * go on without it may be meant, but hardly by who merges weekly files.
 */
export function expectAdditionsAgain({ version, sources }: Manifest, given: readonly FileRecord[]): void {
  const names = new Set(given.map(({ source }) => source.name))
  const lacking = sources.find(({ name, kind }) => !isOfNpis(kind) && !names.has(name))
  if (lacking === undefined) return
  const { name } = lacking
  throw new CannotMergeError(
    `${version}, which has ${name}: reviews and ratings are read anew, so it has to be given again`,
  )
}

/**
 * The files that the version before was not built from; the others are ignored, unless they are no longer what they were.
 * Throws BuildError when there is none.
 */
export function withoutKnown(found: FoundSources, { version, sources }: Manifest): FoundSources {
  const known = new Map(sources.filter(({ kind }) => isOfNpis(kind)).map(({ name, bytes }) => [name, bytes]))
  const ignored: RefusedFile[] = []
  const refused: RefusedFile[] = []
  for (const { name, bytes } of found.sources) {
    const before = known.get(name)
    if (before === bytes) ignored.push({ name, reason: `version ${version} was built from it already` })
    else if (before !== undefined) {
      const expected = `expected the ${before} bytes that version ${version} was built from, or another name`
      refused.push({ name, reason: `${expected}; got ${bytes} bytes` })
    }
  }
  if (found.refused.length + refused.length === 0 && ignored.length === found.sources.length) {
    const got = ignored.length === 0 ? 'none' : `none but ${ignored.length} that it was`
    throw new BuildError([`expected files that version ${version} was not built from; got ${got}`])
  }
  return {
    sources: found.sources.filter(({ name }) => !known.has(name)),
    ignored: [...found.ignored, ...ignored],
    refused: [...found.refused, ...refused],
    close: () => found.close(),
  }
}
