/**
 * The sample: invented providers, reviews and ratings, written as CMS publishes them. The same seed gives the same
 * bytes. Files get their names when all are whole: a run that fails or is aborted leaves none of its own. Of two runs
 * at once in one folder, the second one fails.
 */
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasErrorCode } from '#registry/search/errors'
import { endpointColumns, mainColumns, otherNameColumns, secondaryLocationColumns } from '../columns.ts'
import { hospitalColumns, reviewColumns } from './other-files.ts'
import { sampleRows } from './providers.ts'
import { fields, rowOf } from './rows.ts'

export interface SampleOptions {
  /** Made where it does not exist. Files of the sample that it holds are replaced. */
  dir: string
  /** Rows of the main file, from 1 to `sampleProvidersMax`. */
  providers: number
  /** A whole number from 0 to 4294967295. */
  seed: number
  /** Gets the number of providers written: each 25,000, and all. */
  onProgress?: (written: number) => void
  /** Ends it with the reason that the signal gives. */
  signal?: AbortSignal
}

export const sampleProvidersMax = 20_000_000
const seedMax = 2 ** 32 - 1
const progressEvery = 25_000

const day = '20261108'
const span = `20050523-${day}`

/** Writes the sample and returns the paths of its files: CMS's four, the main one first, then reviews and hospitals. */
export async function writeSample({ dir, providers, seed, onProgress, signal }: SampleOptions): Promise<string[]> {
  checkWhole('providers', providers, 1, sampleProvidersMax)
  checkWhole('seed', seed, 0, seedMax)
  await mkdir(dir, { recursive: true })
  const opened: Output[] = []
  const openOutput = async (name: string, columns: readonly string[]) => {
    const output = await Output.open(join(dir, `${name}.csv`))
    opened.push(output)
    output.rows.push(rowOf(fields(...columns)))
    return output
  }
  try {
    const outputs = {
      main: await openOutput(`npidata_pfile_${span}`, mainColumns),
      locations: await openOutput(`pl_pfile_${span}`, secondaryLocationColumns),
      otherNames: await openOutput(`othername_pfile_${span}`, otherNameColumns),
      endpoints: await openOutput(`endpoint_pfile_${span}`, endpointColumns),
      reviews: await openOutput(`reviews_${day}`, reviewColumns),
      hospitals: await openOutput(`Hospital_General_Information_${day}`, hospitalColumns),
    }
    let written = 0
    for (const [file, row] of sampleRows(providers, seed)) {
      const output = outputs[file]
      output.rows.push(row)
      if (output.rows.length === rowsAtOnce) await output.flush()
      if (file !== 'main' || (++written % progressEvery !== 0 && written < providers)) continue
      onProgress?.(written)
      signal?.throwIfAborted()
    }
    for (const output of opened) await output.close()
    for (const output of opened) await output.name()
    return opened.map(({ path }) => path)
  } catch (error) {
    // The first failure is reported. A file that cannot be closed is removed all the same.
    await Promise.allSettled(opened.map((output) => output.discard()))
    throw error
  }
}

function checkWhole(name: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new RangeError(`${name}: expected a whole number from ${min} to ${max}; got ${value}`)
}

const rowsAtOnce = 1000

class Output {
  readonly rows: string[] = []
  readonly path: string
  #handle: FileHandle
  #writtenTo: string

  constructor(path: string, handle: FileHandle, partial: string) {
    this.path = path
    this.#handle = handle
    this.#writtenTo = partial
  }

  static async open(path: string): Promise<Output> {
    const partial = `${path}.partial`
    try {
      return new Output(path, await open(partial, 'wx'), partial)
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST')) throw error
      throw new Error(
        `${partial}: expected no such file; got one, which another run is writing or has left when it was killed`,
      )
    }
  }

  async flush(): Promise<void> {
    await this.#handle.appendFile(this.rows.join(''))
    this.rows.length = 0
  }

  async close(): Promise<void> {
    await this.flush()
    await this.#handle.close()
  }

  async name(): Promise<void> {
    await rename(this.#writtenTo, this.path)
    this.#writtenTo = this.path
  }

  async discard(): Promise<void> {
    try {
      await this.#handle.close()
    } finally {
      await rm(this.#writtenTo, { force: true })
    }
  }
}
