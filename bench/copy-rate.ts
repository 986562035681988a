/** How fast PostgreSQL takes in the same file: COPY into 330 text columns, what the build is compared with. */
import { createReadStream, statSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { mainColumns } from '#registry/columns'
import { settleDisk } from './child.ts'
import { median } from './measure.ts'

/** How often it is done, the figure being the median: one that takes a quarter of a minute says enough the first time. */
const copies = 3
const bytesCopiedOnce = 500_000_000

const readAtOnce = 1024 * 1024

/** Bytes a second, into a table that is not logged, by a server without durability: the fastest it can. */
export async function copyRate(client: pg.Client, mainFile: string): Promise<number> {
  const { size } = statSync(mainFile)
  const columns = mainColumns.map((_name, index) => `c${index} text`).join(', ')
  const rates: number[] = []
  const times = size < bytesCopiedOnce ? copies : 1
  for (let copy = 0; copy < times; copy++) {
    await readThrough(mainFile)
    await settleDisk()
    await client.query(`create unlogged table main_file (${columns})`)
    const startedMs = performance.now()
    await client.query(`copy main_file from '${mainFile}' with (format csv, header)`)
    rates.push(size / ((performance.now() - startedMs) / 1000))
    await client.query('drop table main_file')
  }
  return median(rates)
}

/** Into the system's memory, past which the sample is written: COPY finds there as much of its file as goes in. */
async function readThrough(path: string): Promise<void> {
  await finished(createReadStream(path, { highWaterMark: readAtOnce }).resume())
}
