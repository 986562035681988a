/** Reads files of one JSON value per line (NDJSON) as bytes arrive. It holds one chunk and one line in memory. */
import { isUtf8 } from 'node:buffer'
import { rowBytesMax } from '../limits.ts'
import { CsvError } from './csv-reader.ts'

const newline = 0x0a

/** The lines that are not blank, each as its text, or undefined where it is not UTF-8. Fails with CsvError at an endless line. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ line: number; text: string | undefined }> {
  let rest: Buffer = Buffer.alloc(0)
  let line = 1
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    let from = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
      const found = lineAt(line++, bytes.subarray(from, end))
      if (found !== undefined) yield found
      from = end + 1
    }
    rest = bytes.subarray(from)
    if (rest.length > rowBytesMax)
      throw new CsvError(line, `expected lines of at most ${rowBytesMax} bytes; got a longer one`)
  }
  const last = lineAt(line, rest)
  if (last !== undefined) yield last
}

function lineAt(line: number, bytes: Buffer): { line: number; text: string | undefined } | undefined {
  if (!isUtf8(bytes)) return { line, text: undefined }
  const text = bytes.toString('utf8').trim()
  return text === '' ? undefined : { line, text }
}
