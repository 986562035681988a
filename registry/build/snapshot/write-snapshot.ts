/**
 * Writes one snapshot of the registry from providers that come one at a time, in ascending order of their NPIs. Records go to
 * disk as they come; only columns of numbers are kept in memory, and sorted and written when the last provider has come.
 *
 * It promises that equal input gives equal bytes, whenever and wherever it runs; that every file is durable and named in the
 * manifest, which is written last; and that a failure leaves no manifest, so that nothing half done can be opened. It fails
 * with a RegistryError when a file cannot be written (a full disk is said to be one), with an Error that names the NPI when
 * the providers do not come as promised, and with whatever the source of providers fails with.
 */
import {
  type Counts,
  checksumFile,
  checksumText,
  formatVersion,
  type Manifest,
  manifestFile,
  manifestText,
  type RefusedSummary,
  type SourceSummary,
  type StateCounts,
  versionOf,
} from '#registry/format'
import { Bits } from '#registry/read/lists'
import { flagsInOrder, isDoctorFlag, isFemaleFlag, isMaleFlag, isOrganizationFlag } from '#registry/read/providers'
import { labelOf } from '#registry/read/specialties'
import { credentialForm } from '#registry/read/words'
import type { Built, BuiltIndividual, BuiltOrganization } from '../provider.ts'
import { columnOfU8, columnOfU32 } from './column.ts'
import { NameWriter } from './name-writer.ts'
import { Neighbours } from './neighbours.ts'
import { PointWriter } from './point-writer.ts'
import { RecordWriter } from './record-writer.ts'
import { SetWriter } from './set-writer.ts'
import { SnapshotFolder } from './snapshot-folder.ts'

export interface SnapshotOptions {
  /** An existing, empty folder. */
  dir: string
  built: AsyncIterable<Built>
  /** The operator's labels of taxonomy codes; may be empty, for we have labels of our own. */
  labels: ReadonlyMap<string, string>
  /** Asked when the last provider has come, for only then it is known. */
  sources: () => SourceSummary[]
  refused: () => RefusedSummary
  /** yyyy-mm-dd */
  sourceDate: string
  /** Called now and then with how many providers, deactivated ones included, were written. */
  onProgress?: (written: number) => void
}

/** How many providers come between two calls of `onProgress`. */
const progressEvery = 4096

export async function writeSnapshot(options: SnapshotOptions): Promise<Manifest> {
  const folder = new SnapshotFolder(options.dir)
  try {
    const writer = new SnapshotWriter(folder, options.labels)
    let written = 0
    for await (const provider of options.built) {
      writer.add(provider)
      if (++written % progressEvery === 0) options.onProgress?.(written)
    }
    writer.finish()
    options.onProgress?.(written)
    return writeManifest(folder, {
      formatVersion,
      sourceDate: options.sourceDate,
      isSample: writer.isSample && written > 0,
      counts: writer.counts,
      countsByState: Object.fromEntries(writer.countsByState),
      sources: options.sources(),
      refused: options.refused(),
      files: folder.summaries,
    })
  } finally {
    folder.abandon()
  }
}

class SnapshotWriter {
  readonly counts: Counts = { individuals: 0, organizations: 0, doctors: 0, deactivated: 0, locations: 0, unplaced: 0 }
  readonly countsByState = new Map<string, StateCounts>()
  isSample = true
  private readonly folder: SnapshotFolder
  private readonly labels: ReadonlyMap<string, string>
  private readonly npis = columnOfU32()
  private readonly flags = columnOfU8()
  private readonly deactivatedNpis = columnOfU32()
  private readonly deactivatedOn = columnOfU32()
  private readonly records: RecordWriter
  private readonly names = new NameWriter()
  private readonly taxonomies = new SetWriter('taxonomy')
  private readonly credentials = new SetWriter('credential')
  private readonly neighbours = new Neighbours()
  private readonly points = new PointWriter()
  private lastNpi = 0

  constructor(folder: SnapshotFolder, labels: ReadonlyMap<string, string>) {
    this.folder = folder
    this.labels = labels
    this.records = new RecordWriter(folder, labels)
  }

