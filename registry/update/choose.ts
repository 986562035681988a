import type { CmsFile } from './cms-file.ts'

/** What an update builds from. */
export interface Choice {
  full: CmsFile
  /** In the order of their weeks. */
  weeklies: CmsFile[]
  deactivations: CmsFile | undefined
}

/**
 * Chooses the newest full file, the weekly files that may be newer, and the newest deactivation report; of two layouts of one
 * file the later. The name of a full file tells only its month, so the weekly files of that whole month are among them:
 * the build takes of several rows for one NPI the newest, so the ones that the full file holds already change nothing.
 * Undefined when there is no full file.
 */
export function chooseFiles(files: readonly CmsFile[]): Choice | undefined {
  const ofKind = (kind: CmsFile['kind']) => newestLayouts(files.filter((file) => file.kind === kind))
  const full = ofKind('full').at(-1)
  if (full === undefined) return undefined
  const weeklies = ofKind('weekly').filter(({ date }) => date >= full.date)
  return { full, weeklies, deactivations: ofKind('deactivations').at(-1) }
}

/** The chosen files, in the order they are downloaded in. */
export function filesOf({ full, weeklies, deactivations }: Choice): CmsFile[] {
  return [full, ...weeklies, ...(deactivations === undefined ? [] : [deactivations])]
}

/**
 * The stretches of days, first to last, of which no file tells, between the day to which the full file reaches and the last
 * weekly file: CMS's page lists weekly files for a short time only.
 */
export function daysMissing(fullDate: string, weeklies: readonly CmsFile[]): { from: string; to: string }[] {
  const missing: { from: string; to: string }[] = []
  let reached = fullDate
  for (const { from, date } of weeklies) {
    if (from > dayAfter(reached, 1)) missing.push({ from: dayAfter(reached, 1), to: dayAfter(from, -1) })
    if (date > reached) reached = date
  }
  return missing
}

/** One file for each stretch of days, by the end of these, then by their beginning. */
function newestLayouts(files: readonly CmsFile[]): CmsFile[] {
  const byDays = new Map<string, CmsFile>()
  for (const file of files) {
    const days = `${file.date} ${file.from}`
    if (file.layout > (byDays.get(days)?.layout ?? 0)) byDays.set(days, file)
  }
  return [...byDays].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file)
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
