/**
 * What changed from one version of the registry to the next: a file for each version, such as
 * `history/000012-<version>.changes`, made by the build (registry/build/record-changes.ts, docs/registry-format.md).
 * Changes are in the order of NPIs, in deflated blocks of JSON lines; a footer has where each block begins and its
 * CRC-32. A file counts once its version was announced: what a killed build left is the newest file, and the next build
 * replaces it.
 */
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { type Current, isVersion, readCurrent } from '#registry/format'
import { hasErrorCode, RegistryError } from './errors.ts'
import type { Resource } from './query.ts'

export const historyFolder = 'history'

/** Members of a look-up's JSON by name. */
export type Members = Record<string, unknown>

export type Standing =
  | { status: 'active'; resource?: Exclude<Resource, 'doctors'>; isDoctor?: boolean; record?: Members }
  | { status: 'deactivated'; deactivatedOn: string; replacementNpi: number | null }
  | { status: 'unknown' }

/** A provider's change. An update has the members that differ, and names those that differ by what was filed. */
export type Change = { npi: number } & (
  | { kind: 'updated'; before: Members; after: Members; filed: string[] }
  | { kind: 'status'; before: Standing; after: Standing; reactivatedOn?: string | null }
)

export interface ChangesHeader {
  /** From 1, one more than that of the file before. */
  sequence: number
  version: string
  /** yyyy-mm-dd */
  sourceDate: string
  /** What it was compared with; null for the first version of an installation. */
  from: { version: string; sourceDate: string } | null
  /** Why the two could not be compared: what changed is not known then. */
  gap: string | null
  /** Hash of the rules that rendered the version; null where another machine built it. */
  rules: string | null
  changes: number
}

export interface BlockPlace {
  /** The first NPI in it. */
  npi: number
  at: number
  bytes: number
  crc: number
}

export type Footer = ChangesHeader & { blocks: BlockPlace[] }

export const footerTailBytes = 8
const footerBytesMax = 16 * 1024 * 1024
const blockBytesMax = 64 * 1024 * 1024

const fileName = /^(\d{6})-(\d{4}-\d{2}-\d{2}-[0-9a-f]{8})\.changes$/

export function changesFileName({ sequence, version }: Pick<ChangesHeader, 'sequence' | 'version'>): string {
  return `${String(sequence).padStart(6, '0')}-${version}.changes`
}

/** The files that count, the oldest first. Those of another form are not ours. */
export async function countingFiles(registryDir: string): Promise<string[]> {
  const names = await changesFiles(registryDir)
  const newest = names.at(-1)
  if (newest === undefined) return names
  const current = await readCurrent(registryDir)
  return current !== undefined && wasAnnounced(newest, current) ? names : names.slice(0, -1)
}

export async function changesFiles(registryDir: string): Promise<string[]> {
  const names = await readdir(join(registryDir, historyFolder)).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return []
    throw error
  })
  return names.filter((name) => fileName.test(name)).sort()
}

/** The version that a file of changes leads to. */
export function versionOfFile(name: string): string {
  return fileName.exec(name)?.[2] ?? ''
}

function wasAnnounced(name: string, current: Current): boolean {
  const version = versionOfFile(name)
  return [current, ...current.history, ...current.rolledBack].some((one) => one.version === version)
}

const inflate = promisify(inflateRaw)

export class ChangesFile {
  readonly header: ChangesHeader
  private readonly path: string
  private readonly name: string
  private readonly blocks: readonly BlockPlace[]
  private ahead: { npi: number; changes: Promise<Change[]> } | undefined

  /** Throws a RegistryError for a damaged file. */
  static async open(registryDir: string, name: string): Promise<ChangesFile> {
    const path = join(registryDir, historyFolder, name)
    return new ChangesFile(path, name, await readFooter(path, name))
  }

  /** In place of a damaged one. */
  static gap(registryDir: string, name: string, reason: string): ChangesFile {
    const [, sequence, version = ''] = fileName.exec(name) ?? []
    const header = { sequence: Number(sequence), version, sourceDate: version.slice(0, 10), from: null, gap: reason }
    return new ChangesFile(join(registryDir, historyFolder, name), name, {
      ...header,
      rules: null,
      changes: 0,
      blocks: [],
    })
  }

