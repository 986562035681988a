/** A week of changes to a sample, as CMS publishes them: of about 1 in 300 providers a row in a new main file, one in ten of these new. */
import { createReadStream, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { npiOf } from '#registry/sample/providers'

/** Of the real country's file about as many change in a week. */
const changedOneIn = 300
const newOneIn = 10

/** A row begins so; a line that does not goes on with the row before, which has a line break in a field. */
const rowStart = /^"(\d{10})","[12]"/
const lineStart = /^"\d{10}","/

export interface WeekOptions {
  /** The sample's main file. */
  mainFile: string
  providers: number
  seed: number
  /** The file to write. */
  path: string
}

/** Writes it and answers how many providers it changes or adds. */
export async function writeWeek({ mainFile, providers, seed, path }: WeekOptions): Promise<number> {
  const lines = createInterface({ input: createReadStream(mainFile) })
  const rows: string[] = []
  let [seen, heading, row] = [0, '', '']
  const keep = () => {
    if (rowStart.test(row) && seen++ % changedOneIn === 0) rows.push(changed(row, rows.length))
  }
  const changed = (from: string, index: number) => {
    // Another telephone, by which providers are found to belong together.
    const moved = from.replace(/55501(\d)(\d)/g, '55501$2$1')
    return index % newOneIn === 0 ? moved.replace(rowStart, (start, npi) => start.replace(npi, newNpi(index))) : moved
  }
  const newNpi = (index: number) => npiOf(providers + index, seed)
  for await (const line of lines) {
    if (heading === '') heading = line
    else if (lineStart.test(line)) {
      keep()
      row = line
    } else row += `\n${line}`
  }
  keep()
  writeFileSync(path, `${[heading, ...rows].join('\n')}\n`)
  return rows.length
}
