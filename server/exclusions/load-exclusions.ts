/**
 * Loads OIG's list of exclusions in place of the one before. Rows are stored as a list that no query reads; when all
 * are there, one transaction puts it in force. A failure before that leaves the old list and nothing of the new one.
 * Errors in the file are an Error with one sentence.
 */
import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { recordEvent } from '../audit/record.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { type ExclusionRow, type RowReader, rowReader } from './exclusion-row.ts'
import { beginList, currentList, findOldLists, insertRows, removeList, serveList } from './exclusion-store.ts'

export interface LoadOptions {
  listDate: string | undefined
  leaveOutRefused: boolean
  allowCountChange: boolean
  today: string
}

export interface LoadResult {
  listDate: string
  rows: number
  withNpi: number
  refused: number
  refusals: string[]
  before: { listDate: string; rows: number } | undefined
}

/** Shares of refused and of missing rows that stop a load. */
const refusedShareMax = 0.005
const fewerShareMax = 0.05

const rowsAtOnce = 500

const rowLengthMax = 10_000
const refusalsTold = 10

export async function loadExclusions(database: Database, file: Readable, options: LoadOptions): Promise<LoadResult> {
  const { db } = database
  const before = await currentList(db)
  const id = uuidv7()
  await beginList(db, id)
  let result: LoadResult
  try {
    const { latest, ...counts } = await storeRows(file, options.today, (rows) => insertRows(db, id, rows))
    const listDate = options.listDate ?? latest
    result = { ...counts, listDate, before }
    requireSound(result, options)
    const { rows, refused } = counts
    await inTransaction(database, async (trx) => {
      await serveList(trx, { id, listDate, rows })
      const details = { listDate, rows, refused }
      await recordEvent(trx, { actor: 'operator', action: 'exclusions.loaded', subject: id, details })
    })
  } catch (error) {
    await quietly(() => removeList(db, id))
    throw error
  }
  await quietly(async () => {
    for (const old of await findOldLists(db)) await removeList(db, old)
  })
  return result
}

/** What is left is removed by a later load. */
async function quietly(remove: () => Promise<void>): Promise<void> {
  try {
    await remove()
  } catch {}
}

interface Counts {
  rows: number
  withNpi: number
  refused: number
  refusals: string[]
  latest: string
}

async function storeRows(
  file: Readable,
  today: string,
  store: (rows: (ExclusionRow & { line: number })[]) => Promise<void>,
): Promise<Counts> {
  const counts: Counts = { rows: 0, withNpi: 0, refused: 0, refusals: [], latest: '' }
  const refuse = (line: number, reason: string) => {
    counts.refused++
    if (counts.refusals.length < refusalsTold) counts.refusals.push(`line ${line}: ${reason}`)
  }
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: rowLengthMax,
  })
  parser.on('skip', (error) => {
    if (error?.code === 'CSV_QUOTE_NOT_CLOSED')
      parser.destroy(new Error('The file is cut off: its last field does not end.'))
    else refuse(error?.lines ?? 0, 'it is not CSV, or too long')
  })
  file.on('error', (error) => parser.destroy(error))
  let read: RowReader | undefined
  let batch: (ExclusionRow & { line: number })[] = []
  for await (const { info, record } of recordsOf(file.pipe(parser))) {
    if (read === undefined) {
      read = rowReader(record)
      continue
    }
    const row = read(record)
    if (typeof row === 'string') {
      refuse(info.lines, row)
      continue
    }
    counts.rows++
    if (row.npi !== null) counts.withNpi++
    if (row.excludedOn > counts.latest && row.excludedOn <= today) counts.latest = row.excludedOn
    batch.push({ ...row, line: info.lines })
    if (batch.length < rowsAtOnce) continue
    await store(batch)
    batch = []
  }
  if (batch.length > 0) await store(batch)
  return counts
}

function recordsOf(parser: ReturnType<typeof parse>): AsyncIterable<{ info: { lines: number }; record: string[] }> {
  return parser
}

function requireSound(result: LoadResult, { leaveOutRefused, allowCountChange }: LoadOptions): void {
  const { rows, refused, refusals, listDate, before } = result
  if (rows === 0 || listDate === '') throw new Error('Expected a list with rows; got none that can be used.')
  if (refused > refusedShareMax * (rows + refused) && !leaveOutRefused) {
    throw new Error(
      `${refused} of ${rows + refused} rows are refused, more than ${refusedShareMax * 100} %; --leave-out-refused loads the rest.\n${refusals.join('\n')}`,
    )
  }
  if (before !== undefined && rows < before.rows * (1 - fewerShareMax) && !allowCountChange) {
    throw new Error(
      `The list has ${rows} rows, more than ${fewerShareMax * 100} % fewer than the one of ${before.listDate} with ${before.rows}; --allow-count-change loads it all the same.`,
    )
  }
}
