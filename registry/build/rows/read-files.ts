/**
 * Recognizes every file by its header, reads it in segments, stages fit rows by NPI, counts and reports others. A file
 * in which nothing can be trusted is refused whole. Fails only when the staged rows cannot be written.
 */
import { sourceKinds } from '#registry/format'
import { messageOf } from '#registry/search/errors'
import { shown } from '../build-error.ts'
import type { BuildAdditions } from '../join/additions.ts'
import { refusedShareMax, taxonomyLabelsMax } from '../limits.ts'
import { CsvError, CsvReader, type CsvRow } from '../sources/csv-reader.ts'
import { type RefusedFile, type Source, SourceError } from '../sources/find-sources.ts'
import { type Recognized, recognize, recognizeQuality, rowKinds } from '../sources/layouts.ts'
import { readDeactivations } from '../sources/workbook.ts'
import { bareRow } from '../stage/staged-rows.ts'
import type { Staging } from '../stage/staging.ts'
import { CityTally } from './city-tally.ts'
import { dateOfName, isoOfDay } from './dates.ts'
import { type AdditionContent, readAddition } from './facility-rows.ts'
import { type FileRecord, newFileRecord } from './file-record.ts'
import { type Refusal, type RefusedReport, readCsv } from './refused-report.ts'
import { readSegments, type SegmentFile, type SegmentReaders, SpareSegments, type TakeSegment } from './segments.ts'

export interface InspectedFile {
  record: FileRecord
  content: { kind: 'deactivations' } | Exclude<Recognized, { kind: 'refused' }> | AdditionContent
}

/**
 * Files come in reading order: by date, so that of two equally new rows the later file's holds, then by kind and name,
 * so that the same files give the same version. No date may be after `today` (yyyymmdd).
 */
export async function inspect(
  sources: readonly Source[],
  today: number,
): Promise<{ files: InspectedFile[]; refused: RefusedFile[] }> {
  const files: InspectedFile[] = []
  const refused: RefusedFile[] = []
  for (const source of sources) {
    const content = await contentOf(source)
    const date = dateOfName(source.name)
    if (content.kind === 'refused') refused.push({ name: source.name, reason: content.reason })
    else if (date !== undefined && date > isoOfDay(today))
      // Mistyped into the future, a date would make the file newer than all to come.
      refused.push({
        name: source.name,
        reason: `expected a date in its name that is not in the future; got ${date}`,
      })
    else files.push({ record: newFileRecord(source, content.kind, date), content })
  }
  files.sort((a, b) => (readingKey(a) < readingKey(b) ? -1 : 1))
  return { files, refused }
}

export interface ReadOptions {
  files: readonly InspectedFile[]
  staging: Staging
  additions: BuildAdditions
  readers: SegmentReaders
  report: RefusedReport
  /** Gets how the rows of accepted files write their cities. */
  cities: CityTally
  /** Get NUCC's taxonomy table, when that is accepted. */
  labels: Map<string, string>
  descriptions: Map<string, string>
  /** yyyymmdd */
  today: number
  onBytes(bytes: number): void
}

/** A file's index in `files` is its number in the staging. */
export async function readFiles(options: ReadOptions): Promise<void> {
  const spare = new SpareSegments()
  for (const [index, file] of options.files.entries()) {
    const { record } = file
    let accept = () => {}
    try {
      accept = await readFile(file, index, options, spare)
    } catch (error) {
      record.refusal = faultOf(error)
    }
    record.refusal ??= faultOfAll(record)
    if (record.refusal === undefined) accept()
  }
}

/** Files of clinician groups come last: a group matters only when it was surveyed. */
function readingKey({ record: { source, kind } }: InspectedFile): string {
  const place = String(sourceKinds.indexOf(kind)).padStart(2)
  return `${kind === 'clinicianGroups' ? '~' : ''}${dateOfName(source.name) ?? ''.padEnd(10)} ${place} ${source.name}`
}

async function contentOf(source: Source): Promise<InspectedFile['content'] | { kind: 'refused'; reason: string }> {
  switch (source.format) {
    case 'workbook':
      return { kind: 'deactivations' }
    case 'lines':
      return { kind: 'reviews', columns: 'lines' }
    case 'csv':
      return recognizeCsv(source)
  }
}

async function recognizeCsv(source: Source): Promise<Recognized | AdditionContent> {
  let names: string[] | undefined
  const header = (header: string[]) => {
    names = header
  }
  const reader = new CsvReader({ header, row: () => {}, refused: () => {} })
  try {
    for await (const chunk of chunksOf(source)) {
      reader.push(chunk)
      if (names !== undefined) break
    }
    if (names === undefined) reader.end()
  } catch (error) {
    return { kind: 'refused', reason: faultOf(error) }
  }
  return recognizeQuality(names ?? []) ?? recognize(names ?? [])
}

