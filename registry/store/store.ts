/**
 * A bucket or a shared folder, laid out as a registry folder (registry/format.ts). It is not trusted: everything from
 * it is compared with its checksum before anything is announced.
 */
import type { Readable } from 'node:stream'
import { currentFile, jsonBytesMax, versionsFolder } from '#registry/format'
import { RegistryError } from '#registry/search/errors'

export interface RegistryStore {
  readonly name: string
  /** Undefined when there is no object. Fails with the store's own error when it does not answer. */
  open(key: string, signal: AbortSignal): Promise<StoredObject | undefined>
  /** Replaces an object. Readers find the old one or this one, whole. */
  put(key: string, content: Readable): Promise<void>
  close(): void
}

interface StoredObject {
  bytes: number
  content: Readable
}

export function keyOf(version: string, file: string): string {
  return `${versionsFolder}/${version}/${file}`
}

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
  // A cut connection may look like an end.
  if (bytes !== object.bytes) throw new RegistryError(key, `expected ${object.bytes} bytes, got ${bytes}`)
  return Buffer.concat(chunks)
}

/** A version of nine million providers has some 5.9 GB in some seventy files. */
export const versionBytesMax = 100_000_000_000
export const versionFilesMax = 1_000

/** Pauses before each retry of one file whose connection broke. */
export const triesPausesMs = [1_000, 5_000, 15_000] as const
