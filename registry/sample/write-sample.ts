/**
 * The sample: invented providers in CMS's four files, and invented reviews and ratings in two more, written as they are
 * published, so that the build that reads real files reads these. Real are only cities, ZIP codes, area codes and taxonomy
 * codes; numbers begin with 2, as no real NPI does, and telephones with 555-01. The same seed gives the same bytes. Blocks are
 * written as they are made, so that memory grows with the threads that make them and not with the providers. Files get their
 * names when all are whole: when it fails or is aborted, it leaves none of its own. Two at once in one folder would give files that
 * belong to neither: the second one fails.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writtenAtOnce } from '#registry/build/limits'
import { inOrder } from '#registry/build/worker-pool'
import { hasErrorCode } from '#registry/search/errors'
import { endpointColumns, mainColumns, otherNameColumns, secondaryLocationColumns } from '../columns.ts'
import { blockCount, providersThrough, sampleFiles } from './blocks/block.ts'
import { blockMakers } from './blocks/block-makers.ts'
import { hospitalColumns, reviewColumns } from './opinions.ts'
import { Rows } from './rows.ts'

export interface SampleOptions {
  /** Made where it does not exist. Files of the sample that it holds are replaced. */
  dir: string
  /** Rows of the main file, from 1 to `sampleProvidersMax`. */
  providers: number
  /** A whole number from 0 to 4294967295. */
  seed: number
  /** Is told now and then how many providers are written. */
  onProgress?: (written: number) => void
  /** Ends it between two blocks, with the reason that the signal gives. */
  signal?: AbortSignal
}

/** Twice the providers there are; the numbers to give them end at a hundred million. */
export const sampleProvidersMax = 20_000_000
const seedMax = 2 ** 32 - 1

/** The days of the data, as the names of files have them. */
const day = '20261108'
const span = `20050523-${day}`

/** Writes the sample and answers the paths of its files: CMS's four, the main one first, then reviews and hospitals. */
export async function writeSample({ dir, providers, seed, onProgress, signal }: SampleOptions): Promise<string[]> {
  checkWhole('providers', providers, 1, sampleProvidersMax)
  checkWhole('seed', seed, 0, seedMax)
  await mkdir(dir, { recursive: true })
  const makers = blockMakers({ providers, seed })
  const outputs: Output[] = []
  const openOutput = (name: string, columns: readonly string[]) => {
    const output = outputTo(join(dir, `${name}.csv`))
    outputs.push(output)
    output.write(headerLine(columns))
    return output
  }
  try {
    const files = {
      main: openOutput(`npidata_pfile_${span}`, mainColumns),
      locations: openOutput(`pl_pfile_${span}`, secondaryLocationColumns),
      otherNames: openOutput(`othername_pfile_${span}`, otherNameColumns),
      endpoints: openOutput(`endpoint_pfile_${span}`, endpointColumns),
      reviews: openOutput(`reviews_${day}`, reviewColumns),
      hospitals: openOutput(`Hospital_General_Information_${day}`, hospitalColumns),
    }
    let written = 0
    for await (const block of inOrder(Array(blockCount(providers)).keys(), makers.ahead, makers.make)) {
      for (const file of sampleFiles) files[file].write(block[file])
      makers.takeBack(block)
      onProgress?.(providersThrough(written++, providers))
      signal?.throwIfAborted()
    }
    for (const output of outputs) output.close()
    for (const output of outputs) await output.name()
    return outputs.map(({ path }) => path)
  } catch (error) {
    // What failed first is told, and what cannot be closed is removed all the same.
    await Promise.allSettled(outputs.map((output) => output.discard()))
    throw error
  } finally {
    await makers.close()
  }
}

function checkWhole(name: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new RangeError(`${name}: expected a whole number from ${min} to ${max}; got ${value}`)
}

function headerLine(columns: readonly string[]): Uint8Array {
  const rows = new Rows()
  rows.begin()
  for (const column of columns) rows.field(column)
  rows.end()
  return rows.bytes()
}

interface Output {
  path: string
  write(lines: Uint8Array): void
  /** Does nothing a second time. */
  close(): void
  /** Gives the file its name. */
  name(): Promise<void>
  discard(): Promise<void>
}

/** Writes beside `path`. */
function outputTo(path: string): Output {
  const partial = `${path}.partial`
  const descriptor = openNew(partial)
  let isOpen = true
  let writtenTo = partial
  const close = () => {
    if (!isOpen) return
    isOpen = false
    closeSync(descriptor)
  }
  return {
    path,
    write(lines) {
      for (let at = 0; at < lines.length; ) {
        at += writeSync(descriptor, lines, at, Math.min(lines.length - at, writtenAtOnce))
      }
    },
    close,
    async name() {
      await rename(partial, path)
      writtenTo = path
    },
    async discard() {
      try {
        close()
      } finally {
        await rm(writtenTo, { force: true })
      }
    },
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, 'wx')
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
    throw new Error(
      `${path}: expected no such file; got one, which another run is writing or has left when it was killed`,
    )
  }
}
