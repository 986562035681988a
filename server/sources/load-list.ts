/**
 * Loads one list in place of the one before: its rows, its keys, the audit event and the swap are one transaction, so a
 * failure at any moment leaves the old list and nothing of the new one. The list before is kept for `rollBack`. Throws
 * an Error with one sentence.
 */
import { recordEvent } from '../audit/record.ts'
import type { Database } from '../platform/database/database.ts'
import { hasErrorCode } from '../platform/error-code.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { keysOf } from './keys.ts'
import { refusalsReportedMax, refusalsShownMax, refusedShareMax, shrunkShareMax } from './limits.ts'
import type { ListDate } from './list-date.ts'
import { packRow } from './packed-row.ts'
import type { ReadItem } from './read-table.ts'
import type { AnyList, SourceKind } from './source-list.ts'
import {
  beginVersion,
  copyOtherRows,
  endSamples,
  findVersion,
  insertKeys,
  type LoadedVersion,
  lockList,
  refreshKeys,
  removeOldVersions,
  removeVersion,
  serveVersion,
  swapVersions,
} from './source-store.ts'

export interface ListToLoad extends ListDate {
  list: AnyList
  /** Of its tables, one after the other. */
  items: AsyncIterable<{ table: string; items: readonly ReadItem[] }>
  isSupplement: boolean
  isSample: boolean
}

export interface LoadOptions {
  leaveOutRefused: boolean
  allowCountChange: boolean
}

export interface Refused {
  /** In an archive or workbook; empty for the file itself. */
  table: string
  line: number
  reason: string
}

export interface LoadResult {
  rows: number
  /** Of a supplement: rows of the list before that stay as they are. */
  kept: number
  refused: number
  /** The first ones. */
  refusals: Refused[]
  before: LoadedVersion | undefined
}

/** A load that stopped for its refused rows. */
export class TooManyRefused extends Error {
  readonly refusals: readonly Refused[]

  constructor(message: string, refusals: readonly Refused[]) {
    super(message)
    this.refusals = refusals
  }
}

export async function loadList(database: Database, given: ListToLoad, options: LoadOptions): Promise<LoadResult> {
  const { list } = given
  const result = await database.copying(async (db, copy) => {
    const version = await beginVersion(db, list)
    try {
      return await db.transaction().execute(async (trx) => {
        const { version: served } = await lockList(trx, list.name)
        const before = served === null ? undefined : await findVersion(trx, served)
        if (given.isSupplement) requireWhole(given, before)
        const counts: LoadResult = { rows: 0, kept: 0, refused: 0, refusals: [], before }
        await copy('source_rows (version, row, fields, keys)', linesOf(given, version, counts))
        await insertKeys(trx, version, 0)
        if (given.isSupplement && before !== undefined) {
          counts.kept = await copyOtherRows(trx, { version, from: before.version, offset: counts.rows })
          await insertKeys(trx, version, counts.rows)
        }
        requireSound(counts, given, options)
        const { date, from: dateFrom, isSample } = given
        const isOlder = before !== undefined && given.isSupplement && date < before.sourceDate
        const sourceDate = isOlder ? before.sourceDate : date
        const rows = counts.rows + counts.kept
        const { refused } = counts
        await serveVersion(trx, { version, list: list.name, sourceDate, dateFrom, rows, refused, isSample })
        if (isSample) return counts
        await endSamples(trx, list.kind)
        const details = { list: list.name, listDate: sourceDate, rows, refused }
        await recordEvent(trx, { actor: 'operator', action: loadedActions[list.kind], subject: uuidv7(), details })
        return counts
      })
    } catch (error) {
      await quietly(() => removeVersion(db, version))
      throw ofHeldList(error, list.name)
    }
  })
  await afterSwap(database, list.name)
  return result
}

const loadedActions = {
  exclusion: 'exclusions.loaded',
  license: 'licenses.loaded',
  medicare: 'medicare.loaded',
} as const satisfies Record<SourceKind, string>

