/**
 * Loads the lists in given files. Each file is recognized first, by a look at its beginning. Then each list is loaded
 * by itself, and one that fails keeps none of the others back.
 */
import { basename } from 'node:path'
import type { Progress } from '#registry/build/progress'
import type { Database } from '../platform/database/database.ts'
import { reasonOf } from '../platform/error-code.ts'
import { type ListDate, listDate } from './list-date.ts'
import { type LoadOptions, type LoadResult, loadList, type Refused, TooManyRefused } from './load-list.ts'
import { type ReadTable, readTable } from './read-table.ts'
import type { AnyList } from './source-list.ts'
import { type OpenFile, openFile, type Table } from './tables.ts'

export interface FilesToLoad extends LoadOptions {
  paths: readonly string[]
  lists: readonly AnyList[]
  /** Of the list that every file is. */
  listName: string | undefined
  date: string | undefined
  today: string
  /** Lists whose terms the operator agreed to. */
  agreed: readonly string[]
  isSample: boolean
  progress: Progress
}

export type Outcome =
  | ({ kind: 'loaded'; file: string; list: AnyList; date: ListDate } & LoadResult)
  | { kind: 'failed'; file: string; list?: AnyList; reason: string; refusals: readonly Refused[] }
  | { kind: 'left'; file: string; reason: string }

/** A list's tables in one file. */
interface Part {
  path: string
  file: OpenFile
  list: AnyList
  tables: { table: Table; title: string }[]
  isSupplement: boolean
}

export async function loadFiles(database: Database, options: FilesToLoad): Promise<Outcome[]> {
  const { paths, progress } = options
  const outcomes: Outcome[] = []
  const parts: Part[] = []
  const files: OpenFile[] = []
  const reading = { done: 0, total: 0 }
  const fail = (file: string, error: unknown, list?: AnyList) => {
    const refusals = error instanceof TooManyRefused ? error.refusals : []
    outcomes.push({ kind: 'failed', file, ...(list && { list }), reason: reasonOf(error), refusals })
  }
  try {
    for (const path of paths) {
      try {
        const file = await openFile(path, (bytes) => {
          reading.done = Math.min(reading.total, reading.done + bytes)
          if (reading.total > 0) progress.bytes(reading.done, reading.total)
        })
        files.push(file)
        parts.push(...(await partsOf(path, file, options, outcomes)))
      } catch (error) {
        fail(basename(path), error)
      }
    }
    // What adds to a list comes after it, by month.
    const order = ({ isSupplement, path }: Part) => (isSupplement ? basename(path) : '')
    parts.sort((a, b) => order(a).localeCompare(order(b)))
    for (const part of parts) {
      const { list, path } = part
      try {
        requireOnlyOne(part, parts)
        requireConsent(list, options.agreed)
        progress.step(`loading ${list.name} of ${basename(path)}`)
        Object.assign(reading, { done: 0, total: part.file.bytes })
        outcomes.push(await loadPart(database, part, options))
      } catch (error) {
        fail(basename(path), error, list)
      }
    }
  } finally {
    for (const file of files) file.close()
  }
  return outcomes
}

/** The lists in a file. Throws when there is none; of several tables, those that are no list's are left. */
async function partsOf(
  path: string,
  file: OpenFile,
  { lists, listName }: FilesToLoad,
  outcomes: Outcome[],
): Promise<Part[]> {
  const found = new Map<string, Part>()
  const left = [...file.left]
  for (const table of file.tables) {
    const fileName = table.name === '' ? basename(path) : `${basename(path)}/${table.name}`
    let read: ReadTable | undefined
    try {
      read = await readTable(table.rows(), { fileName, lists, listName })
    } catch (error) {
      left.push({ name: table.name, reason: reasonOf(error) })
      continue
    }
    if (read === undefined) continue
    await read.items.return(undefined)
    const { list, title } = read
    const isSupplement = list.supplementName?.test(fileName) === true
    const key = `${list.name} ${isSupplement}`
    const part = found.get(key) ?? { path, file, list, tables: [], isSupplement }
    part.tables.push({ table, title })
    found.set(key, part)
  }
  const reasons = left.map(({ name, reason }) => ({
    file: name === '' ? basename(path) : `${basename(path)}/${name}`,
    reason,
  }))
  if (found.size > 0) outcomes.push(...reasons.map((one) => ({ kind: 'left' as const, ...one })))
  else
    throw new Error(
      reasons.length === 0 ? 'expected a list with rows; got none' : reasons.map(({ reason }) => reason).join('; '),
    )
  return [...found.values()]
}

async function loadPart(database: Database, part: Part, options: FilesToLoad): Promise<Outcome> {
  const { path, list, tables, isSupplement } = part
  const { date: option, today, isSample } = options
  const names = [...tables.map(({ table }) => basename(table.name)), basename(path)]
  const date = listDate({ option, names, title: tables.map(({ title }) => title).join(' '), today })
  const result = await loadList(database, { list, items: itemsOf(part), isSupplement, isSample, ...date }, options)
  return { kind: 'loaded', file: basename(path), list, date, ...result }
}

async function* itemsOf({ path, list, tables }: Part) {
  for (const { table } of tables) {
    const fileName = `${basename(path)}/${table.name}`
    const read = await readTable(table.rows(), { fileName, lists: [list] })
    if (read === undefined) continue
    for await (const items of read.items) yield { table: table.name, items }
  }
}

function requireOnlyOne({ list, path, isSupplement }: Part, parts: readonly Part[]): void {
  const same = isSupplement ? [] : parts.filter((one) => one.list === list && !one.isSupplement)
  if (same.length < 2) return
  const others = same.map((one) => basename(one.path)).join(', ')
  throw new Error(
    `${list.name}: expected one file of the list; got ${others}, of which ${basename(path)} is not loaded`,
  )
}

function requireConsent({ name, consent }: AnyList, agreed: readonly string[]): void {
  if (consent === undefined || agreed.includes(name)) return
  throw new Error(`${name}: expected SOURCES_AGREED to name it, because its terms require that: ${consent}`)
}
