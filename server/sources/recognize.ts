/** Recognizes which list a table of rows is: by its header, which may follow titles, then by its file's name. */
import { headerLineMax } from './limits.ts'
import { type AnyList, columnKey, type Fields } from './source-list.ts'
import type { Row } from './text-rows.ts'

export interface Recognized {
  list: AnyList
  /** Of the rows given. */
  headerAt: number
  columns: Columns
}

/** `rows` are the first ones of a table. Throws an Error with one sentence when they are of no list, or of several. */
export function recognize(
  rows: readonly Row[],
  { fileName, lists, listName }: { fileName: string; lists: readonly AnyList[]; listName?: string | undefined },
): Recognized {
  const asked = listName === undefined ? lists : lists.filter(({ name }) => name === listName)
  for (const [headerAt, { cells }] of rows.slice(0, headerLineMax).entries()) {
    const columns = new Columns(cells)
    const found = closest(asked, columns)
    if (found.length === 0) continue
    const named = found.filter((list) => list.fileName?.test(fileName) === true)
    const [list, ...others] = named.length > 0 ? named : found
    if (list !== undefined && others.length === 0) return { list, headerAt, columns }
    const names = found.map(({ name }) => name).join(', ')
    throw new Error(`expected the columns of one list; got those of ${names}: say which with --as`)
  }
  const widest = rows.slice(0, headerLineMax).reduce((a, b) => (b.cells.length > a.cells.length ? b : a), emptyRow)
  const expected = listName === undefined ? 'the columns of a known list' : `the columns of ${listName}`
  throw new Error(`expected ${expected} in the first ${headerLineMax} rows; got ${shownColumns(widest.cells)}`)
}

const emptyRow: Row = { line: 0, cells: [] }

const columnsShown = 40

function shownColumns(cells: readonly string[]): string {
  const names = cells.map((cell) => cell.replace(/\s+/g, ' ').trim().slice(0, 40)).filter((name) => name !== '')
  return names.length === 0 ? 'none' : names.slice(0, columnsShown).join(', ')
}

/** The lists of which one layout is there, those with the most columns: a layout may be part of another one. */
function closest(lists: readonly AnyList[], columns: Columns): AnyList[] {
  const counts = lists.map(({ layouts }) =>
    Math.max(0, ...layouts.map((layout) => (layout.every((name) => columns.has(name)) ? layout.length : 0))),
  )
  const most = Math.max(0, ...counts)
  return most === 0 ? [] : lists.filter((_, index) => counts[index] === most)
}

/** Where the columns of a header are. */
class Columns {
  readonly count: number
  readonly #byKey = new Map<string, number>()
  /** By names as readers write them, so that each is folded once. */
  readonly #byName = new Map<string, number>()
  #cells: readonly string[] = []

  constructor(header: readonly string[]) {
    this.count = header.length
    for (const [index, cell] of header.entries()) {
      const key = columnKey(cell) || `column ${index + 1}`
      let own = key
      for (let copy = 2; this.#byKey.has(own); copy++) own = `${key} (${copy})`
      this.#byKey.set(own, index)
    }
  }

  has(name: string): boolean {
    return this.#byKey.has(columnKey(name))
  }

  /** The fields of one row, until it is called again. */
  fieldsOf(cells: readonly string[]): Fields {
    this.#cells = cells
    return this.#fields
  }

  readonly #fields: Fields = (name) => {
    let index = this.#byName.get(name)
    if (index === undefined) {
      index = this.#byKey.get(columnKey(name)) ?? -1
      this.#byName.set(name, index)
    }
    return this.#cells[index]?.trim() ?? ''
  }
}
