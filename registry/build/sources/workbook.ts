/**
 * Reads the monthly report of deactivated NPIs, an Excel workbook: a title, a header, then an NPI and a date in each row.
 * The workbook is held in memory, so its size packed and unpacked is limited. Fails with a SourceError.
 */
import { hasValidCheckDigit } from '#registry/npi'
import { messageOf } from '#registry/search/thrown'
import { shown } from '../build-error.ts'
import { workbookBytesMax } from '../limits.ts'
import { dayOfText } from '../rows/dates.ts'
import { firstSheetOf, type SheetRow } from './first-sheet.ts'
import { SourceError } from './source.ts'

/** Gets the rows of the report. Lines are counted from 1. */
export interface DeactivationHandler {
  /** `day` is yyyymmdd. */
  row(npi: number, day: number): void
  refused(line: number, rule: string, got: string): void
}

/** `today` is yyyymmdd: nothing is deactivated in the future. */
export async function readDeactivations(
  chunks: AsyncIterable<Buffer>,
  today: number,
  handler: DeactivationHandler,
): Promise<void> {
  const rows = await rowsOf(await bytesOf(chunks))
  const header = rows.findIndex(
    ({ cells: [npi, date] }) => npi?.trim() === 'NPI' && /deactivation date/i.test(date ?? ''),
  )
  if (header === -1 || (rows[header]?.line ?? 0) > headerLineMax) {
    const got = shown(rows[0]?.cells.filter((cell) => cell !== '').join(', ') ?? '')
    throw new SourceError(
      `expected the header NPI, NPPES Deactivation Date in the first ${headerLineMax} rows; got ${got}`,
    )
  }
  for (const { line, cells } of rows.slice(header + 1)) {
    const [npi = '', date = ''] = cells
    if (npi === '' && date === '') continue
    const day = dayOfText(date)
    if (!hasValidCheckDigit(npi)) {
      handler.refused(line, 'NPI: expected ten digits that begin with 1 or 2, with the right check digit', shown(npi))
    } else if (day === 0 || day > today) {
      const rule = 'NPPES Deactivation Date: expected a real date as mm/dd/yyyy that is not in the future'
      handler.refused(line, rule, shown(date))
    } else {
      handler.row(Number(npi), day)
    }
  }
}

/** A title or two may stand above the header. */
const headerLineMax = 5

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > workbookBytesMax)
      throw new SourceError(`expected a workbook of at most ${workbookBytesMax} bytes; got a larger one`)
    parts.push(Buffer.from(chunk))
  }
  return Buffer.concat(parts)
}

async function rowsOf(bytes: Buffer): Promise<SheetRow[]> {
  try {
    return await firstSheetOf(bytes)
  } catch (error) {
    throw new SourceError(`expected a workbook (.xlsx); got ${messageOf(error)}`)
  }
}
