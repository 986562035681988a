/** Reads CMS's files about hospitals and groups. "Not Available" is no mistake: CMS has no figure there. */
import type { BuildAdditions } from '../join/additions.ts'
import { addPlace, Facilities, type Facility, type SurveyClaim } from '../join/facilities.ts'
import { facilitiesMax, surveyResultsMax } from '../limits.ts'
import type { CsvRow } from '../sources/csv-reader.ts'
import type { QualityColumns, RecognizedQuality } from '../sources/layouts.ts'
import { dayOfText, isoOfDay } from './dates.ts'
import type { FileRecord } from './file-record.ts'
import { type Refusal, type RefusedReport, readCsv, refusal } from './refused-report.ts'
import { readReviewCsv, readReviewLines } from './reviews.ts'

/** Undefined when the row was taken. */
type TakeRow = (row: CsvRow) => Refusal | undefined

interface TakerOptions {
  into: Facilities
  file: number
  record: FileRecord
}

const hospitalId = /^[0-9A-Z]{6}$/
const groupId = /^\d{10}$/
const noFigure = /^(not (available|applicable)|n\/?a|\*?)$/i

/** Hospital General Information: one row for each hospital. */
function hospitalTaker(at: QualityColumns<'hospitals'>, { into, file, record }: TakerOptions): TakeRow {
  return (row) => {
    const id = row.text(at['facility id']).trim()
    const stars = row.text(at['hospital overall rating']).trim()
    if (!hospitalId.test(id)) return refusal('Facility ID', 'six digits or capital letters', id)
    if (!/^[1-5]$/.test(stars) && !noFigure.test(stars)) {
      return refusal('Hospital overall rating', '1 to 5 or Not Available', stars)
    }
    if (isFull(into, 'hospital', id)) return tooMany()
    const facility = into.of('hospital', id)
    const [firstLine, postalCode] = [row.text(at.address), row.text(at['zip code']).trim()]
    addPlace(facility, row.text(at['facility name']), { firstLine, postalCode })
    if (facility.rating !== undefined) record.superseded += facility.rating.rows
    const given = /^[1-5]$/.test(stars) ? Number(stars) : undefined
    facility.rating = { file, rows: 1, stars: given, date: record.date }
    return undefined
  }
}

/** HCAHPS: one row for each hospital and answer, and in later years for each star rating. */
function hospitalSurveyTaker(at: QualityColumns<'hospitalSurveys'>, { into, file, record }: TakerOptions): TakeRow {
  const textOf = sharedTexts()
  const optional = (row: CsvRow, column: number) => (column === -1 ? '' : row.text(column).trim())
  return (row) => {
    const id = row.text(at['facility id']).trim()
    const measure = row.text(at['hcahps measure id']).trim()
    const percent = row.text(at['hcahps answer percent']).trim()
    const stars = optional(row, at['patient survey star rating'])
    if (!hospitalId.test(id)) return refusal('Facility ID', 'six digits or capital letters', id)
    if (measure === '') return refusal('HCAHPS Measure ID', 'a measure', measure)
    if (!isPercent(percent) && !noFigure.test(percent)) {
      return refusal('HCAHPS Answer Percent', '0 to 100 or Not Available', percent)
    }
    if (!/^[1-5]$/.test(stars) && !noFigure.test(stars)) {
      return refusal('Patient Survey Star Rating', '1 to 5 or Not Available', stars)
    }
    if (isFull(into, 'hospital', id)) return tooMany()
    const source = 'CMS HCAHPS hospital patient survey'
    const survey = surveyOf(into.of('hospital', id), file, source)
    survey.rows++
    survey.patients ??= figure(optional(row, at['number of completed surveys']))
    const day = dayOfText(optional(row, at['end date']).slice(0, 10))
    survey.date ??= day === 0 ? record.date : isoOfDay(day)
    const hasStars = /^[1-5]$/.test(stars)
    if (measure === 'H_STAR_RATING') survey.stars = hasStars ? Number(stars) : undefined
    const text = textOf(row.text(at['hcahps answer description']).trim())
    return addResult(survey, textOf(measure), {
      measure: textOf(measure),
      text,
      ...(isPercent(percent) && { percent: Number(percent) }),
      ...(hasStars && { stars: Number(stars) }),
    })
  }
}

