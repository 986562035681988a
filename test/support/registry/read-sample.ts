/** Reads the sample back, for the tests: every field quoted, double quotes doubled, lines ending with LF. */
import { readFileSync } from 'node:fs'

export type Row = Record<string, string>

export interface SampleRows {
  main: Row[]
  locations: Row[]
  otherNames: Row[]
  endpoints: Row[]
  reviews: Row[]
  hospitals: Row[]
}

/** The rows of the files, given in the order in which `writeSample` answers them. */
export function readSample(paths: readonly string[]): SampleRows {
  const [main = [], locations = [], otherNames = [], endpoints = [], reviews = [], hospitals = []] = paths.map((path) =>
    readRows(readFileSync(path, 'utf8')),
  )
  return { main, locations, otherNames, endpoints, reviews, hospitals }
}

/**
 * The rows after the header line, by its names. Throws at the first character that CMS would not have written there.
 */
export function readRows(text: string): Row[] {
  const [names = [], ...records] = readRecords(text)
  return records.map((fields, index) => {
    if (fields.length !== names.length) throw new Error(`record ${index + 1} has ${fields.length} fields`)
    return Object.fromEntries(names.map((name, column) => [name, fields[column] ?? '']))
  })
}

const field = /"((?:[^"]|"")*)"([,\n])/y

function readRecords(text: string): string[][] {
  const records: string[][] = []
  let fields: string[] = []
  field.lastIndex = 0
  while (field.lastIndex < text.length) {
    const { lastIndex } = field
    const found = field.exec(text)
    if (found === null) throw new Error(`expected a quoted field at character ${lastIndex}`)
    fields.push((found[1] ?? '').replaceAll('""', '"'))
    if (found[2] === ',') continue
    records.push(fields)
    fields = []
  }
  return records
}
