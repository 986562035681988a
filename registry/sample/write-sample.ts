/**
 * The sample: invented providers in CMS's four files, and invented reviews and ratings in two more, written as they are
 * published, so that the build that reads real files reads these. Real are only cities, ZIP codes, area codes and taxonomy codes; numbers begin with 2, as no real NPI does,
 * and telephones with 555-01. The same seed gives the same bytes. Rows are written as they are made, so nine million
 * take no more memory than nine. Files get their names when all are whole: when it fails, it leaves none of its own.
 */
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endpointColumns, mainColumns, otherNameColumns, secondaryLocationColumns } from '../nppes-columns.ts'
import { type MadeProvider, makeIndividual } from './individual.ts'
import { deactivatedLine } from './main-pieces.ts'
import { npiOf } from './npis.ts'
import { hospitalColumns, hospitalLine, reviewColumns, reviewedShare, reviewLines } from './opinions.ts'
import { makeOrganization } from './organization.ts'
import { type Random, randomOf } from './random.ts'
import { line } from './row.ts'
import { endpointLine, secondaryLines } from './secondary-rows.ts'
import { makeWorld, type World } from './world.ts'

export interface SampleOptions {
  /** Made where it does not exist. Files of the sample that it holds are replaced. */
  dir: string
  /** Rows of the main file, from 1 to `sampleProvidersMax`. */
  providers: number
  /** A whole number from 0 to 4294967295. */
  seed: number
  /** Is told now and then how many providers are written. */
  onProgress?: (written: number) => void
}

/** Twice the providers there are; the numbers to give them end at a hundred million. */
export const sampleProvidersMax = 20_000_000
const seedMax = 2 ** 32 - 1

const deactivatedShare = 0.04
const individualShare = 0.75

/** The days of the data, as the names of files have them. */
const day = '20261108'
const span = `20050523-${day}`

const opinionsSeed = 0x0b19_2e55

/** Writes the sample and answers the paths of its files: CMS's four, the main one first, then reviews and hospitals. */
export async function writeSample({ dir, providers, seed, onProgress }: SampleOptions): Promise<string[]> {
  checkWhole('providers', providers, 1, sampleProvidersMax)
  checkWhole('seed', seed, 0, seedMax)
  await mkdir(dir, { recursive: true })
  const outputs: Output[] = []
  const openOutput = async (name: string, columns: readonly string[]) => {
    const output = await outputTo(join(dir, `${name}.csv`), columns)
    outputs.push(output)
    return output
  }
  try {
    const files = {
      main: await openOutput(`npidata_pfile_${span}`, mainColumns),
      locations: await openOutput(`pl_pfile_${span}`, secondaryLocationColumns),
      otherNames: await openOutput(`othername_pfile_${span}`, otherNameColumns),
      endpoints: await openOutput(`endpoint_pfile_${span}`, endpointColumns),
      reviews: await openOutput(`reviews_${day}`, reviewColumns),
      hospitals: await openOutput(`Hospital_General_Information_${day}`, hospitalColumns),
    }
    const world = makeWorld(providers, seed)
    let hospitals = 0
    const opinions = {
      random: randomOf(seed ^ opinionsSeed),
      share: reviewedShare(providers),
      nextNumber: () => hospitals++,
    }
    for (let index = 0; index < providers; index++) {
      addProvider(npiOf(index, seed), world, opinions, files)
      if (!files.main.isFull()) continue
      for (const output of outputs) await output.flush()
      onProgress?.(index + 1)
    }
    for (const output of outputs) await output.close()
    for (const output of outputs) await output.name()
    return outputs.map(({ path }) => path)
  } catch (error) {
    for (const output of outputs) await output.discard()
    throw error
  }
}

function checkWhole(name: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new RangeError(`${name}: expected a whole number from ${min} to ${max}; got ${value}`)
}

type Files = Record<'main' | 'locations' | 'otherNames' | 'endpoints' | 'reviews' | 'hospitals', Output>

/** Numbers of their own, so that the providers are the same whatever is said of them. */
interface Opinions {
  random: Random
  share: number
  nextNumber(): number
}

function addProvider(npi: string, world: World, opinions: Opinions, files: Files): void {
  const { random } = world
  if (random.chance(deactivatedShare)) {
    files.main.add(deactivatedLine(npi, random))
    return
  }
  const isIndividual = random.chance(individualShare)
  files.reviews.add(reviewLines(npi, opinions.share, opinions.random))
  if (isIndividual) {
    addRows(npi, makeIndividual(npi, world), world, files)
    return
  }
  const made = makeOrganization(npi, world)
  addRows(npi, made, world, files)
  files.otherNames.add(made.otherNames)
  files.hospitals.add(hospitalLine({ ...made, address: made.site.address }, opinions.nextNumber, opinions.random))
}

function addRows(npi: string, made: MadeProvider, world: World, files: Files): void {
  files.main.add(made.line)
  files.locations.add(secondaryLines(npi, made.site, world))
  files.endpoints.add(endpointLine(npi, made.site, world.random))
}

interface Output {
  path: string
  add(text: string): void
  isFull(): boolean
  flush(): Promise<void>
  /** Writes what is left. */
  close(): Promise<void>
  /** Gives the file its name. */
  name(): Promise<void>
  discard(): Promise<void>
}

/** Characters gathered before they are written. */
const chunkLength = 1024 * 1024

/** Gathers lines and writes them beside `path`, beginning with the header line. */
async function outputTo(path: string, columns: readonly string[]): Promise<Output> {
  const partial = `${path}.partial`
  const file = await open(partial, 'w')
  let gathered = line(...columns)
  let writtenTo = partial
  const flush = async () => {
    await file.writeFile(gathered)
    gathered = ''
  }
  return {
    path,
    add(text) {
      gathered += text
    },
    isFull: () => gathered.length >= chunkLength,
    flush,
    async close() {
      await flush()
      await file.close()
    },
    async name() {
      await rename(partial, path)
      writtenTo = path
    },
    async discard() {
      // Closing twice does nothing, and a file that cannot be closed can still be removed.
      await file.close().catch(() => {})
      await rm(writtenTo, { force: true })
    },
  }
}