  private constructor(path: string, name: string, { blocks, ...header }: Footer) {
    this.path = path
    this.name = name
    this.blocks = blocks
    this.header = header
  }

  async changeOf(npi: number): Promise<Change | undefined> {
    const index = this.blocks.findLastIndex((block) => block.npi <= npi)
    if (index === -1) return undefined
    const line = (await this.lines(index)).find((one) => one.startsWith(`{"npi":${npi},`))
    return line === undefined ? undefined : changeIn(line)
  }

  /**
   * The next changes after an NPI, in whole blocks, at least `atLeast` of them; none at the end. Those of the
   * next call are read meanwhile.
   */
  async changesAfter(npi: number, atLeast = 1): Promise<Change[]> {
    const { ahead } = this
    this.ahead = undefined
    const changes = await (ahead?.npi === npi ? ahead.changes : this.read(npi, atLeast))
    const last = changes.at(-1)
    this.ahead = last && { npi: last.npi, changes: this.read(last.npi, atLeast) }
    this.ahead?.changes.catch(() => {})
    return changes
  }

  private async read(npi: number, atLeast: number): Promise<Change[]> {
    const first = Math.max(
      0,
      this.blocks.findLastIndex((block) => block.npi <= npi),
    )
    const changes: Change[] = []
    for (let index = first; index < this.blocks.length && changes.length < atLeast; index++) {
      const next = (await this.lines(index)).map(changeIn)
      changes.push(...(index === first ? next.filter((change) => change.npi > npi) : next))
    }
    return changes
  }

  private async lines(index: number): Promise<string[]> {
    const { at, bytes, crc } = this.blocks[index]
    const deflated = await readPart(this.path, at, bytes)
    if (deflated.length !== bytes || crc32(deflated) !== crc) {
      throw new RegistryError(this.name, `expected the CRC-32 of its footer for ${bytes} bytes at ${at}, got another`)
    }
    const text = (await inflate(deflated, { maxOutputLength: blockBytesMax })).toString('utf8')
    return text.split('\n').slice(0, -1)
  }
}

/** Opens a file; a damaged one is a gap, of which `onDamage` gets a sentence. */
export async function openOrGap(
  registryDir: string,
  name: string,
  onDamage: (sentence: string) => void,
): Promise<ChangesFile> {
  try {
    return await ChangesFile.open(registryDir, name)
  } catch (error) {
    if (error instanceof RegistryError) return gapFor(registryDir, name, error.message, onDamage)
    throw error
  }
}

export function gapFor(
  registryDir: string,
  name: string,
  reason: string,
  onDamage: (sentence: string) => void,
): ChangesFile {
  onDamage(`The history of the registry has a gap: ${reason}`)
  return ChangesFile.gap(registryDir, name, reason)
}

/** Our own build wrote it, its npi first, and the CRC-32 agrees. */
function changeIn(line: string): Change {
  return JSON.parse(line)
}

async function readFooter(path: string, name: string): Promise<Footer> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const tail = Buffer.alloc(footerTailBytes)
    await file.read(tail, 0, footerTailBytes, Math.max(0, size - footerTailBytes))
    const bytes = tail.readUInt32LE(0)
    if (bytes === 0 || size < footerTailBytes + bytes || bytes > footerBytesMax) {
      throw new RegistryError(name, `expected a footer within its ${size} bytes, got one of ${bytes}`)
    }
    const footer = Buffer.alloc(bytes)
    await file.read(footer, 0, bytes, size - footerTailBytes - bytes)
    if (crc32(footer) !== tail.readUInt32LE(4)) throw new RegistryError(name, 'expected the CRC-32 of its footer')
    const found: Footer = JSON.parse(footer.toString('utf8'))
    if (!isVersion(found.version)) throw new RegistryError(name, 'expected the name of a version in its footer')
    return found
  } finally {
    await file.close()
  }
}

async function readPart(path: string, at: number, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