/** Makes the list before count again, and the one that counts the list before. */
export async function rollBack(database: Database, list: string): Promise<{ from: LoadedVersion; to: LoadedVersion }> {
  try {
    return await database.copying((db) =>
      db.transaction().execute(async (trx) => {
        const { version, previous } = await lockList(trx, list)
        const from = version === null ? undefined : await findVersion(trx, version)
        const to = previous === null ? undefined : await findVersion(trx, previous)
        if (from === undefined || to === undefined) {
          const got = from === undefined ? 'none' : `one alone, of ${from.sourceDate}`
          throw new Error(`${list}: expected a list and the one before it; got ${got}`)
        }
        await swapVersions(trx, list)
        const details = { list, from: from.sourceDate, to: to.sourceDate }
        await recordEvent(trx, { actor: 'operator', action: 'sources.rolled_back', subject: uuidv7(), details })
        return { from, to }
      }),
    )
  } catch (error) {
    throw ofHeldList(error, list)
  }
}

/** What follows once the new list counts; nothing here can take it back. */
async function afterSwap(database: Database, list: string): Promise<void> {
  await quietly(() => database.copying((db) => removeOldVersions(db, list)))
  // Without it, look-ups read a key in the index and in the table.
  await quietly(() => database.asOwner(refreshKeys, true))
}

/** What is left is removed by a later load. */
async function quietly(remove: () => Promise<void>): Promise<void> {
  try {
    await remove()
  } catch {}
}

/** Another load of the list is under way. */
export class ListHeld extends Error {}

function ofHeldList(error: unknown, list: string): unknown {
  const isHeld = hasErrorCode(error, '55P03')
  return isHeld ? new ListHeld(`${list}: this list is already being loaded; try again later`) : error
}

const copiedAtOnce = 256 * 1024

/** In the format of COPY; counts as it goes. */
async function* linesOf({ list, items }: ListToLoad, version: number, counts: LoadResult): AsyncGenerator<string> {
  let lines = ''
  for await (const { table, items: batch } of items) {
    for (const { line, made } of batch) {
      if ('refused' in made) {
        counts.refused++
        if (counts.refusals.length < refusalsReportedMax) counts.refusals.push({ table, line, reason: made.refused })
        continue
      }
      for (const row of made) {
        counts.rows++
        lines += `${version}\t${counts.rows}\t${packRow(row).replaceAll('\\', '\\\\')}\t{${keysOf(list, row).join()}}\n`
      }
    }
    if (lines.length < copiedAtOnce) continue
    yield lines
    lines = ''
  }
  yield lines
}

function requireWhole({ list }: ListToLoad, before: LoadedVersion | undefined): void {
  if (before !== undefined && !before.isSample) return
  throw new Error(`${list.name}: expected the whole list to be loaded before a file that adds to it; got none`)
}

function requireSound(
  { rows, refused, refusals, before }: LoadResult,
  { list, date, isSupplement, isSample }: ListToLoad,
  { leaveOutRefused, allowCountChange }: LoadOptions,
): void {
  const { name } = list
  const all = rows + refused
  if (all === 0) throw new Error(`${name}: expected a list with rows; got none`)
  if (refused > refusedShareMax * all && !leaveOutRefused) {
    const shown = refusals.slice(0, refusalsShownMax).map(refusalLine)
    const sentence = `${name}: ${refused} of ${all} rows are refused, more than ${refusedShareMax * 100} %; --leave-out-refused loads the rest`
    throw new TooManyRefused([sentence, ...shown].join('\n'), refusals)
  }
  if (rows === 0) throw new Error(`${name}: expected usable rows; got none`)
  if (before === undefined || allowCountChange || (before.isSample && !isSample)) return
  const anyway = '--allow-count-change loads it anyway'
  // A supplement is of a month.
  if (isSupplement ? date.slice(0, 7) < before.sourceDate.slice(0, 7) : date < before.sourceDate) {
    throw new Error(`${name}: expected a list of ${before.sourceDate} or newer; got one of ${date}; ${anyway}`)
  }
  if (!isSupplement && rows <= before.rows * shrunkShareMax) {
    throw new Error(
      `${name}: expected more than ${shrunkShareMax * 100} % of the ${before.rows} rows of the list of ${before.sourceDate}; got ${rows}; ${anyway}`,
    )
  }
}

export function refusalLine({ table, line, reason }: Refused): string {
  return `${table === '' ? '' : `${table}, `}line ${line}: ${reason}`
}
