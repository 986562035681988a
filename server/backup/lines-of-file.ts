/** The lines of a file of any size. Node's readline also splits at U+2028, which a row may contain. */
import { createReadStream } from 'node:fs'

const pieceBytes = 1024 * 1024

export async function* linesOfFile(path: string): AsyncGenerator<string[]> {
  let begun = ''
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: pieceBytes })) {
    const lines = `${begun}${piece}`.split('\n')
    begun = lines.pop() ?? ''
    yield lines
  }
}
