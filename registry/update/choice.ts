/** What the names of CMS's files tell, and which of them an update builds from. */
import { isoDate } from '../build/rows/dates.ts'

export interface CmsFile {
  kind: 'full' | 'weekly' | 'deactivations'
  /** Letters, digits, underscores and a dot: safe as a file's name anywhere. */
  name: string
  /** yyyy-mm-dd: the first day of a weekly file's week, and `date` itself for the others. */
  from: string
  /** yyyy-mm-dd: the last day of a weekly file's week, the day of a report, the first of a full file's month. */
  date: string
  /** 2 for the layout with longer fields that CMS publishes since 2025. */
  layout: 1 | 2
}

/** What the name of a file tells; undefined for names that are none of CMS's three. */
export function cmsFileOf(name: string): CmsFile | undefined {
  const parts = /^NPPES_(Data_Dissemination|Deactivated_NPI_Report)_(\w{1,40}?)(_V2)?\.zip$/.exec(name)
  if (parts === null) return undefined
  const [, series, middle = '', v2] = parts
  const made = series === 'Data_Dissemination' ? (weekOf(middle) ?? monthOf(middle)) : reportOf(middle)
  return made === undefined ? undefined : { ...made, name, layout: v2 === undefined ? 1 : 2 }
}

/** The last day that a file may cover: of a full file only the month is known. */
export function lastDayOf({ kind, date }: CmsFile): string {
  if (kind !== 'full') return date
  const month = new Date(`${date}T00:00:00Z`)
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
}

type Dated = Pick<CmsFile, 'kind' | 'from' | 'date'>

function weekOf(text: string): Dated | undefined {
  const [, first = '', last = ''] = /^(\d{6})_(\d{6})_Weekly$/.exec(text) ?? []
  const [from, date] = [dayOf(first), dayOf(last)]
  return from === undefined || date === undefined || date < from ? undefined : { kind: 'weekly', from, date }
}

const months = 'January February March April May June July August September October November December'.split(' ')

function monthOf(text: string): Dated | undefined {
  const [, name = '', year] = /^([A-Z][a-z]+)_(\d{4})$/.exec(text) ?? []
  const date = isoDate(Number(year), months.indexOf(name) + 1, 1)
  return date === undefined ? undefined : { kind: 'full', from: date, date }
}

function reportOf(text: string): Dated | undefined {
  const date = dayOf(text)
  return date === undefined ? undefined : { kind: 'deactivations', from: date, date }
}

/** The day of mmddyy. */
function dayOf(text: string): string | undefined {
  const [, month, day, year] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  return isoDate(2000 + Number(year), Number(month), Number(day))
}

export interface Choice {
  full: CmsFile
  /** In the order of their weeks. */
  weeklies: CmsFile[]
  deactivations: CmsFile | undefined
}

/**
 * The newest full file, weekly files that may be newer, and the newest report; of two layouts the later. A full file's
 * name has only its month, so all weekly files of it are chosen. Undefined without a full file.
 */
export function chooseFiles(files: readonly CmsFile[]): Choice | undefined {
  const ofKind = (kind: CmsFile['kind']) => newestLayouts(files.filter((file) => file.kind === kind))
  const full = ofKind('full').at(-1)
  if (full === undefined) return undefined
  const weeklies = ofKind('weekly').filter(({ date }) => date >= full.date)
  return { full, weeklies, deactivations: ofKind('deactivations').at(-1) }
}

export const filesOf = ({ full, weeklies, deactivations }: Choice): CmsFile[] => [
  full,
  ...weeklies,
  ...(deactivations === undefined ? [] : [deactivations]),
]

/** The days, first to last, between the full file and the last weekly file that no file covers. */
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

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
