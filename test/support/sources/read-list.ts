/** Reads a file's text by the readers of lists, for tests of readers. */
import { lists as allLists } from '#server/sources/lists'
import { readTable } from '#server/sources/read-table'
import type { AnyList, AnyRow, SourceKind, SourceList } from '#server/sources/source-list'
import { textRows } from '#server/sources/text-rows'

interface ReadList<Row> {
  /** The name of the list that it was recognized as. */
  list: string
  title: string
  rows: Row[]
  refusals: { line: number; refused: string }[]
}

/** What `list` makes of a file of this text; fails when its columns are not the list's. */
export function readList<Kind extends SourceKind>(
  list: SourceList<Kind>,
  text: string | Buffer,
  fileName?: string,
): Promise<ReadList<RowsOf<Kind>>>
export function readList(list: AnyList, text: string | Buffer, fileName = 'list.csv'): Promise<ReadList<AnyRow>> {
  return read([list], text, fileName)
}

/** What the list among all that a file of this name and text is recognized as makes of it. */
export function readAnyList(text: string | Buffer, fileName: string): Promise<ReadList<AnyRow>> {
  return read(allLists, text, fileName)
}

type RowsOf<Kind extends SourceKind> = Exclude<ReturnType<SourceList<Kind>['read']>, { refused: string }>[number]

async function read(lists: readonly AnyList[], text: string | Buffer, fileName: string): Promise<ReadList<AnyRow>> {
  const table = await readTable(textRows(chunksOf(Buffer.from(text))), { fileName, lists })
  if (table === undefined) throw new Error('expected a file with rows; got none')
  const found: ReadList<AnyRow> = { list: table.list.name, title: table.title, rows: [], refusals: [] }
  for await (const items of table.items) {
    for (const { line, made } of items) {
      if ('refused' in made) found.refusals.push({ line, refused: made.refused })
      else found.rows.push(...made)
    }
  }
  return found
}

/** In pieces that cut characters and lines. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1009) yield bytes.subarray(at, at + 1009)
}
