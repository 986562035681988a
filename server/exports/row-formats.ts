/** How the rows of an export are written: as JSON lines, CSV or Parquet. Each row comes as a whole record in JSON. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { ExportFormat } from '#contract/bulk-endpoints'
import { cellText } from '#contract/csv-text'
import { productName } from '#contract/product'
import type { Resource } from '#registry/search/query'
import { picker } from '../providers/batch.ts'
import { type Column, columnsOf, type Value } from './columns.ts'
import type { PartWriter } from './export-files.ts'

/** What answers a promise is to be awaited before the next call. */
export interface RowFormat {
  begin(): Promise<void> | undefined
  write(json: Buffer): Promise<void> | undefined
  end(): Promise<void> | undefined
}

export function rowFormat(
  format: ExportFormat,
  resource: Resource,
  fields: readonly string[] | null,
  out: PartWriter,
): RowFormat {
  switch (format) {
    case 'ndjson':
      return new JsonLines(fields, out)
    case 'csv':
      return new CsvRows(columnsOf(resource, fields), out)
    case 'parquet':
      return new ParquetRows(columnsOf(resource, fields), out)
  }
}

const newline = Buffer.from('\n')

class JsonLines implements RowFormat {
  private readonly out: PartWriter
  private readonly pick: ((json: Buffer) => Buffer) | undefined

  constructor(fields: readonly string[] | null, out: PartWriter) {
    this.out = out
    this.pick = fields === null ? undefined : picker(fields)
  }

  begin(): undefined {}

  write(json: Buffer): Promise<void> | undefined {
    const { out, pick } = this
    const writing = out.write(pick === undefined ? json : pick(json))
    return writing === undefined ? out.write(newline) : writing.then(() => out.write(newline))
  }

  end(): undefined {}
}

/** RFC 4180, in UTF-8. Texts that a spreadsheet would take for a formula begin with an apostrophe; numbers do not. */
class CsvRows implements RowFormat {
  private readonly columns: readonly Column[]
  private readonly out: PartWriter

  constructor(columns: readonly Column[], out: PartWriter) {
    this.columns = columns
    this.out = out
  }

  begin(): Promise<void> | undefined {
    return this.line(this.columns.map(({ name }) => name))
  }

  write(json: Buffer): Promise<void> | undefined {
    const record: unknown = JSON.parse(json.toString('utf8'))
    return this.line(
      this.columns.map(({ read }) => {
        const value = read(record)
        return typeof value === 'string' ? cellText(value) : String(value ?? '')
      }),
    )
  }

  end(): undefined {}

  private line(cells: readonly string[]): Promise<void> | undefined {
    return this.out.write(Buffer.from(`${cells.join(',')}\r\n`))
  }
}

/** Rows that are held before they are written, as a group of their own. */
const rowsPerGroup = 2_500

class ParquetRows implements RowFormat {
  private readonly columns: readonly Column[]
  private readonly out: PartWriter
  private readonly bytes = new ByteWriter()
  private readonly writer: ParquetWriter
  private values: (Value | bigint | null)[][]

  constructor(columns: readonly Column[], out: PartWriter) {
    this.columns = columns
    this.out = out
    this.values = columns.map(() => [])
    const elements = columns.map(({ name, type }) => ({
      name,
      repetition_type: 'OPTIONAL' as const,
      ...parquetTypes[type],
    }))
    const root = { name: 'providers', num_children: columns.length }
    this.writer = new ParquetWriter({ writer: this.bytes, schema: [root, ...elements], createdBy: productName })
  }

  begin(): undefined {}

  write(json: Buffer): Promise<void> | undefined {
    const record: unknown = JSON.parse(json.toString('utf8'))
    for (const [index, { read, type }] of this.columns.entries()) {
      const value = read(record) ?? null
      this.values[index].push(type === 'whole' && typeof value === 'number' ? BigInt(value) : value)
    }
    return this.values[0].length < rowsPerGroup ? undefined : this.writeGroup()
  }

  async end(): Promise<void> {
    if (this.values[0].length > 0) await this.writeGroup()
    this.writer.finish()
    await this.passOn()
  }

  private writeGroup(): Promise<void> | undefined {
    const columnData = this.columns.map(({ name }, index) => ({ name, data: this.values[index], offsetIndex: false }))
    this.writer.write({ columnData, rowGroupSize: rowsPerGroup })
    this.values = this.columns.map(() => [])
    return this.passOn()
  }

  /** What is encoded by now. */
  private passOn(): Promise<void> | undefined {
    const writing = this.out.write(this.bytes.getBytes())
    this.bytes.index = 0
    return writing
  }
}

const parquetTypes = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  whole: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
} as const
