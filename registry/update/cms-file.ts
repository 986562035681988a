import { isoDate } from '../build/rows/dates.ts'

/** A file that CMS publishes, as its name tells. */
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

/** The last day of which a file may tell: of a full file only the month is known. */
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

/** The day of mmddyy. NPIs are given out since 2005. */
function dayOf(text: string): string | undefined {
  const [, month, day, year] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  return isoDate(2000 + Number(year), Number(month), Number(day))
}
