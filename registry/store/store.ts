import type { Readable } from 'node:stream'
import { currentFile, jsonBytesMax, versionsFolder } from '#registry/format'
import { RegistryError } from '#registry/search/errors'

/**
 * A place where versions of the registry are published for machines that build none: a bucket, or a folder that all of them reach.
 * It is laid out as a registry folder is (registry/format.ts): `versions/<version>/<file>`, and `current.json`, which is written
 * last. A store is never trusted: whatever comes from it is held against its checksum before anything is announced. `publish.ts`
 * writes to it, `fetch-version.ts` reads from it, `follow-store.ts` does so again and again.
 */

export interface RegistryStore {
  /** Where it is, for sentences. */
  readonly name: string
  /** An object with its length; undefined when there is none. Fails with the store's own error when it does not answer. */
  open(key: string, signal: AbortSignal): Promise<StoredObject | undefined>
  /** Writes an object, in place of what stood there. Readers find the one before or this one, whole. */
  put(key: string, content: Readable): Promise<void>
  close(): void
}

interface StoredObject {
  /** How long the store says it is. */
  bytes: number
  content: Readable
}

/** Under which key a file of a version stands. */
export function keyOf(version: string, file: string): string {
  return `${versionsFolder}/${version}/${file}`
}

/** The key of the object that names the version to serve. */
export const currentKey = currentFile

/** How long a store may send nothing. */
export const stallMsMax = 60_000

/** A small object, whole; undefined when there is none. Fails with RegistryError when it is too long. */
export async function readSmall(store: RegistryStore, key: string, ending: AbortSignal): Promise<Buffer | undefined> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(stallMsMax)])
  const object = await store.open(key, signal)
  if (object === undefined) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of object.content) {
    bytes += chunk.length
    if (bytes > jsonBytesMax) throw new RegistryError(key, `expected at most ${jsonBytesMax} bytes, got more`)
    chunks.push(chunk)
  }
  // A connection that was cut may look like an end.
  if (bytes !== object.bytes) throw new RegistryError(key, `expected ${object.bytes} bytes, got ${bytes}`)
  return Buffer.concat(chunks)
}

/** What a store may ask of a machine that fetches from it. */

/** A version of nine million providers has some 5.9 GB in some seventy files (docs/decisions/0013-checksum-on-opening.md). */
export const versionBytesMax = 100_000_000_000
export const versionFilesMax = 1_000

/** Pauses before each further try of one file whose connection broke. */
export const triesPausesMs = [1_000, 5_000, 15_000] as const