  add(built: Built): void {
    if (built.npi <= this.lastNpi)
      throw new Error(`NPI ${built.npi}: expected one above ${this.lastNpi}, the one before`)
    this.lastNpi = built.npi
    this.isSample &&= String(built.npi).startsWith('2')
    if (built.kind === 'deactivated') {
      this.counts.deactivated++
      this.deactivatedNpis.push(built.npi)
      this.deactivatedOn.push(Number(built.deactivatedOn.replaceAll('-', '')))
    } else {
      this.addActive(built)
    }
  }

  /** Writes everything but the records, which are written already. */
  finish(): void {
    const { folder } = this
    this.records.finish(folder)
    folder.array('npis', this.npis.whole())
    this.writeFlags()
    folder.array('deactivated-npis', this.deactivatedNpis.whole())
    folder.array('deactivated-on', this.deactivatedOn.whole())
    this.names.write(folder)
    this.neighbours.write(folder)
    const taxonomies = this.taxonomies.write(folder)
    folder.lines('taxonomy-codes', taxonomies.members)
    folder.lines(
      'taxonomy-labels',
      taxonomies.members.map((code) => labelOf(code, this.labels)),
    )
    const credentials = this.credentials.write(folder)
    folder.lines('credentials', credentials.members)
    this.points.write(folder, { taxonomy: taxonomies, credential: credentials })
  }

  /** For one provider its flags stand together, for a search of many who has one flag. */
  private writeFlags(): void {
    const flags = this.flags.whole()
    this.folder.array('flags', flags)
    const stream = this.folder.stream('flag-bits.u32')
    for (const flag of flagsInOrder) {
      const bits = new Bits(flags.length)
      for (let ordinal = 0; ordinal < flags.length; ordinal++) if ((flags[ordinal] & flag) !== 0) bits.put(ordinal)
      stream.write(bits.bytes())
    }
    stream.finish()
  }

  private addActive(provider: BuiltIndividual | BuiltOrganization): void {
    const [primary] = provider.locations
    if (primary === undefined) throw new Error(`NPI ${provider.npi}: expected a practice location, got none`)
    const isOrganization = provider.kind === 'organization'
    const ordinal = this.npis.length
    this.npis.push(provider.npi)
    this.flags.push(flagsOf(provider))
    this.records.add(provider)
    this.names.add(provider.searchNames)
    this.taxonomies.add(provider.taxonomyCodes)
    this.credentials.add(isOrganization ? [] : credentialForms(provider.credentials))
    this.neighbours.add(primary, isOrganization)
    this.points.add(
      ordinal,
      isOrganization ? 'organization' : provider.isDoctor ? 'doctor' : 'otherIndividual',
      isOrganization ? null : provider.gender,
      provider.locations,
    )
    this.count(provider)
  }

  private count(provider: BuiltIndividual | BuiltOrganization): void {
    const { counts } = this
    const noun = provider.kind === 'individual' ? 'individuals' : 'organizations'
    counts[noun]++
    if (provider.kind === 'individual' && provider.isDoctor) counts.doctors++
    counts.locations += provider.locations.length
    counts.unplaced += provider.locations.filter(({ address }) => address.coords === null).length

    const state = stateOf(provider)
    const ofState = this.countsByState.get(state) ?? { individuals: 0, organizations: 0 }
    ofState[noun]++
    this.countsByState.set(state, ofState)
  }
}

/** The manifest and its checksum come last: without them nothing can be opened. */
function writeManifest(folder: SnapshotFolder, unnamed: Omit<Manifest, 'version'>): Manifest {
  const manifest = { ...unnamed, files: { ...unnamed.files }, version: versionOf(unnamed) }
  const text = manifestText(manifest)
  folder.bytes(manifestFile, Buffer.from(text))
  folder.bytes(checksumFile, Buffer.from(checksumText(text)))
  folder.sync()
  return manifest
}

function flagsOf(provider: BuiltIndividual | BuiltOrganization): number {
  if (provider.kind === 'organization') return isOrganizationFlag
  const sex = provider.gender === 'M' ? isMaleFlag : provider.gender === 'F' ? isFemaleFlag : 0
  return sex | (provider.isDoctor ? isDoctorFlag : 0)
}

function credentialForms(credentials: readonly string[]): string[] {
  return [...new Set(credentials.map(credentialForm))].filter((form) => form !== '')
}

function stateOf({ locations: [primary] }: BuiltIndividual | BuiltOrganization): string {
  const isCounted = primary?.address.countryCode === 'US' && /^[A-Z]{2}$/.test(primary.address.state)
  return isCounted ? primary.address.state : 'other'
}
