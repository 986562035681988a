/**
 * The sample in blocks, each of which can be made without those before it: so several threads make one sample, and its bytes do
 * not depend on how many they are.
 */
import { addIndividual } from '../individual.ts'
import { addDeactivated } from '../main-pieces.ts'
import { npiNumberOf } from '../npis.ts'
import { addHospital, addReviews, reviewedShare } from '../opinions.ts'
import { addOrganization } from '../organization.ts'
import { type Random, randomOf } from '../random.ts'
import { Rows } from '../rows.ts'
import { addEndpoint, addSecondaryLocations } from '../secondary-rows.ts'
import type { Site } from '../sites.ts'
import { makeWorld, type World } from '../world.ts'

/** CMS's four files, then reviews and hospitals. */
export const sampleFiles = ['main', 'locations', 'otherNames', 'endpoints', 'reviews', 'hospitals'] as const
type SampleFile = (typeof sampleFiles)[number]

/** The rows of each file. */
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
    const files = rowsOfFiles(used)
    for (let index = block * blockProviders; index < providersThrough(block, providers); index++) {
      addProvider(npiNumberOf(index, seed), world, opinions, files)
    }
    return taken(files)
  }
}

type Files = Record<SampleFile, Rows>

function rowsOfFiles(used: Block | undefined): Files {
  return {
    main: new Rows(used?.main),
    locations: new Rows(used?.locations),
    otherNames: new Rows(used?.otherNames),
    endpoints: new Rows(used?.endpoints),
    reviews: new Rows(used?.reviews),
    hospitals: new Rows(used?.hospitals),
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

function addProvider(npi: number, world: World, opinions: Opinions, files: Files): void {
  const { random } = world
  if (random.chance(deactivatedShare)) {
    addDeactivated(files.main, npi, world)
    return
  }
  const isIndividual = random.chance(individualShare)
  addReviews(files.reviews, npi, opinions.share, opinions.random)
  if (isIndividual) {
    addPlaces(npi, addIndividual(files.main, npi, world), world, files)
    return
  }
  const made = addOrganization(files.main, files.otherNames, npi, world)
  addPlaces(npi, made.site, world, files)
  addHospital(files.hospitals, made, opinions.nextNumber, opinions.random)
}

/** Adds what else there is to the site of a provider. */
function addPlaces(npi: number, site: Site, world: World, files: Files): void {
  addSecondaryLocations(files.locations, npi, site, world)
  addEndpoint(files.endpoints, npi, site, world.random)
}