/** Stages the rows of a file. What it returns adds the rest, for nothing of a refused file may be used. */
async function readFile(
  file: InspectedFile,
  index: number,
  options: ReadOptions,
  spare: SpareSegments,
): Promise<() => void> {
  const { record, content } = file
  const { today } = options
  const chunks = chunksOf(record.source, options.onBytes)
  switch (content.kind) {
    case 'deactivations':
      await readReport(record, index, chunks, options)
      return () => {}
    case 'taxonomyLabels': {
      const { labels, descriptions, take } = labelCollector(content.header, options.labels)
      await readCsv(chunks, record, options.report, take)
      record.taken = record.rows - record.refused
      return () => {
        for (const [code, label] of labels) options.labels.set(code, label)
        for (const [code, description] of descriptions) options.descriptions.set(code, description)
      }
    }
    case 'reviews':
    case 'hospitals':
    case 'hospitalSurveys':
    case 'groupSurveys':
    case 'clinicianGroups': {
      const records = options.files.map((one) => one.record)
      return readAddition(content, { record, file: index, chunks, records, ...options })
    }
    default: {
      const releasedOn = Number(record.date?.replaceAll('-', '') ?? 0)
      const cities = new CityTally()
      await readRows(record, { number: index, ...content, today, releasedOn }, chunks, { ...options, cities }, spare)
      return () => options.cities.addAll(cities.take())
    }
  }
}

async function readReport(
  record: FileRecord,
  file: number,
  chunks: AsyncIterable<Buffer>,
  { staging, report, today }: ReadOptions,
): Promise<void> {
  const kind = rowKinds.indexOf('deactivations')
  await readDeactivations(chunks, today, {
    row: (npi, day) => {
      record.rows++
      staging.append(bareRow({ kind, file, npi, rank: day }))
    },
    refused: (line, rule, got) => {
      record.rows++
      report.add(record, line, rule, got)
    },
  })
}

async function readRows(
  record: FileRecord,
  file: SegmentFile,
  chunks: AsyncIterable<Buffer>,
  { staging, report, readers, cities }: ReadOptions,
  spare: SpareSegments,
): Promise<void> {
  const isDated = record.date !== undefined
  let newest = 0
  const takeSegment: TakeSegment = (answer, firstLine, end) => {
    record.rows += answer.rows
    record.repeatedHeaders += answer.repeatedHeaders
    report.addAll(record, answer.refused, firstLine)
    staging.append(answer.staged)
    cities.addAll(answer)
    newest = Math.max(newest, answer.newest)
    if (!isDated && newest > 0) record.date = isoOfDay(newest)
    stopAtRubbish(record, end, file.header.length)
  }
  await readSegments(file, chunks, readers, takeSegment, spare)
}

/** Stops as soon as too many rows are refused however good the rest is: a row takes a byte for each column. */
function stopAtRubbish(record: FileRecord, end: number, columns: number): void {
  const bytesLeft = record.source.bytes - end
  if (bytesLeft <= 0 || record.refused <= (record.rows + bytesLeft / columns) * refusedShareMax) return
  throw new SourceError(`${tooManyRefused(record)}; the rest was not read`)
}

/** What goes wrong in getting the bytes is the file's fault. */
async function* chunksOf(source: Source, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer> {
  const chunks = await source.open()
  const iterator = chunks[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        throw new SourceError(messageOf(error))
      })
      if (next.done === true) return
      yield next.value
      onBytes?.(next.value.length)
    }
  } finally {
    await iterator.return?.()
  }
}

/** Anything that is not the file's fault is thrown on. */
function faultOf(error: unknown): string {
  if (error instanceof CsvError) return `line ${error.line}: ${error.message}`
  if (error instanceof SourceError) return error.message
  throw error
}

function faultOfAll(record: FileRecord): string | undefined {
  if (record.kind === 'main' && record.rows === 0) return 'expected rows below the header; got none'
  return record.refused <= record.rows * refusedShareMax ? undefined : tooManyRefused(record)
}

function tooManyRefused(record: FileRecord): string {
  const share = ((100 * record.refused) / record.rows).toFixed(1)
  const expected = `expected at most ${100 * refusedShareMax} % refused rows`
  return `${expected}; got ${record.refused} of ${record.rows} (${share} %), the first at ${record.firstRefused}`
}

interface LabelCollector {
  readonly labels: ReadonlyMap<string, string>
  readonly descriptions: ReadonlyMap<string, string>
  take(row: CsvRow): Refusal | undefined
}

/**
 * Labels of NUCC's taxonomy table, which an operator loads under a license of their own. `others`, of earlier tables,
 * count toward the limit.
 */
function labelCollector(header: readonly string[], others: ReadonlyMap<string, string>): LabelCollector {
  const code = header.indexOf('Code')
  const displayName = header.indexOf('Display Name')
  const grouping = header.indexOf('Grouping')
  const classification = header.indexOf('Classification')
  const specialization = header.indexOf('Specialization')
  const labels = new Map<string, string>()
  const descriptions = new Map<string, string>()
  let room = taxonomyLabelsMax - others.size
  return {
    labels,
    descriptions,
    take(row) {
      const key = row.text(code)
      if (!/^[0-9A-Z]{10}$/.test(key)) return { rule: 'Code: expected 10 digits and letters', got: shown(key) }
      const parts = [row.text(classification), row.text(specialization)].map((part) => part.trim())
      const plain = displayName === -1 ? '' : row.text(displayName).trim()
      const described = parts.filter((part) => part !== '').join(', ')
      const label = plain || described
      if (label === '') return { rule: 'Display Name: expected a label', got: 'nothing' }
      const isNew = !labels.has(key) && !others.has(key)
      if (isNew && room === 0) return { rule: `expected at most ${taxonomyLabelsMax} codes`, got: 'more' }
      if (isNew) room--
      labels.set(key, label)
      if (described !== '') descriptions.set(key, `${row.text(grouping).trim()}/${described}`)
      return undefined
    },
  }
}