/** CAHPS for MIPS: one row for each group and measure. */
function groupSurveyTaker(at: QualityColumns<'groupSurveys'>, { into, file, record }: TakerOptions): TakeRow {
  const textOf = sharedTexts()
  return (row) => {
    const id = row.text(at['org pac id']).trim()
    const measure = row.text(at['measure cd']).trim()
    const rate = row.text(at['prf rate']).trim()
    if (!groupId.test(id)) return refusal('org_PAC_ID', 'ten digits', id)
    if (measure === '') return refusal('measure_cd', 'a measure', measure)
    if (!isPercent(rate) && !noFigure.test(rate)) return refusal('prf_rate', '0 to 100 or nothing', rate)
    if (isFull(into, 'group', id)) return tooMany()
    const survey = surveyOf(into.of('group', id), file, 'CMS CAHPS for MIPS group survey')
    survey.rows++
    survey.patients ??= figure(row.text(at['patient count']).trim())
    survey.date ??= record.date
    const text = textOf(row.text(at['measure title']).trim())
    return addResult(survey, measure, {
      measure: textOf(measure),
      text,
      ...(isPercent(rate) && { percent: Number(rate) }),
    })
  }
}

/** Doctors and Clinicians: its rows say where surveyed groups are; other groups are skipped. */
function clinicianGroupTaker(
  at: QualityColumns<'clinicianGroups'>,
  surveyed: Facilities,
  { into, record }: TakerOptions,
): TakeRow {
  return (row) => {
    const id = row.text(at['org pac id']).trim()
    if (id !== '' && !groupId.test(id)) return refusal('org_pac_id', 'ten digits or nothing', id)
    if (surveyed.find('group', id) === undefined) {
      record.orphan++
      return undefined
    }
    record.taken++
    const secondLine = at['adr ln 2'] === -1 ? '' : row.text(at['adr ln 2'])
    const address = { firstLine: row.text(at['adr ln 1']), secondLine, postalCode: row.text(at['zip code']).trim() }
    addPlace(into.of('group', id), row.text(at['facility name']), address)
    return undefined
  }
}

function surveyOf(facility: Facility, file: number, source: string): SurveyClaim {
  const unknown = { patients: undefined, date: undefined, stars: undefined }
  facility.survey ??= { file, rows: 0, source, results: new Map(), ...unknown }
  return facility.survey
}

function addResult(
  { results }: SurveyClaim,
  key: string,
  result: { measure: string; text: string; percent?: number; stars?: number },
): Refusal | undefined {
  if (results.size === surveyResultsMax && !results.has(key)) {
    return { rule: `expected at most ${surveyResultsMax} measures of one facility`, got: 'more' }
  }
  if (result.percent !== undefined || result.stars !== undefined) results.set(key, result)
  return undefined
}

/** The same few texts are in hundreds of thousands of rows. */
function sharedTexts(): (text: string) => string {
  const texts = new Map<string, string>()
  return (text) => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
}

function figure(text: string): string | undefined {
  return noFigure.test(text) ? undefined : text
}

function isPercent(text: string): boolean {
  return /^\d{1,3}(\.\d+)?$/.test(text) && Number(text) <= 100
}

function isFull(into: Facilities, kind: Facility['kind'], id: string): boolean {
  return into.size >= facilitiesMax && into.find(kind, id) === undefined
}

function tooMany(): Refusal {
  return { rule: `expected at most ${facilitiesMax} facilities`, got: 'more' }
}

export type AdditionContent = Exclude<RecognizedQuality, { kind: 'refused' }> | { kind: 'reviews'; columns: 'lines' }

export interface AdditionReading {
  record: FileRecord
  file: number
  chunks: AsyncIterable<Buffer>
  additions: BuildAdditions
  records: readonly FileRecord[]
  report: RefusedReport
  /** yyyymmdd */
  today: number
}

/** Reads one file. What it returns adds the content, once the file is accepted. */
export async function readAddition(content: AdditionContent, reading: AdditionReading): Promise<() => void> {
  const { additions, records, record, file, chunks } = reading
  if (content.kind === 'reviews') {
    const options = { ...reading, reviews: additions.staged }
    if (content.columns === 'lines') await readReviewLines(chunks, options)
    else await readReviewCsv(chunks, content.columns, options)
    return () => {}
  }
  const into = new Facilities()
  await readCsv(chunks, record, reading.report, takerFor(content, additions.facilities, { into, file, record }))
  return () => additions.facilities.add(into, records)
}

function takerFor(
  content: Exclude<AdditionContent, { kind: 'reviews' }>,
  surveyed: Facilities,
  options: TakerOptions,
): TakeRow {
  switch (content.kind) {
    case 'hospitals':
      return hospitalTaker(content.columns, options)
    case 'hospitalSurveys':
      return hospitalSurveyTaker(content.columns, options)
    case 'groupSurveys':
      return groupSurveyTaker(content.columns, options)
    case 'clinicianGroups':
      return clinicianGroupTaker(content.columns, surveyed, options)
  }
}
