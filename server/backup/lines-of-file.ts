/**
 * The lines of a file of any size: a table may be longer than any text in memory can be. The line reader of the runtime also ends
 * lines at U+2028, which may stand in a row.
 */
import { createReadStream } from 'node:fs'

/** Bytes that are read at once. */
const pieceBytes = 1024 * 1024

/** The lines that end in a newline, in UTF-8, some at a time. */
export async function* linesOfFile(path: string): AsyncGenerator<string[]> {
  let begun = ''
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: pieceBytes })) {
    const lines = `${begun}${piece}`.split('\n')
    begun = lines.pop() ?? ''
    yield lines
  }
}
