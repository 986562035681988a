/**
 * The sample in blocks, each of which can be made without those before it: so several threads make one sample, and its bytes do
 * not depend on how many they are.
 */
import { type MadeProvider, makeIndividual } from '../individual.ts'
import { Lines } from '../lines.ts'
import { deactivatedLine } from '../main-pieces.ts'
import { npiOf } from '../npis.ts'
import { hospitalLine, reviewedShare, reviewLines } from '../opinions.ts'
import { makeOrganization } from '../organization.ts'
import { type Random, randomOf } from '../random.ts'
import { endpointLine, secondaryLines } from '../secondary-rows.ts'
import { makeWorld, type World } from '../world.ts'

/** CMS's four files, then reviews and hospitals. */
export const sampleFiles = ['main', 'locations', 'otherNames', 'endpoints', 'reviews', 'hospitals'] as const
type SampleFile = (typeof sampleFiles)[number]

/** The lines of each file. */
export type Block = Record<SampleFile, Uint8Array<ArrayBuffer>>

export interface Sample {
  /** Rows of the main file. */
  providers: number
  seed: number
}

/** Providers of a block; the last one has what is left. */
const blockProviders = 25_000
/** A block begins so many numbers after the one before, several times as many as it draws: no two draw the same ones. */
const blockDraws = 2 ** 22
/** Hospitals are numbered from a number of the block on: a tenth of this is more than a block has. */
const blockHospitals = 10_000

const deactivatedShare = 0.04
const individualShare = 0.75

/** Makes the numbers of the opinions others than those of the providers, who are the same whatever is said of them. */
const opinionsSeed = 0x0b19_2e55

/** The memory of a block, to be given to another thread with it. */
export const buffersOf = (block: Block): ArrayBuffer[] => Object.values(block).map(({ buffer }) => buffer)

/** How many blocks a sample has. */
export const blockCount = (providers: number): number => Math.ceil(providers / blockProviders)

/** How many providers are in the blocks up to and with this one. */
export const providersThrough = (block: number, providers: number): number =>
  Math.min((block + 1) * blockProviders, providers)

/** Makes the blocks of a sample, in any order, each in the memory of one that nobody needs any more, if there is one. */
export function blockMaker({ providers, seed }: Sample): (block: number, used?: Block) => Block {
  const worldOf = makeWorld(providers, seed)
  return (block, used) => {
    const skipped = block * blockDraws
    const world = worldOf(skipped)
    let hospitals = block * blockHospitals
    const opinions = {
      random: randomOf(seed ^ opinionsSeed, skipped),
      share: reviewedShare(providers),
      nextNumber: () => hospitals++,
    }
    const files = linesOfFiles(used)
    for (let index = block * blockProviders; index < providersThrough(block, providers); index++) {
      addProvider(npiOf(index, seed), world, opinions, files)
    }
    return taken(files)
  }
}

type Files = Record<SampleFile, Lines>

function linesOfFiles(used: Block | undefined): Files {
  return {
    main: new Lines(used?.main),
    locations: new Lines(used?.locations),
    otherNames: new Lines(used?.otherNames),
    endpoints: new Lines(used?.endpoints),
    reviews: new Lines(used?.reviews),
    hospitals: new Lines(used?.hospitals),
  }
}

function taken({ main, locations, otherNames, endpoints, reviews, hospitals }: Files): Block {
  return {
    main: main.bytes(),
    locations: locations.bytes(),
    otherNames: otherNames.bytes(),
    endpoints: endpoints.bytes(),
    reviews: reviews.bytes(),
    hospitals: hospitals.bytes(),
  }
}

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
