/** Reads a table of rows as the list that it is: titles and header first, then what the list's reader makes of rows. */
import { cellLengthMax, columnsMax, headerLineMax } from './limits.ts'
import { type Recognized, recognize } from './recognize.ts'
import type { AnyList, AnyRow } from './source-list.ts'
import type { Row } from './text-rows.ts'

export interface ReadTable {
  list: AnyList
  /** The text before the header, which may have the list's date. */
  title: string
  items: AsyncGenerator<ReadItem[]>
}

/** What one row of the file made. */
export interface ReadItem {
  line: number
  made: readonly AnyRow[] | { refused: string }
}

/** Undefined for a table without rows. Throws an Error with one sentence when it is no list's. */
export async function readTable(
  batches: AsyncIterable<Row[]>,
  options: { fileName: string; lists: readonly AnyList[]; listName?: string | undefined },
): Promise<ReadTable | undefined> {
  const iterator = batches[Symbol.asyncIterator]()
  const first: Row[] = []
  while (first.length <= headerLineMax) {
    const next = await iterator.next()
    if (next.done === true) break
    first.push(...next.value)
  }
  if (first.length === 0) return undefined
  const recognized = recognize(first, options)
  const title = first
    .slice(0, recognized.headerAt)
    .map(({ cells }) => cells.join(' '))
    .join(' ')
  return { list: recognized.list, title, items: itemsOf(recognized, first, iterator) }
}

async function* itemsOf(
  { list, headerAt, columns }: Recognized,
  first: readonly Row[],
  rest: AsyncIterator<Row[]>,
): AsyncGenerator<ReadItem[]> {
  const header = first[headerAt]?.cells ?? []
  const itemOf = ({ line, cells }: Row): ReadItem[] => {
    const fault = faultOf(cells, columns.count)
    if (fault !== undefined) return [{ line, made: { refused: fault } }]
    // Lists made of several pages repeat it.
    if (cells[0] === header[0] && cells.join('\n') === header.join('\n')) return []
    const made = list.read(columns.fieldsOf(cells))
    return 'refused' in made || made.length > 0 ? [{ line, made }] : []
  }
  yield first.slice(headerAt + 1).flatMap(itemOf)
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value.flatMap(itemOf)
}

function faultOf(cells: readonly string[], count: number): string | undefined {
  if (cells.length > columnsMax) return `expected at most ${columnsMax} fields; got ${cells.length}`
  if (cells.length > count && cells.slice(count).some((cell) => cell.trim() !== '')) {
    return `expected ${count} fields; got ${cells.length}`
  }
  return cells.some((cell) => cell.length > cellLengthMax)
    ? `expected cells of at most ${cellLengthMax} characters`
    : undefined
}
