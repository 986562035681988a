/**
 * What lists of primary sources say of NPIs, for searches: a file beside the registry that is replaced by rename. It
 * has a line of JSON, which names its parts, and the NPIs of each part, ascending, in 32 bits. Its version is the
 * SHA-256 of all of it. Reading fails with a RegistryError.
 */
import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { Bits, wordsFor } from './bits.ts'
import { hasErrorCode, messageOf, RegistryError } from './errors.ts'
import { parseJson, readerOf } from './json-reader.ts'

const overlayFormat = 1

/** What its errors name. */
export const overlayName = 'overlay'

/** NPIs that accept Medicare. A part of another name has those whose license in that state a board's roll confirms. */
export const medicarePart = 'medicare'

export interface OverlayPart {
  name: string
  /** Of invented lists, which count for a sample registry alone. */
  isSample: boolean
  /** The lists that it is made of, and their dates. */
  madeOf: string
  /** Ascending. */
  npis: Uint32Array
}

export interface Overlay {
  version: string
  parts: readonly OverlayPart[]
}

/** Parts in the order of ordinals, which threads share. */
export type AlignedParts = readonly { name: string; words: Uint32Array<SharedArrayBuffer> }[]

const headBytesMax = 64 * 1024
const overlayBytesMax = 1024 * 1024 * 1024
const newline = 0x0a

/** Announced by its last step. */
export async function writeOverlay(path: string, parts: readonly OverlayPart[]): Promise<string> {
  const bodies = parts.map(({ npis }) => Buffer.from(npis.buffer, npis.byteOffset, npis.byteLength))
  const version = versionOf(headOf('', parts), bodies)
  const next = `${path}.${process.pid}.next`
  try {
    const file = await open(next, 'w', 0o600)
    try {
      for (const piece of [Buffer.from(headOf(version, parts)), ...bodies]) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(next, path)
  } finally {
    await rm(next, { force: true })
  }
  return version
}

/** Undefined where there is none. */
export async function readOverlay(path: string): Promise<Overlay | undefined> {
  const bytes = await bytesIn(path)
  if (bytes === undefined) return undefined
  const end = bytes.subarray(0, headBytesMax).indexOf(newline)
  const root = readerOf(parseJson(bytes.toString('utf8', 0, Math.max(0, end)), overlayName), overlayName)
  const found = root.whole('format')
  if (found !== overlayFormat) throw new RegistryError(overlayName, `expected format ${overlayFormat}, got ${found}`)
  const version = root.text('version', /^[0-9a-f]{64}$/)
  const heads = root.list('parts').map((part) => ({
    name: part.text('name', /^(?:medicare|[A-Z]{2})$/),
    isSample: part.flag('isSample'),
    madeOf: part.text('madeOf'),
    count: part.whole('count'),
  }))
  const expected = end + 1 + heads.reduce((sum, { count }) => sum + 4 * count, 0)
  if (bytes.length !== expected) throw new RegistryError(overlayName, `expected ${expected} bytes, got ${bytes.length}`)
  const body = Uint8Array.from(bytes.subarray(end + 1))
  let from = 0
  const parts = heads.map(({ count, ...head }): OverlayPart => {
    const npis = new Uint32Array(body.buffer, 4 * from, count)
    from += count
    return { ...head, npis }
  })
  const actual = versionOf(headOf('', parts), [body])
  if (actual !== version) throw new RegistryError(overlayName, `expected SHA-256 ${version}, got ${actual}`)
  return { version, parts }
}

async function bytesIn(path: string): Promise<Buffer | undefined> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      if (size > overlayBytesMax)
        throw new RegistryError(overlayName, `expected at most ${overlayBytesMax} bytes, got ${size}`)
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error instanceof RegistryError
      ? error
      : new RegistryError(overlayName, `could not be read: ${messageOf(error)}`)
  }
}

function headOf(version: string, parts: readonly OverlayPart[]): string {
  const heads = parts.map(({ name, isSample, madeOf, npis }) => ({ name, isSample, madeOf, count: npis.length }))
  return `${JSON.stringify({ format: overlayFormat, version, parts: heads })}\n`
}

function versionOf(head: string, bodies: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(head)
  for (const body of bodies) hash.update(body)
  return hash.digest('hex')
}

/** NPIs looked at before others may run: a millisecond of work. */
const npisAtOnce = 100_000

/** Those parts that count for the registry; NPIs that it does not have are left out. */
export async function aligned(
  parts: readonly OverlayPart[],
  { npis, isSample }: { npis: Uint32Array; isSample: boolean },
): Promise<AlignedParts> {
  const made: { name: string; words: Uint32Array<SharedArrayBuffer> }[] = []
  for (const part of parts) {
    if (part.isSample && !isSample) continue
    const words = new Uint32Array(new SharedArrayBuffer(4 * wordsFor(npis.length)))
    const bits = new Bits(npis.length, words)
    let ordinal = 0
    for (let at = 0; at < part.npis.length; at++) {
      const npi = part.npis[at]
      while (ordinal < npis.length && npis[ordinal] < npi) ordinal++
      if (npis[ordinal] === npi) bits.put(ordinal)
      if (at % npisAtOnce === npisAtOnce - 1) await setImmediate()
    }
    made.push({ name: part.name, words })
  }
  return made
}
